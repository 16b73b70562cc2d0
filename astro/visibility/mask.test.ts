import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import {
  finestStep,
  flatMask,
  lowestElevation,
  makeMask,
  maskElevation,
  maskFromDegrees,
  maskOfHorizon,
} from './mask.ts'

const DEG = Math.PI / 180
/** The rounding of angles of up to a full circle, in degrees and back. */
const ROUNDING_DEG = 1e-10
/** The rounding of angles of up to 360° is 6e-14°, and their conversion to radians adds a relative 5e-14. */
const ANGLE_DEG_DIGITS = 13
/** 359.999 999 999 99° is 1e-11° before north, where the line of 5° per 180° is 2.8e-13° lower. */
const BEFORE_NORTH_DEG_DIGITS = 12
/** The rounding of a full circle in radians. */
const TURN_RAD_DIGITS = 14

const elevationDeg = (mask: ReturnType<typeof flatMask>, azimuthDeg: number) =>
  maskElevation(mask, azimuthDeg * DEG) / DEG

test.each([
  [0, 10],
  [45, 15],
  [90, 20],
  [135, 12.5],
  [180, 5],
  // Across north, from 5° at 180° to 10° at 360°.
  [270, 7.5],
  [359.999_999_999_99, 10],
  [-90, 7.5],
  [450, 20],
])('maskElevation() is on the straight line between the corners: at %d° it is %d°', (azimuth, elevation) => {
  const corners = [
    [180, 5],
    [0, 10],
    [90, 20],
  ] as const
  expect(elevationDeg(maskFromDegrees(corners), azimuth)).toBeCloseTo(elevation, BEFORE_NORTH_DEG_DIGITS)
  // Neither the order of the corners nor full circles matter.
  const turned = corners.map(([az, el]) => [az - 720, el] as const).toReversed()
  expect(elevationDeg(maskFromDegrees(turned), azimuth)).toBeCloseTo(elevation, BEFORE_NORTH_DEG_DIGITS)
})

test('maskElevation() before the first corner is on the line across north', () => {
  // From 8° at 300° to 2° at 60°, 120° farther: 5° at north, half way.
  const mask = maskFromDegrees([
    [60, 2],
    [300, 8],
  ])
  expect(elevationDeg(mask, 0)).toBeCloseTo(5, ANGLE_DEG_DIGITS)
  expect(elevationDeg(mask, 30)).toBeCloseTo(3.5, ANGLE_DEG_DIGITS)
  expect(elevationDeg(mask, 330)).toBeCloseTo(6.5, ANGLE_DEG_DIGITS)
  expect(elevationDeg(mask, 180)).toBeCloseTo(5, ANGLE_DEG_DIGITS)
})

test('flatMask() is constant, and its step is a full circle', () => {
  const mask = flatMask(0.1)
  for (const azimuth of [-4, 0, 1, 3, 6.2, 100]) expect(maskElevation(mask, azimuth)).toBe(0.1)
  expect(lowestElevation(mask)).toBe(0.1)
  expect(finestStep(mask)).toBeCloseTo(2 * Math.PI, TURN_RAD_DIGITS)
})

test('lowestElevation() and finestStep() use the corners, also across north', () => {
  const mask = maskFromDegrees([
    [10, 3],
    [100, -2],
    [350, 8],
  ])
  expect(lowestElevation(mask) / DEG).toBeCloseTo(-2, ANGLE_DEG_DIGITS)
  // From 350° to 10°.
  expect(finestStep(mask) / DEG).toBeCloseTo(20, ANGLE_DEG_DIGITS)
  expect(
    finestStep(
      maskFromDegrees([
        [10, 3],
        [25, -2],
        [200, 8],
      ]),
    ) / DEG,
  ).toBeCloseTo(15, ANGLE_DEG_DIGITS)
})

test('makeMask() refuses an invalid horizon, and names the wrong value', () => {
  expect(() => makeMask([])).toThrow('an elevation mask needs a point')
  const point = (azimuthRad: number, elevationRad: number) => () => makeMask([{ azimuthRad, elevationRad }])
  expect(point(Number.NaN, 0)).toThrow('azimuth NaN rad of an elevation mask is no angle')
  expect(point(Number.POSITIVE_INFINITY, 0)).toThrow('is no angle')
  expect(point(0, 1.571)).toThrow('elevation 1.571 rad of an elevation mask is not in -π/2 to π/2')
  expect(point(0, -1.571)).toThrow('is not in -π/2 to π/2')
  expect(point(0, Number.NaN)).toThrow('is not in -π/2 to π/2')
  for (const elevation of [Math.PI / 2, -Math.PI / 2]) expect(point(0, elevation)).not.toThrow()
  expect(() =>
    maskFromDegrees([
      [0, 1],
      [90, 1],
      [360, 2],
    ]),
  ).toThrow('has azimuth 0 rad twice')
})

test('maskOfHorizon() is the higher of the horizon and the least elevation at every azimuth', () => {
  const corner = fc.record({ azimuth: fc.integer({ min: 0, max: 359 }), elevation: realBetween(0, 30) })
  const horizons = fc.uniqueArray(corner, { minLength: 1, maxLength: 8, selector: ({ azimuth }) => azimuth })
  fc.assert(
    fc.property(horizons, realBetween(0, 30), realBetween(0, 360), (horizon, leastDeg, azimuth) => {
      const sorted = [...horizon].sort((a, b) => a.azimuth - b.azimuth)
      const after = sorted.find((one) => one.azimuth > azimuth) ?? sorted[0]!
      const before = sorted.findLast((one) => one.azimuth <= azimuth) ?? sorted.at(-1)!
      const width = (after.azimuth - before.azimuth + 360) % 360 || 360
      const share = ((azimuth - before.azimuth + 360) % 360) / width
      const line = before.elevation + share * (after.elevation - before.elevation)
      const found = elevationDeg(maskOfHorizon(horizon, leastDeg), azimuth)
      expect(Math.abs(found - Math.max(line, leastDeg))).toBeLessThan(ROUNDING_DEG)
    }),
  )
  // 30 corners of 0° to 29° are each at the least elevation: after conversion to radians and back some differ by an ulp.
  for (let least = 0; least < 30; least += 1) {
    const horizon = Array.from({ length: 30 }, (_, k) => ({ azimuth: 12 * k, elevation: k }))
    const mask = maskOfHorizon(horizon, least)
    for (const { azimuth, elevation } of horizon)
      expect(elevationDeg(mask, azimuth)).toBeCloseTo(Math.max(elevation, least), ANGLE_DEG_DIGITS)
  }
  expect(maskOfHorizon([], 5)).toEqual(flatMask(5 * DEG))
  // 360° is north.
  expect(elevationDeg(maskOfHorizon([{ azimuth: 360, elevation: 7 }], 5), 123)).toBeCloseTo(7, ANGLE_DEG_DIGITS)
})
