import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import { addSeconds, secondsBetween } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import type { Vec3 } from '../vec3.ts'
import type { EphemerisState } from './columns.ts'
import { ephemerisDifference } from './difference.ts'
import { makeEphemeris } from './ephemeris.ts'

/** The largest difference is across the orbit, to a millimetre, at its maximum. */
const OUT_OF_TOP_M = 1e-3

/** The interpolation of states every minute has an error of 0.1 mm. */
const INTERPOLATED_DIGITS = 3
/** The motion stays in the plane. */
const IN_PLANE_DIGITS = 6
/** The maximum of a sine is flat: a thousandth of a quarter revolution. */
const FLAT_TOP = 1e-3

const EPOCH = parseTime('2026-01-01T00:00:00')
const [RADIUS_M, STEP_S] = [7e6, 60]
const RATE = Math.sqrt(GM_EARTH / RADIUS_M ** 3)
// The interpolation error of a 60 s ephemeris in low orbit: 0.1 mm (interpolate.ts).
const INTERPOLATED_M = 1e-4

/** A circle in the plane of x and y, ahead by an angle, with an oscillation out of the plane of a given amplitude in metres. */
function circle(minutes: readonly number[], { aheadRad = 0, upM = 0 } = {}) {
  const states = minutes.map((minute): EphemerisState => {
    const angle = RATE * minute * STEP_S + aheadRad
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const speed = RATE * RADIUS_M
    const r: Vec3 = [RADIUS_M * c, RADIUS_M * s, upM * s]
    return { epoch: addSeconds(EPOCH, minute * STEP_S), r, v: [-speed * s, speed * c, upM * RATE * c] }
  })
  return makeEphemeris([{ frame: 'TEME', states }])
}
const minutes = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, k) => from + k)
const span = { from: addSeconds(EPOCH, 600), to: addSeconds(EPOCH, 6_600), samples: 101 }

test('an object ahead on the same circle is below and ahead by the chord, at any time', () => {
  const aheadRad = 1e-4
  const { samples, largest, rmsM } = ephemerisDifference(
    circle(minutes(0, 120)),
    circle(minutes(0, 120), { aheadRad }),
    span,
  )
  const chord = 2 * RADIUS_M * Math.sin(aheadRad / 2)
  expect(samples).toHaveLength(101)
  for (const { rtnM, totalM } of samples) {
    expect(rtnM[0]).toBeCloseTo(-RADIUS_M * (1 - Math.cos(aheadRad)), INTERPOLATED_DIGITS)
    expect(rtnM[1]).toBeCloseTo(RADIUS_M * Math.sin(aheadRad), INTERPOLATED_DIGITS)
    expect(rtnM[2]).toBeCloseTo(0, IN_PLANE_DIGITS)
    expect(Math.abs(totalM - chord)).toBeLessThan(INTERPOLATED_M)
  }
  expect(Math.abs(rmsM - chord)).toBeLessThan(INTERPOLATED_M)
  expect(Math.abs(largest!.totalM - chord)).toBeLessThan(INTERPOLATED_M)
})

test('the largest difference is found between the samples, with its sign and its time', () => {
  const upM = 250
  const { largest, samples } = ephemerisDifference(circle(minutes(0, 120)), circle(minutes(0, 120), { upM }), {
    ...span,
    samples: 7,
  })
  expect(Math.abs(largest!.totalM - upM)).toBeLessThan(INTERPOLATED_M)
  expect(Math.max(...samples.map(({ totalM }) => totalM))).toBeLessThan(upM - 1)
  const quarters = (RATE * secondsBetween(EPOCH, largest!.epoch)) / (Math.PI / 2)
  // A quarter or three quarters of a revolution after the node; the maximum of a sine is flat: 1e-3 of a radian.
  expect(Math.abs(quarters - Math.round(quarters))).toBeLessThan(FLAT_TOP)
  expect(Math.round(quarters) % 2).toBe(1)
  expect(Math.abs(largest!.rtnM[2])).toBeGreaterThan(upM - OUT_OF_TOP_M)
})

test('a time without a state in one of the two has no sample, and without common times there is no result', () => {
  const late = circle(minutes(60, 120), { aheadRad: 1e-5 })
  const { samples } = ephemerisDifference(circle(minutes(0, 120)), late, span)
  expect(secondsBetween(EPOCH, samples[0]!.epoch)).toBeGreaterThanOrEqual(3_600)
  expect(samples.length).toBe(51)
  const nothing = ephemerisDifference(circle(minutes(0, 5)), late, span)
  expect(nothing).toEqual({ samples: [], largest: undefined, rmsM: 0 })
})
