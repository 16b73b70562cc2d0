import { execFileSync } from 'node:child_process'
import { rtnAxes } from '@apsis/astro/conjunction/rtn.ts'
import { makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { transform } from '@apsis/astro/mat3.ts'
import { screenExhaustively } from '@apsis/astro/screening/exhaustive.ts'
import { motionAt } from '@apsis/astro/screening/flight.ts'
import { type Encounter, type ScreeningResult, screenedElements } from '@apsis/astro/screening/screened-object.ts'
import { isInBox, sphereAround } from '@apsis/astro/screening/screening-box.ts'
import { PART_S, type Screening, type ScreeningObject } from '@apsis/astro/screening/screening-object.ts'
import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
import { IS_WHOLE } from '@apsis/astro/testing/test-size.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { subtract } from '@apsis/astro/vec3.ts'
import { expect, test } from 'vitest'
import { KERNEL_BUILDS } from './host.ts'
import { partsInOrder } from './parts-in-order.ts'
import { openScreening, screen } from './screen.ts'
import { openScreener } from './screener.ts'
import { startThreads } from './thread-group.ts'

const START = parseTime('2026-03-01T00:00:00.000')
// Times are counted from the start here and from the epochs in the reference: the resulting rounding is smaller than the tolerance of the refinement.
const TIME_S = 2e-6
const MISS_M = 1e-3

function objectsOf(seed: number, size: number): ScreeningObject[] {
  return makeCatalogue({ seed, size, epoch: START }).map((elements, k) => ({
    id: `${seed}-${k}`,
    flight: { kind: 'elements', model: initSgp4(elements) },
  }))
}

function truthOf({ objects, durationS, thresholdM }: Screening): ScreeningResult {
  const flights = objects.map(({ id, flight }) => {
    if (flight.kind !== 'elements') throw new Error('the reference is for elements')
    return screenedElements(id, flight.model, START)
  })
  return screenExhaustively(flights, { durationS, thresholdM })
}

test('a screening in a box finds exactly those encounters of the surrounding sphere in which one object is in the box around the object of the set', async () => {
  const box = { radialM: 2000, transverseM: 30_000, normalM: 30_000 }
  // Every tenth object is a primary.
  const objects = objectsOf(4, 400).map((object, k) => ({ ...object, set: k % 10 === 0 ? 1 : 0 }))
  const sphere = {
    objects,
    start: START,
    durationS: 12 * 3600,
    thresholdM: sphereAround(box),
    pairs: [[0, 1]] as const,
  }
  const all = (await screen(sphere)).encounters
  const own = (await screen({ ...sphere, within: { set: 1, box } })).encounters
  const inBox = all.filter(({ first, second, seconds }) => {
    const [primary, other] = objects[first]!.set === 1 ? [first, second] : [second, first]
    const [one, met] = [primary, other].map((place) => motionAt(objects[place]!, START)(seconds))
    if (!one!.ok || !met!.ok) throw new Error('an encounter has states')
    return isInBox(transform(rtnAxes(one!), subtract(met!.r, one!.r)), box)
  })
  expect(own).toEqual(inBox)
  expect(own.length).toBeGreaterThan(10)
  expect(own.length).toBeLessThan(all.length / 5)
})

const keyOf = ({ first, second, kind }: Encounter) => `${first} ${second} ${kind}`
const keysOf = (encounters: readonly Encounter[]) => encounters.map(keyOf).sort()

/** Checks that every encounter in one list is in the other, within the given tolerances of time and distance. */
function expectSame(
  own: readonly Encounter[],
  expected: readonly Encounter[],
  within = { s: TIME_S, m: MISS_M },
): void {
  expect(keysOf(own)).toEqual(keysOf(expected))
  const left = [...expected]
  for (const one of own) {
    const at = left.findIndex(
      (other) => keyOf(other) === keyOf(one) && Math.abs(other.seconds - one.seconds) < within.s,
    )
    expect(at, `${keyOf(one)} at ${one.seconds}`).toBeGreaterThanOrEqual(0)
    expect(Math.abs(one.missM - left[at]!.missM)).toBeLessThan(within.m)
    left.splice(at, 1)
  }
}

test.each(IS_WHOLE ? [1, 2, 3] : [1])(
  'screen() finds exactly what the exhaustive reference finds: seed %d',
  async (seed) => {
    const screening = { objects: objectsOf(seed, 400), start: START, durationS: 4 * 3600 + 70, thresholdM: 30_000 }
    const found = await screen(screening, { threads: 2 })
    const truth = truthOf(screening)
    expectSame(found.encounters, truth.encounters)
    expect(new Set(truth.encounters.map(({ kind }) => kind))).toEqual(new Set(['minimum', 'start']))
    const byPlace = (a: { place: number }, b: { place: number }) => a.place - b.place
    expect(found.notScreened).toEqual(truth.notScreened.toSorted(byPlace))
  },
)

test('screen() returns the same with any build of the kernels and any number of threads', async () => {
  const screening = { objects: objectsOf(7, 900), start: START, durationS: 5 * 3600, thresholdM: 20_000 }
  const results: ScreeningResult[] = []
  // The first build runs with one and with three threads; the others run with three, unless all cases are requested.
  for (const [place, build] of KERNEL_BUILDS.entries()) {
    for (const threads of place === 0 || IS_WHOLE ? [1, 3] : [3])
      results.push(await screen(screening, { build, threads }))
  }
  const [first, ...others] = results
  expect(first!.encounters.length).toBeGreaterThan(50)
  for (const other of others) expect(other).toEqual(first)
})

test('screen() lists the pairs that are about to meet when the interval ends, as the reference does', async () => {
  const screening = { objects: objectsOf(4, 300), start: START, durationS: 7200, thresholdM: 30_000 }
  const { encounters } = await screen(screening, { threads: 1 })
  const last = encounters.findLast(({ kind, relativeSpeedMps }) => kind === 'minimum' && relativeSpeedMps > 1000)
  const shorter = { ...screening, durationS: last!.seconds - 0.1 }
  const found = await screen(shorter, { threads: 1 })
  expectSame(found.encounters, truthOf(shorter).encounters)
  expect(keysOf(found.encounters)).toContain(`${last!.first} ${last!.second} end`)
})

test('screen() compares the requested pairs of sets, and no objects of the same group', async () => {
  const objects = objectsOf(1, 240).map((object, k) => ({ ...object, set: k % 3, group: k % 5 === 0 ? 1 : 0 }))
  const base = { start: START, durationS: 7200, thresholdM: 50_000 }
  const whole = { ...base, objects: objects.map(({ set: _, group: __, ...object }) => object) }
  const { encounters: all } = await screen(whole, { threads: 1 })
  const setOf = (place: number) => objects[place]!.set
  for (const pairs of [
    [[0, 1]],
    [
      [0, 0],
      [0, 1],
    ],
    [
      [0, 1],
      [1, 2],
    ],
    [[2, 2]],
  ] as const) {
    const { encounters } = await screen({ ...base, objects, pairs }, { threads: 1 })
    const expected = all.filter(({ first, second }) => {
      const isAsked = pairs.some(([one, other]) =>
        [`${one}${other}`, `${other}${one}`].includes(`${setOf(first)}${setOf(second)}`),
      )
      return isAsked && !(first % 5 === 0 && second % 5 === 0)
    })
    expect(expected.length).toBeGreaterThan(0)
    expect(encounters).toEqual(expected)
  }
})

/** Returns the same object given by a table of its states, if it has all of them. */
function tabulate(object: ScreeningObject): ScreeningObject {
  const motion = motionAt(object, START)
  const states = Array.from({ length: 761 }, (_, at) => ({ seconds: 10 * (at - 20), state: motion(10 * (at - 20)) }))
  if (states.some(({ state }) => !state.ok)) return object
  const rows = states.flatMap(({ seconds, state }) =>
    state.ok ? [{ epoch: addSeconds(START, seconds), r: state.r, v: state.v }] : [],
  )
  const segment = { frame: 'TEME', interpolation: 'LAGRANGE', degree: 7, states: rows } as const
  return { ...object, flight: { kind: 'ephemeris', ephemeris: makeEphemeris([segment]) } }
}

test('screen() propagates an ephemeris in the same way as the elements from which it was made', async () => {
  const objects = objectsOf(2, 300)
  const screening = { objects, start: START, durationS: 7200, thresholdM: 50_000 }
  const expected = (await screen(screening, { threads: 1 })).encounters
  // Every third object is given by a table of its states every ten seconds, which is denser than Hermite polynomials need.
  const tabulated = objects.map((object, k) => (k % 3 === 0 ? tabulate(object) : object))
  expect(tabulated.filter(({ flight }) => flight.kind === 'ephemeris').length).toBeGreaterThan(80)
  const { encounters } = await screen({ ...screening, objects: tabulated }, { threads: 2 })
  // Docked objects have no relative motion, so rounding decides where their minimum is. Slow pairs have flat minima.
  const moving = (list: readonly Encounter[]) => list.filter(({ relativeSpeedMps }) => relativeSpeedMps > 0.01)
  expectSame(moving(encounters), moving(expected), { s: 1e-2, m: 0.1 })
})

test('screen() compares an object only while it exists, and reports where that begins and ends', async () => {
  const objects = objectsOf(3, 300)
  const screening = { objects, start: START, durationS: 7200, thresholdM: 50_000 }
  const { encounters: all } = await screen(screening, { threads: 1 })
  const [fromS, untilS] = [1234.5, 5432.1]
  const limited = objects.map((object, k) => (k % 2 === 0 ? { ...object, fromS, untilS } : object))
  const { encounters } = await screen({ ...screening, objects: limited }, { threads: 2 })
  const isLimited = ({ first, second }: Encounter) => first % 2 === 0 || second % 2 === 0
  const inside = ({ seconds }: Encounter) => seconds > fromS && seconds < untilS
  const minima = (list: readonly Encounter[]) => list.filter(({ kind }) => kind === 'minimum')
  const expected = minima(all).filter((one) => !isLimited(one) || inside(one))
  expectSame(minima(encounters), expected)
  const ends = encounters.filter((one) => one.kind !== 'minimum' && isLimited(one))
  expect(ends.length).toBeGreaterThan(0)
  for (const { seconds } of ends) expect([fromS, untilS]).toContain(seconds)
})

test.each([
  ['begins', { fromS: 1_234.5 }],
  ['ends', { untilS: 1_234.5 }],
] as const)('screen() looks at an object that only %s after or before the rest', async (_what, limit) => {
  const objects = objectsOf(3, 300)
  const screening = { objects, start: START, durationS: 2_400, thresholdM: 50_000 }
  const { encounters: all } = await screen(screening, { threads: 1 })
  const limited = objects.map((object, k) => (k % 2 === 0 ? { ...object, ...limit } : object))
  const { encounters } = await screen({ ...screening, objects: limited }, { threads: 1 })
  const isOwn = ({ first, second }: Encounter) => first % 2 !== 0 && second % 2 !== 0
  const isInside = ({ seconds }: Encounter) => ('fromS' in limit ? seconds > limit.fromS : seconds < limit.untilS)
  const minima = (list: readonly Encounter[]) => list.filter(({ kind }) => kind === 'minimum')
  expect(minima(all).filter((one) => !isOwn(one) && !isInside(one)).length).toBeGreaterThan(0)
  expectSame(
    minima(encounters),
    minima(all).filter((one) => isOwn(one) || isInside(one)),
  )
  // An object that is limited only at its end exists from the first instant; one that is limited only at its start exists until the last.
  const edges = (list: readonly Encounter[]) =>
    list.filter(({ kind, seconds }) => kind === ('fromS' in limit ? 'end' : 'start') && seconds % 2_400 === 0)
  expect(edges(all).filter((one) => !isOwn(one)).length).toBeGreaterThan(0)
  expectSame(edges(encounters), edges(all))
})

test('screen() compares an ephemeris that begins and ends inside windows with all others', async () => {
  const objects = objectsOf(8, 300)
  const screening = { objects, start: START, durationS: 7200, thresholdM: 200_000 }
  const { encounters: all } = await screen(screening, { threads: 1 })
  const [fromS, untilS] = [1111, 6543]
  const own = objects.map((object, k) => (k % 30 === 0 ? { ...tabulate(object), fromS, untilS, set: 1 } : object))
  const { encounters } = await screen({ ...screening, objects: own, pairs: [[0, 1]] }, { threads: 1 })
  const expected = all.filter(({ kind, first, second, seconds, relativeSpeedMps }) => {
    const isAsked = (first % 30 === 0) !== (second % 30 === 0) && relativeSpeedMps > 0.01
    return kind === 'minimum' && isAsked && seconds > fromS && seconds < untilS
  })
  expect(expected.length).toBeGreaterThan(20)
  const minima = encounters.filter(({ kind, relativeSpeedMps }) => kind === 'minimum' && relativeSpeedMps > 0.01)
  expectSame(minima, expected, { s: 1e-2, m: 0.1 })
})

/** Returns what partsInOrder() makes of parts that arrive in this order; `place` is the number of the part in the interval. */
async function putTogether(parts: readonly (readonly [place: number, result: ScreeningResult])[]) {
  const batches: (readonly Encounter[])[] = []
  const together = partsInOrder((encounters) => void batches.push(encounters))
  for (const [place, result] of parts) await together.add(place, result)
  return { notScreened: await together.end(), encounters: batches.flat(), batches }
}

test('partsInOrder() makes the same from parts in any order as one run finds, including lost objects', async () => {
  const screening = { objects: objectsOf(5, 500), start: START, durationS: 5 * PART_S + 77, thresholdM: 60_000 }
  const whole = await screen(screening, { threads: 1 })
  const parts: [number, ScreeningResult][] = []
  for (const k of [5, 2, 0, 4, 1, 3]) {
    const span = { fromS: k * PART_S, toS: Math.min((k + 1) * PART_S, screening.durationS) }
    parts.push([k, await screen(screening, { threads: 1, span })])
  }
  expect(whole.notScreened.length).toBeGreaterThan(0)
  const { encounters, notScreened, batches } = await putTogether(parts)
  expect({ encounters, notScreened }).toEqual(whole)
  expect(batches.length).toBe(6)
})

test('screen() passes on encounters in the order of time while it runs, and returns none at the end', async () => {
  const screening = { objects: objectsOf(6, 300), start: START, durationS: 6 * 3600, thresholdM: 50_000 }
  const whole = await screen(screening, { threads: 2 })
  const batches: (readonly Encounter[])[] = []
  let done = 0
  const seen: number[] = []
  const { encounters, notScreened } = await screen(screening, {
    threads: 1,
    onProgress: () => {
      done += 1
    },
    onFound: async (found) => {
      seen.push(done)
      await new Promise((resolve) => setTimeout(resolve, 1))
      batches.push(found)
    },
  })
  expect(encounters).toEqual([])
  expect(notScreened).toEqual(whole.notScreened)
  expect(batches.flat()).toEqual(whole.encounters)
  expect(seen[0]).toBeLessThan(done)
})

test('an open screening compares other sets in each round', async () => {
  const objects = objectsOf(6, 300)
  const screening = { objects, start: START, durationS: 6 * 3600, thresholdM: 50_000 }
  const all = await screen(screening, { threads: 1 })
  const opened = await openScreening(screening, { threads: 1, threadGroup: await startThreads({ threads: 1 }) })
  try {
    for (const own of [3, 17, 60]) {
      const setOf = (place: number) => (place === own ? 1 : 0)
      const { encounters } = await opened.screen({ round: { setOf, pairs: [[0, 1]], thresholdM: 40_000 } })
      const isIts = ({ first, second, missM }: Encounter) => (first === own || second === own) && missM < 40_000
      expect(encounters).toEqual(all.encounters.filter(isIts))
    }
  } finally {
    await opened.close()
  }
})

test('a screener answers one question after another, reports its progress, and stops when aborted', async () => {
  const objects = objectsOf(6, 300)
  const models = objects.flatMap(({ flight }) => (flight.kind === 'elements' ? [flight.model] : []))
  const screener = await openScreener(models, START, { threads: 2 })
  try {
    const question = { durationS: 6 * 3600, thresholdM: 50_000 }
    const reported: number[][] = []
    const [all, one] = await Promise.all([
      screener.screen({ ...question, onProgress: (done, total) => reported.push([done, total]) }),
      screener.screen({ ...question, roles: new Map([[17, { set: 1 }]]), pairs: [[0, 1]] }),
    ])
    expect(reported.at(-1)).toEqual([reported.length, reported.length])
    expect(reported.length).toBeGreaterThan(3)
    expect(one.encounters).toEqual(all.encounters.filter(({ first, second }) => first === 17 || second === 17))
    // Now the screener knows which objects never come close: the answers must be the same for each kind of object, and for a part of the time.
    for (const place of [3, 17, 60, 150, 200, 250, 290]) {
      const [span, roles] = [{ fromS: 2400, toS: 12_000 }, new Map([[place, { set: 1 }]])]
      const again = await screener.screen({ ...question, span, roles, pairs: [[0, 1]] })
      const isIts = ({ first, second, seconds, kind }: Encounter) =>
        (first === place || second === place) && kind === 'minimum' && seconds > 2400 && seconds < 12_000
      expect(again.encounters.filter(({ kind }) => kind === 'minimum')).toEqual(all.encounters.filter(isIts))
    }
    // The same object is added to the catalogue once more: it meets the same objects as before, and it meets its own copy all the time.
    const others = [{ ...objects[17]!, set: 1 }]
    const beside = await screener.screen({ ...question, others, pairs: [[0, 1]] })
    const partners = ({ encounters }: ScreeningResult, own: number) =>
      encounters.map(({ first, second }) => (first === own ? second : first)).filter((place) => place !== 17)
    expect(partners(beside, 300)).toEqual(partners(one, 17))
    const controller = new AbortController()
    const stopped = screener.screen({ ...question, signal: controller.signal, onProgress: () => controller.abort() })
    await expect(stopped).rejects.toThrow('aborted')
    expect((await screener.screen(question)).encounters).toEqual(all.encounters)
  } finally {
    await screener.close()
  }
})

test('a screener excludes no objects that it has not compared yet', async () => {
  const objects = objectsOf(6, 300)
  const models = objects.flatMap(({ flight }) => (flight.kind === 'elements' ? [flight.model] : []))
  const screener = await openScreener(models, START, { threads: 1 })
  try {
    const question = { durationS: 6 * 3600, thresholdM: 50_000 }
    const aside = new Map(models.map((_, place) => [place, { set: place % 2 === 0 ? 0 : 5 }]))
    const some = await screener.screen({ ...question, roles: aside })
    const all = await screener.screen(question)
    expect(some.encounters).toEqual(all.encounters.filter(({ first, second }) => first % 2 === 0 && second % 2 === 0))
    for (const place of [17, 60, 151]) {
      const one = await screener.screen({ ...question, roles: new Map([[place, { set: 1 }]]), pairs: [[0, 1]] })
      expect(one.encounters).toEqual(all.encounters.filter(({ first, second }) => first === place || second === place))
    }
    expect(some.encounters.length).toBeGreaterThan(5)
  } finally {
    await screener.close()
  }
})

test('screen() refuses an object that it cannot screen, and names it', async () => {
  const screening = { objects: objectsOf(1, 10), start: START, durationS: 3600, thresholdM: 5000 }
  await expect(screen({ ...screening, durationS: 0 })).rejects.toThrow('duration 0')
  await expect(screen({ ...screening, thresholdM: Number.NaN })).rejects.toThrow('threshold NaN')
  await expect(screen(screening, { threads: 0 })).rejects.toThrow('threads 0')
  await expect(screen(screening, { span: { fromS: 100, toS: 480 } })).rejects.toThrow('from 100 s')
  await expect(screen({ ...screening, objects: [{ ...screening.objects[0]!, set: 8 }] })).rejects.toThrow('set 8')
})

test('a program that has used screen() ends by itself: no thread remains', () => {
  const program = `
    import { makeCatalogue } from '@apsis/astro/screening/synthetic-catalogue.ts'
    import { initSgp4 } from '@apsis/astro/sgp4/init.ts'
    import { parseTime } from '@apsis/astro/time/parse-time.ts'
    import { screen } from './screen.ts'
    const start = parseTime('2026-03-01T00:00:00.000')
    const objects = makeCatalogue({ seed: 1, size: 20, epoch: start }).map((elements, k) => ({
      id: String(k), flight: { kind: 'elements', model: initSgp4(elements) },
    }))
    const { notScreened } = await screen({ objects, start, durationS: 600, thresholdM: 1_000 }, { threads: 2 })
    console.log('screened', notScreened.length)`
  const said = execFileSync(process.execPath, ['-'], {
    input: program,
    cwd: import.meta.dirname,
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(said).toBe('screened 0\n')
})
