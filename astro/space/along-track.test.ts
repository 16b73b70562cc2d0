import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { toCartesian } from '../orbit/elements.ts'
import { propagateTwoBody } from '../orbit/two-body.ts'
import { add, scale, type Vec3 } from '../vec3.ts'
import { alongTrack, entryInto } from './along-track.ts'

const RADIUS_M = 7_000_000
const circle = (axisM: number, anomaly: number) =>
  toCartesian(
    { semiMajorAxisM: axisM, eccentricity: 0, incRad: 1.7, raanRad: 0.3, argPeriapsisRad: 0, trueAnomalyRad: anomaly },
    GM_EARTH,
  )
const rateAt = (axisM: number) => Math.sqrt(GM_EARTH / axisM ** 3)
/** Rounding of places of 7000 km, and of the angle between them. */
const [ROUNDING_M, ROUNDING_S] = [1e-6, 1e-9]

test.each([1, -30, 179])('an object %d° ahead on the same circle is that arc and that time ahead', (degrees) => {
  const angle = (degrees * Math.PI) / 180
  const { arcM, aheadS } = alongTrack(circle(RADIUS_M, 2), circle(RADIUS_M, 2 + angle).r)
  expect(Math.abs(arcM - RADIUS_M * angle)).toBeLessThan(ROUNDING_M)
  expect(Math.abs(aheadS - angle / rateAt(RADIUS_M))).toBeLessThan(ROUNDING_S)
})

/** Half the square of the distance over the radius: 50 m for 26 km; the plane is 4 km away. */
const NEAR_M = 60

test('for a near object it is the along-track part of the relative place', () => {
  const own = circle(RADIUS_M, 0.4)
  // Radial, along-track and cross written out: R = r/|r|, W = r × v/|r × v|, S = W × R (Vallado, Fundamentals of Astrodynamics, 4th ed., 3.3).
  const [x, y, z] = own.r
  const R: Vec3 = [x / RADIUS_M, y / RADIUS_M, z / RADIUS_M]
  const [vx, vy, vz] = own.v
  const h = [y * vz - z * vy, z * vx - x * vz, x * vy - y * vx] as const
  const W = scale(h, 1 / Math.hypot(...h))
  const S: Vec3 = [W[1] * R[2] - W[2] * R[1], W[2] * R[0] - W[0] * R[2], W[0] * R[1] - W[1] * R[0]]
  const other = add(own.r, add(scale(R, 2_000), add(scale(S, 26_000), scale(W, -4_000))))
  // Seen from the Earth's centre, 2 km higher make the angle smaller by 2/7000.
  expect(Math.abs(alongTrack(own, other).arcM - 26_000 * (RADIUS_M / (RADIUS_M + 2_000)))).toBeLessThan(NEAR_M)
})

/** Two circles of different height, the other one 20 km behind and 1 km lower. */
const [LOWER_M, BEHIND_M, BOX_M] = [1_000, 20_000, 3_000]
const own = circle(RADIUS_M, 0)
const other = circle(RADIUS_M - LOWER_M, -BEHIND_M / RADIUS_M)
const flown = (state: typeof own, seconds: number) => propagateTwoBody(state, seconds, GM_EARTH).state
const at = (seconds: number) => alongTrack(flown(own, seconds), flown(other, seconds).r).arcM
const samplesEach = (stepS: number, toS: number) => {
  const times = Array.from({ length: Math.floor(toS / stepS) + 1 }, (_, k) => k * stepS)
  return { times, values: times.map(at), at }
}
const HALF_TURN = { turn: Math.PI * RADIUS_M }
/** A millisecond, in which 10 km a revolution are 2 mm. */
const TIME_S = 1e-3
/** The next order of 1 km of 7000 km. */
const ORDER_SHARE = 5e-4

test('a lower object comes nearer by 3π times the height in a revolution, and enters the box when Kepler has it there', () => {
  const entered = entryInto(samplesEach(120, 40_000), { limit: BOX_M, since: 0, ...HALF_TURN }) ?? Number.NaN
  const exact = (BEHIND_M - BOX_M) / RADIUS_M / (rateAt(RADIUS_M - LOWER_M) - rateAt(RADIUS_M))
  expect(Math.abs(entered - exact)).toBeLessThan(TIME_S)
  const revolutions = (BEHIND_M - BOX_M) / (3 * Math.PI * LOWER_M)
  const expected = (revolutions * 2 * Math.PI) / rateAt(RADIUS_M)
  expect(Math.abs(entered / expected - 1)).toBeLessThan(ORDER_SHARE)
})

test('it enters between two samples that are beyond the box on both sides, and not twice', () => {
  const entered = entryInto(samplesEach(15_000, 60_000), { limit: BOX_M, since: 0, ...HALF_TURN }) ?? Number.NaN
  const fine = entryInto(samplesEach(120, 60_000), { limit: BOX_M, since: 0, ...HALF_TURN }) ?? Number.NaN
  expect(Math.abs(entered - fine)).toBeLessThan(TIME_S)
  // Having passed, it does not come back before it is half a revolution ahead, a thousand days later.
  expect(entryInto(samplesEach(120, 60_000), { limit: BOX_M, since: 30_000, ...HALF_TURN })).toBeUndefined()
})

test('times may be milliseconds since 1970, whose doubles are 0.2 µs apart', () => {
  const startMs = Date.UTC(2026, 10, 20)
  const { times, values } = samplesEach(120, 40_000)
  const since = { times: times.map((seconds) => startMs + 1_000 * seconds), values }
  const inMs = { ...since, at: (ms: number) => at((ms - startMs) / 1_000) }
  const entered = entryInto(inMs, { limit: BOX_M, since: startMs, ...HALF_TURN }) ?? Number.NaN
  const plain = entryInto(samplesEach(120, 40_000), { limit: BOX_M, since: 0, ...HALF_TURN }) ?? Number.NaN
  expect(Math.abs((entered - startMs) / 1_000 - plain)).toBeLessThan(TIME_S)
})

test('what is inside at once enters at once; the jump from half a revolution ahead to behind is no entry; a gap is not bridged', () => {
  const within = { limit: 3, since: 5, turn: 100 }
  const of = (values: number[], value: (time: number) => number | undefined) =>
    entryInto({ times: values.map((_, k) => 10 * k), values, at: value }, within)
  expect(of([50, 2, 1], () => 1)).toBe(5)
  expect(of([90, 99, -99, -80], () => 90)).toBeUndefined()
  expect(of([50, Number.NaN, 2, 1], (time) => (time > 12 ? 2 : undefined))).toBe(20)
})
