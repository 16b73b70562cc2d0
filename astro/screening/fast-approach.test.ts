import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StateAt } from '../conjunction/closest-approach.ts'
import { GM_EARTH } from '../constants.ts'
import { toCartesian } from '../orbit/elements.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { realBetween } from '../testing/real-between.ts'
import { add, cross, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { listFastApproach } from './fast-approach.ts'

/** The search ends at a microsecond. */
const MICROSECOND_DIGITS = 6
/** Near its minimum the distance hardly changes. */
const MILLIMETRE_DIGITS = 3
/** Each of two searches ends at a microsecond. */
const STOP_S = 2e-6
/** The distance is at its minimum there, and hardly changes. */
const LEAST_M = 1e-4
/** The relative speed hardly changes in that time. */
const LEAST_MPS = 1e-4

const SEMI_MAJOR_AXIS_M = 7e6
const RATE = Math.sqrt(GM_EARTH / SEMI_MAJOR_AXIS_M ** 3)

/** A circular orbit that is at its node at `atS`. */
function circular(incRad: number, atS: number, radiusM = SEMI_MAJOR_AXIS_M): StateAt {
  const rate = Math.sqrt(GM_EARTH / radiusM ** 3)
  return (seconds) =>
    toCartesian(
      {
        semiMajorAxisM: radiusM,
        eccentricity: 0,
        incRad,
        raanRad: 0,
        argPeriapsisRad: 0,
        trueAnomalyRad: rate * (seconds - atS),
      },
      GM_EARTH,
    )
}

const WINDOW = { fromS: 0, toS: 160 }
const stretch = (fromS: number, toS: number) => ({ fromS, toS, window: WINDOW })

test('listFastApproach() finds where objects on circles of two heights pass each other at their node', () => {
  const flights = [circular(0.5, 67.125), circular(1.5, 67.125, SEMI_MAJOR_AXIS_M + 800)] as const
  const [approach, ...rest] = listFastApproach(flights, stretch(60, 80), 5000) ?? []
  expect(rest).toEqual([])
  // Both objects are at the node at that time; their planes have an angle of 1 rad, and the speeds are those of two circles.
  expect(approach?.seconds).toBeCloseTo(67.125, MICROSECOND_DIGITS)
  expect(approach?.missM).toBeCloseTo(800, MILLIMETRE_DIGITS)
  const [slow, fast] = [Math.sqrt(GM_EARTH / (SEMI_MAJOR_AXIS_M + 800)), Math.sqrt(GM_EARTH / SEMI_MAJOR_AXIS_M)]
  expect(approach?.relativeSpeedMps).toBeCloseTo(
    Math.sqrt(slow ** 2 + fast ** 2 - 2 * slow * fast * Math.cos(1)),
    MILLIMETRE_DIGITS,
  )
})

test('listFastApproach() excludes approaches above the threshold, and approaches outside the part', () => {
  const apart = [circular(0.5, 67.125), circular(1.5, 67.125, SEMI_MAJOR_AXIS_M + 5001)] as const
  expect(listFastApproach(apart, stretch(60, 70), 5000)?.filter(({ missM }) => missM < 5000)).toEqual([])
  const met = [circular(0.5, 67.125), circular(1.5, 67.125)] as const
  expect(listFastApproach(met, stretch(90, 110), 5000)).toEqual([])
})

test('listFastApproach() assigns a minimum near the border of two windows to one of them', () => {
  for (const offsetS of [-5e-4, -1e-7, 0, 1e-7, 5e-4]) {
    const flights = [circular(0.5, 160 + offsetS), circular(1.5, 160 + offsetS, SEMI_MAJOR_AXIS_M + 100)] as const
    const before = listFastApproach(flights, stretch(150, 160), 5000) ?? []
    const after = listFastApproach(flights, { fromS: 160, toS: 170, window: { fromS: 160, toS: 320 } }, 5000) ?? []
    expect([...before, ...after]).toHaveLength(1)
  }
})

test.each([
  [-0.4, 0],
  [1e-7, 1],
  [0.3, 1],
  [159.7, 1],
  [160.4, 0],
])('listFastApproach() needs no states outside the window when objects meet at %d s', (atS, count) => {
  // Both objects have states in the window alone. Steps from ten seconds away miss the minimum a little, to either side.
  const inside =
    (flight: StateAt): StateAt =>
    (seconds) => {
      if (seconds < WINDOW.fromS || seconds > WINDOW.toS) throw new RangeError(`no state at ${seconds} s`)
      return flight(seconds)
    }
  const flights = [inside(circular(0.5, atS)), inside(circular(1.5, atS, SEMI_MAJOR_AXIS_M + 4000))] as const
  const part = atS < 80 ? stretch(0, 20) : stretch(140, 160)
  const found = listFastApproach(flights, part, 5000) ?? []
  expect(found).toHaveLength(count)
  for (const { seconds } of found) expect(Math.abs(seconds - atS)).toBeLessThan(STOP_S)
})

test('listFastApproach() returns undefined for slow pairs', () => {
  const slow = [circular(0.5, 67), circular(0.5 + 200 / (RATE * SEMI_MAJOR_AXIS_M), 67)] as const
  expect(listFastApproach(slow, stretch(60, 80), 5000)).toBeUndefined()
})

/** SGP4's GM, which the steps of the search also use. */
const GM_SGP4 = 3.986008e14
const unit = (v: Vec3): Vec3 => scale(v, 1 / norm(v))

/** Returns two bodies that pass each other at a time and at a distance, normal to their relative velocity. */
function passing(
  atS: number,
  missM: number,
  speeds: { readonly turnRad: number; readonly share: number; readonly radiusM: number },
) {
  const speed = Math.sqrt(GM_SGP4 / speeds.radiusM)
  const r: Vec3 = [speeds.radiusM, 0, 0]
  const v: Vec3 = [0.05 * speed, speed, 0]
  const w: Vec3 = scale([0.02, Math.cos(speeds.turnRad), Math.sin(speeds.turnRad)], speeds.share * speed)
  const past = subtract(w, v)
  const d = scale(unit(cross(past, [0.3, 0.5, 0.8])), missM)
  const fly = (place: Vec3, velocity: Vec3): StateAt => {
    return (seconds) => propagateTwoBody({ r: place, v: velocity }, seconds - atS, GM_SGP4).state
  }
  return { flights: [fly(r, v), fly(add(r, d), w)] as const, speedMps: norm(past) }
}

const manners = fc.record({
  turnRad: realBetween(0.06, Math.PI),
  share: realBetween(0.9, 1.1),
  radiusM: fc.oneof(realBetween(6.5e6, 7.5e6), realBetween(6.5e6, 4.3e7)),
})

test('listFastApproach() finds the passage of random bodies: its time, distance and speed', () => {
  fc.assert(
    fc.property(realBetween(60, 80), realBetween(1, 30_000), manners, (atS, missM, how) => {
      const { flights, speedMps } = passing(atS, missM, how)
      fc.pre(speedMps > 310)
      const [found, ...rest] = listFastApproach(flights, stretch(60, 80), missM + 0.05) ?? []
      expect(rest).toEqual([])
      // The search ends at a microsecond; the distance is at its minimum there, and hardly changes.
      expect(Math.abs((found?.seconds ?? Number.NaN) - atS)).toBeLessThan(STOP_S)
      expect(Math.abs((found?.missM ?? Number.NaN) - missM)).toBeLessThan(LEAST_M)
      expect(Math.abs((found?.relativeSpeedMps ?? Number.NaN) - speedMps)).toBeLessThan(LEAST_MPS)
      expect(listFastApproach(flights, stretch(60, 80), missM - 0.05)).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('listFastApproach() finds nothing for bodies that pass each other before or after the part', () => {
  fc.assert(
    fc.property(realBetween(0.002, 60), fc.boolean(), manners, (byS, isBefore, how) => {
      const { flights, speedMps } = passing(isBefore ? 60 - byS : 80 + byS, 10, how)
      fc.pre(speedMps > 310)
      expect(listFastApproach(flights, stretch(60, 80), 30_000)).toEqual([])
      // The bodies do not meet in the second half of the part either.
      expect(listFastApproach(flights, stretch(70, 80), 30_000)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('listFastApproach() accepts pairs with a relative speed above 300 m/s, and not slower pairs', () => {
  for (const [speedMps, isFast] of [
    [301, true],
    [299, false],
  ] as const) {
    const r: Vec3 = [7e6, 0, 0]
    const circle = Math.sqrt(GM_SGP4 / 7e6)
    const fly =
      (velocity: Vec3): StateAt =>
      (seconds) =>
        propagateTwoBody({ r, v: velocity }, seconds - 70, GM_SGP4).state
    const found = listFastApproach([fly([0, circle, 0]), fly([0, circle, speedMps])], stretch(60, 80), 5000)
    expect(found?.length).toBe(isFast ? 1 : undefined)
  }
})

test('listFastApproach() returns a minimum near the border of two parts in both', () => {
  // A search of all parts finds it at least once; only the ends of windows decide between two.
  for (const offsetS of [-5e-4, 0, 5e-4]) {
    const { flights } = passing(70 + offsetS, 100, { turnRad: 1, share: 1, radiusM: 7e6 })
    expect(listFastApproach(flights, stretch(60, 70), 5000)).toHaveLength(1)
    expect(listFastApproach(flights, stretch(70, 80), 5000)).toHaveLength(1)
  }
  for (const offsetS of [-2e-3, 2e-3]) {
    const { flights } = passing(70 + offsetS, 100, { turnRad: 1, share: 1, radiusM: 7e6 })
    expect(listFastApproach(flights, stretch(60, 70), 5000)).toHaveLength(offsetS < 0 ? 1 : 0)
    expect(listFastApproach(flights, stretch(70, 80), 5000)).toHaveLength(offsetS < 0 ? 0 : 1)
  }
})

test('listFastApproach() needs two evaluations of each orbit, also for a slow pair with a large miss along any axis', () => {
  // The relative gravity is along the miss, and as large as possible compared with the speed: if a part of d·a were missing, a third
  // step would be needed.
  const speed = Math.sqrt(GM_SGP4 / 6.6e6)
  const [r, v, w] = [
    [6.6e6, 0, 0],
    [0, speed, 0],
    [0, speed * Math.cos(0.05), speed * Math.sin(0.05)],
  ] as const satisfies Vec3[]
  const turns: readonly ((v: Vec3) => Vec3)[] = [
    ([x, y, z]) => [x, y, z],
    ([x, y, z]) => [z, x, y],
    ([x, y, z]) => [y, z, x],
  ]
  for (const turn of turns) {
    let evaluations = 0
    const fly = (place: Vec3, velocity: Vec3): StateAt => {
      return (seconds) => {
        evaluations += 1
        return propagateTwoBody({ r: turn(place), v: turn(velocity) }, seconds - 78, GM_SGP4).state
      }
    }
    const flights = [fly(r, v), fly(add(r, [30_000, 0, 0]), w)] as const
    expect(listFastApproach(flights, stretch(60, 80), 30_001)).toHaveLength(1)
    expect(evaluations).toBe(4)
  }
})
