import { GM_EARTH } from '@apsis/astro/constants.ts'
import { makeEphemeris } from '@apsis/astro/ephemeris/ephemeris.ts'
import { addSeconds } from '@apsis/astro/time/epoch.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Cdm as Message } from '@apsis/ccsds/cdm/cdm.ts'
import { expect, test } from 'vitest'
import { packOrbit } from '../ephemeris/record/packed-orbit.ts'
import { consistencyOf, type StoredVersion } from './consistency.ts'

const RADIUS_M = 7_000_000
const RATE = Math.sqrt(GM_EARTH / RADIUS_M ** 3)
const TCA = parseTime('2026-11-21T12:00:00')
/** The correct decimals, in metres, of positions of 7,000 km in double precision that are rotated from one frame to another. */
const MILLIMETRES = 3
/** Along 100 m of a circle of 7,000 km the chord and the arc differ by 0.7 mm in height. */
const CURVED_M = 1e-2

/** Returns a state on a circular orbit, by its own formulas and without the code under test: `aheadM` metres ahead along the track. */
function circular(seconds: number, aheadM: number) {
  const angle = RATE * seconds + aheadM / RADIUS_M
  const speed = RATE * RADIUS_M
  return {
    r: [RADIUS_M * Math.cos(angle), RADIUS_M * Math.sin(angle), 0] as [number, number, number],
    v: [-speed * Math.sin(angle), speed * Math.cos(angle), 0] as [number, number, number],
  }
}

/** Makes a message about an object, with a TCA that is `laterS` seconds after the TCA of the other messages. */
function message(createdAt: string, laterS: number, aheadM: number, refFrame = 'EME2000') {
  const object = {
    metadata: { object: 'OBJECT1', refFrame },
    state: circular(laterS, aheadM),
    covariance: { matrix: [[16], [0, 900], [0, 0, 25]] },
  }
  const header = { originator: 'CSpOC', creationDate: parseTime(createdAt) }
  return {
    message: { header, relative: { tca: addSeconds(TCA, laterS) }, objects: [object, object] } as unknown as Message,
    isSimulated: false,
  }
}

function published(aheadM: number, spanS: number): StoredVersion {
  const states = Array.from({ length: 21 }, (_, place) => {
    const seconds = (place - 10) * (spanS / 20)
    return { epoch: addSeconds(TCA, seconds), ...circular(seconds, aheadM) }
  })
  return {
    kind: 'PUBLISHED',
    name: 'MEME.txt',
    madeAt: new Date('2026-11-20T20:00:00Z'),
    isSimulated: true,
    packed: packOrbit(makeEphemeris([{ frame: 'EME2000', states }])),
  }
}

test('messages with other closest approaches are carried to that of the newest, along the orbit and not along a straight line', async () => {
  const older = message('2026-11-19T12:00:00', 3, 100)
  const [first, last] = await consistencyOf([older, message('2026-11-20T12:00:00', 0, 0)], 0, [])
  // A straight line would be 37 m too high after 3 s: g t²/2 with 8.1 m/s².
  expect(Math.abs(first?.apart.r ?? Number.NaN)).toBeLessThan(CURVED_M)
  expect(first?.apart.t).toBeCloseTo(100, MILLIMETRES)
  expect(first).toMatchObject({ kind: 'MESSAGE', name: 'CSpOC', sigma: { r: 4, t: 30, n: 5 }, isSimulated: false })
  expect(Math.hypot(last?.apart.r ?? 1, last?.apart.t ?? 1, last?.apart.n ?? 1)).toBe(0)
})

test('a version of an ephemeris is compared at the closest approach, in the order of time, and left out if it does not reach it', async () => {
  const messages = [message('2026-11-20T12:00:00', 0, 0)]
  const found = await consistencyOf(messages, 1, [published(-250, 1200)])
  expect(found.map(({ kind }) => kind)).toEqual(['MESSAGE', 'PUBLISHED'])
  expect(found[1]?.apart.t).toBeCloseTo(-250, MILLIMETRES)
  expect(found[1]).toMatchObject({ name: 'MEME.txt', sigma: null, isSimulated: true })
  const states = [60, 120].map((seconds) => ({ epoch: addSeconds(TCA, seconds), ...circular(seconds, 0) }))
  const late = { ...published(0, 1200), packed: packOrbit(makeEphemeris([{ frame: 'EME2000', states }])) }
  expect(await consistencyOf(messages, 1, [late])).toHaveLength(1)
})

test('nothing is compared if the frame of the newest message cannot be transformed, and another such message is left out', async () => {
  const [known, unknown] = [message('2026-11-20T12:00:00', 0, 0), message('2026-11-19T12:00:00', 0, 0, 'OWN_FRAME')]
  expect(await consistencyOf([known, unknown], 0, [])).toEqual([])
  expect(await consistencyOf([unknown, known], 0, [])).toHaveLength(1)
  expect(await consistencyOf([], 0, [])).toEqual([])
})
