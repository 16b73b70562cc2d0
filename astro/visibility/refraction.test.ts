import { expect, test } from 'vitest'
import { degToRad, radToDeg } from '../units.ts'
import { refraction, STANDARD_AIR } from './refraction.ts'

/** The almanac prints tenths of a minute; the formula is 0.1′ from Bennett's, and that 0.07′ from the almanac. */
const ALMANAC_ARCMIN = 0.2
/** At the horizon both formulas of their time differ by this much, and real air by ten times as much. */
const HORIZON_ARCMIN = 0.5
/** What is added so that the zenith has 0 is written to 1e-7′. */
const ZENITH_ARCMIN = 5e-8
/** Over 2e-6° the refraction changes by its slope, up to 10′ a degree, and no more. */
const NO_JUMP_ARCMIN = 2e-5
/** Quotients of the formula's own values. */
const RATIO_DIGITS = 14
/** 0.966 has three digits. */
const PRINTED_DIGITS = 3

const arcminutes = (elevationDeg: number, air = STANDARD_AIR) => radToDeg(refraction(degToRad(elevationDeg), air)) * 60

test.each([
  // Apparent elevation and refraction, deg and arcminutes: The Nautical Almanac, altitude correction tables, 1010 hPa and 10 °C.
  [5, 9.8],
  [10, 5.3],
  [15, 3.6],
  [20, 2.6],
  [30, 1.7],
  [45, 1.0],
  [60, 0.6],
  [75, 0.3],
])('at an apparent %d° the air lifts by the %d′ of the almanac', (apparentDeg, expected) => {
  // The almanac starts from what is seen, the formula from where the object is.
  expect(Math.abs(arcminutes(apparentDeg - expected / 60) - expected)).toBeLessThan(ALMANAC_ARCMIN)
})

test('what is seen on the horizon is 34′ below it: the whole Sun is under it when it sets', () => {
  expect(Math.abs(arcminutes(-34 / 60) - 34)).toBeLessThan(HORIZON_ARCMIN)
  expect(arcminutes(-34 / 60)).toBeGreaterThan(32)
})

test('nothing is lifted at the zenith, nor at the nadir, and less the higher it stands', () => {
  expect(Math.abs(arcminutes(90))).toBeLessThan(ZENITH_ARCMIN)
  expect(arcminutes(-90)).toBe(0)
  const heights = Array.from({ length: 91 }, (_, k) => arcminutes(k))
  expect(heights.toSorted((a, b) => b - a)).toEqual(heights)
  for (const deg of [0, 20, 60, 89]) expect(arcminutes(deg)).toBeGreaterThan(0)
})

test('below the horizon it fades out without a jump, so that rising objects rise', () => {
  for (const deg of [-1, -45, -89])
    expect(Math.abs(arcminutes(deg + 1e-6) - arcminutes(deg - 1e-6))).toBeLessThan(NO_JUMP_ARCMIN)
  const apparent = Array.from({ length: 181 }, (_, k) => k - 90 + arcminutes(k - 90) / 60)
  expect(apparent.toSorted((a, b) => a - b)).toEqual(apparent)
  // Half-way down half of what there is at −1°, over 89 degrees.
  expect(arcminutes(-45.5) / arcminutes(-1)).toBeCloseTo(0.5, RATIO_DIGITS)
})

test('thin air bends less, in proportion to its density, which is pressure over temperature', () => {
  // Half of the pressure at 5.5 km; at 20 °C the air of the almanac would be 3.4 % thinner.
  expect(arcminutes(10, { pressurePa: 50_500, temperatureK: 283 }) / arcminutes(10)).toBeCloseTo(0.5, RATIO_DIGITS)
  expect(arcminutes(10, { pressurePa: 101_000, temperatureK: 293 }) / arcminutes(10)).toBeCloseTo(0.966, PRINTED_DIGITS)
  expect(arcminutes(10, { pressurePa: 0, temperatureK: 283 })).toBe(0)
})
