import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { motionAt } from '@apsis/astro/screening/flight.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import { fromPublished, UNSAID } from '@apsis/astro/sgp4/element-set.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import type { Sgp4Model } from '@apsis/astro/sgp4/model.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { expect, test } from 'vitest'
import { openScreener, type Question } from './screener.ts'
import { startThreads } from './thread-group.ts'

const START = parseTime('2026-03-01T00:00:00.000')
const MODELS = makeCatalogue({ seed: 17, size: 60, epoch: START }).map(initSgp4)
const WINDOW_S = 160

test('a screener refuses parts that do not begin and end with windows, and accepts all others', async () => {
  const screener = await openScreener(MODELS, START, { threads: 1 })
  try {
    const question = { durationS: 1000, thresholdM: 5000 }
    const ask = (fromS: number, toS: number, more: Partial<Question> = {}) =>
      screener.screen({ ...question, ...more, span: { fromS, toS } })
    for (const [fromS, toS] of [
      [-WINDOW_S, WINDOW_S],
      [WINDOW_S, WINDOW_S],
      [2 * WINDOW_S, WINDOW_S],
      [1, WINDOW_S],
      [0, WINDOW_S + 1],
      [0, 999],
      [Number.NaN, WINDOW_S],
    ] as const)
      await expect(ask(fromS, toS), `${fromS} to ${toS}`).rejects.toThrow(
        'does not begin and end with windows of 160 s',
      )
    for (const [fromS, toS] of [
      [0, WINDOW_S],
      [WINDOW_S, 2 * WINDOW_S],
      [6 * WINDOW_S, 1000],
      [0, 1000],
      [0, 1001],
    ] as const)
      expect(await ask(fromS, toS)).toHaveProperty('encounters')
    await expect(ask(0, WINDOW_S, { thresholdM: 0 })).rejects.toThrow('threshold 0')
    await expect(ask(0, WINDOW_S, { durationS: -1 })).rejects.toThrow('duration -1')
    for (const set of [-1, 8, Number.NaN])
      await expect(ask(0, WINDOW_S, { roles: new Map([[0, { set }]]) })).rejects.toThrow(`set ${set} must be 0 to 7`)
    for (const set of [0, 7]) expect(await ask(0, WINDOW_S, { roles: new Map([[0, { set }]]) })).toBeDefined()
    // There is one task of 23 windows, and a shorter one with the rest.
    const reported: number[][] = []
    const onProgress = (done: number, total: number) => reported.push([done, total])
    await ask(0, 24 * WINDOW_S, { durationS: 1e5, onProgress })
    await ask(WINDOW_S, 24 * WINDOW_S, { durationS: 1e5, onProgress })
    expect(reported).toEqual([
      [1, 2],
      [2, 2],
      [1, 1],
    ])
  } finally {
    await screener.close()
  }
})

test('a screener leaves no listeners on its threads, however often it is used, and fails when a thread ends', async () => {
  const threadGroup = await startThreads({ threads: 2 })
  expect(threadGroup.workers).toHaveLength(2)
  const screener = await openScreener(MODELS, START, { threadGroup })
  const listeners = () =>
    threadGroup.workers.flatMap((worker) => ['message', 'error', 'exit'].map((event) => worker.listenerCount(event)))
  const before = listeners()
  const question = { durationS: 24 * 3600, thresholdM: 5000 }
  for (let k = 0; k < 3; k += 1) await screener.screen({ ...question, durationS: 8000 })
  expect(listeners()).toEqual(before)
  const ended = expect(screener.screen(question)).rejects.toThrow('a thread of the screening ended')
  await threadGroup.workers[0]?.terminate()
  await ended
  expect(listeners().slice(0, 3)).toEqual(before.slice(0, 3))
  await screener.close()
})

test('a question fails with the error of its thread', async () => {
  const threadGroup = await startThreads({ threads: 1 })
  const screener = await openScreener(MODELS, START, { threadGroup })
  try {
    const asked = screener.screen({ durationS: 24 * 3600, thresholdM: 5000 })
    await Promise.resolve()
    threadGroup.workers[0]?.postMessage({ kind: 'order', order: null })
    await expect(asked).rejects.toThrow(TypeError)
  } finally {
    await screener.close()
  }
})

test('a receiver that fails ends only its question: the next one is answered as usual', async () => {
  const screener = await openScreener(MODELS, START, { threads: 2 })
  try {
    const question = { durationS: 24 * 3600, thresholdM: 200_000 }
    const wanted = await screener.screen(question)
    expect(wanted.encounters.length).toBeGreaterThan(100)
    const onFound = () => Promise.reject(new Error('the disk is full'))
    await expect(screener.screen({ ...question, onFound })).rejects.toThrow('the disk is full')
    expect(await screener.screen(question)).toEqual(wanted)
  } finally {
    await screener.close()
  }
})

test('a thread computes its next task while the previous results are received', async () => {
  const threadGroup = await startThreads({ threads: 1 })
  const [worker] = threadGroup.workers as [Worker]
  const screener = await openScreener(MODELS, START, { threadGroup })
  try {
    let [answers, awaited] = [0, 0]
    worker.on('message', () => (answers += 1))
    const onFound = async () => {
      // There are 24 tasks: the receiver continues only when there is one more answer than at its beginning.
      for (const before = answers; answers === before && before < 24; awaited += 1) await once(worker, 'message')
    }
    await screener.screen({ durationS: 24 * 3600, thresholdM: 200_000, onFound })
    expect([answers, awaited > 5]).toEqual([24, true])
  } finally {
    await screener.close()
  }
})

test('a screener stops before it begins when it is aborted', async () => {
  const screener = await openScreener(MODELS, START, { threads: 1 })
  try {
    let reported = 0
    const question = {
      durationS: 8000,
      thresholdM: 5000,
      signal: AbortSignal.abort(),
      onProgress: () => (reported += 1),
    }
    await expect(screener.screen(question)).rejects.toThrow('aborted')
    expect(reported).toBe(0)
  } finally {
    await screener.close()
  }
})

test('a screener knows the altitudes of its objects in each part of the interval, whatever was asked before', async () => {
  // The object sinks by 40 km in ten days: then it is at altitudes that it never has on the first day.
  const shape = { meanMotionRevPerDay: 15.2, eccentricity: 1e-4, inclinationDeg: 75, bstar: 3e-2 }
  const angles = { raanDeg: 20, argPeriapsisDeg: 40, meanAnomalyDeg: 10 }
  const model = initSgp4(fromPublished({ ...UNSAID, noradId: 1, epoch: START, ...shape, ...angles }))
  const screener = await openScreener([model], START, { threads: 1 })
  try {
    const day = 86_400
    const find = async (fromS: number, toS: number, bornS: number) => {
      // The same object is added once more, and exists from a given time on.
      const others = [
        { id: 'twin', flight: { kind: 'elements', model }, set: 1, fromS: bornS, untilS: bornS + 60 },
      ] as const
      const question = { durationS: 10 * day, thresholdM: 500, pairs: [[0, 1]] as const, others, span: { fromS, toS } }
      const { encounters } = await screener.screen(question)
      return encounters.filter(({ kind }) => kind === 'start').map(({ seconds }) => seconds)
    }
    const late = 9.9 * day
    expect(await find(0, 480, 40)).toEqual([40])
    expect(await find(late, late + 480, late + 40)).toEqual([late + 40])
    expect(await find(0, 480, 40)).toEqual([40])
    expect(await find(0, 10 * day, late + 40)).toEqual([late + 40])
    expect(await find(480, 10 * day, late + 40)).toEqual([late + 40])
  } finally {
    await screener.close()
  }
})

test('a screening of a part of an interval uses an ephemeris from its first second to its last', async () => {
  const [model] = MODELS as [Sgp4Model]
  const object = { id: 'twin', flight: { kind: 'elements', model } } as const
  const motion = motionAt(object, START)
  // The states are from a quarter of an hour before the interval to a quarter of an hour after it, every ten seconds.
  const rows = Array.from({ length: 361 }, (_, k) => 10 * (k - 90)).flatMap((seconds) => {
    const state = motion(seconds)
    return state.ok ? [{ epoch: addSeconds(START, seconds), r: state.r, v: state.v }] : []
  })
  expect(rows).toHaveLength(361)
  // Between two states the motion is straight, at most 100 m from the orbit; a minute after the last state it would be far away.
  const ephemeris = makeEphemeris([{ frame: 'TEME', interpolation: 'LINEAR', degree: 1, states: rows }])
  const screener = await openScreener([model], START, { threads: 1 })
  try {
    // The second object exists for a second and has the same orbit. Without relative motion, rounding decides where the least distance is.
    const isMet = async (fromS: number, bornS: number) => {
      const twin = { id: 'twin', flight: { kind: 'ephemeris', ephemeris }, set: 1 } as const
      const others = [{ ...twin, fromS: bornS, untilS: bornS + 1 }]
      const span = { fromS, toS: fromS + 3 * WINDOW_S }
      const question = { durationS: 1800, thresholdM: 500, pairs: [[0, 1]] as const, others, span }
      const { encounters } = await screener.screen(question)
      return encounters.length > 0 && encounters.every(({ seconds }) => seconds >= bornS && seconds <= bornS + 1)
    }
    for (const fromS of [0, 3 * WINDOW_S])
      for (const bornS of [fromS + 1, fromS + WINDOW_S, fromS + 3 * WINDOW_S - 2])
        expect(await isMet(fromS, bornS), `${bornS} s of ${fromS} s`).toBe(true)
  } finally {
    await screener.close()
  }
})

test('startThreads() accepts only whole numbers of threads', async () => {
  for (const threads of [0, -1, 1.5, Number.NaN]) {
    await expect(startThreads({ threads })).rejects.toThrow(`threads ${threads} must be a whole number above 0`)
  }
  const threadGroup = await startThreads({ threads: 3, build: 'baseline' })
  expect(threadGroup.workers).toHaveLength(3)
  const ended = threadGroup.workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
  await threadGroup.close()
  expect(await Promise.all(ended)).toHaveLength(3)
})
