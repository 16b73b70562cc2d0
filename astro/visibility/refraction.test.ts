import { expect, test } from 'vitest'
import { degToRad, radToDeg } from '../units.ts'
import { refraction, STANDARD_AIR } from './refraction.ts'

/** The almanac prints tenths of a minute; the formula differs by 0.1′ from Bennett's, which differs by 0.07′ from the almanac. */
const ALMANAC_ARCMIN = 0.2
/** At the horizon the two formulas differ by this, and the real atmosphere by ten times as much. */
const HORIZON_ARCMIN = 0.5
/** The constant that makes the refraction at the zenith 0 is written to 1e-7′. */
const ZENITH_ARCMIN = 5e-8
/** Over 2e-6° the refraction changes only by its slope, up to 10′ a degree. */
const NO_JUMP_ARCMIN = 2e-5
/** The rounding of quotients of the formula's own values. */
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
])("at an apparent %d° the refraction agrees with the almanac's %d′", (apparentDeg, expected) => {
  // The almanac uses the apparent elevation, the formula the true one.
  expect(Math.abs(arcminutes(apparentDeg - expected / 60) - expected)).toBeLessThan(ALMANAC_ARCMIN)
})

test('an object that appears on the horizon is 34′ below it: at sunset the whole Sun is below the horizon', () => {
  expect(Math.abs(arcminutes(-34 / 60) - 34)).toBeLessThan(HORIZON_ARCMIN)
  expect(arcminutes(-34 / 60)).toBeGreaterThan(32)
})

test('refraction is zero at the zenith and at the nadir, and decreases with the elevation', () => {
  expect(Math.abs(arcminutes(90))).toBeLessThan(ZENITH_ARCMIN)
  expect(arcminutes(-90)).toBe(0)
  const heights = Array.from({ length: 91 }, (_, k) => arcminutes(k))
  expect(heights.toSorted((a, b) => b - a)).toEqual(heights)
  for (const deg of [0, 20, 60, 89]) expect(arcminutes(deg)).toBeGreaterThan(0)
})

test('below the horizon refraction decreases to zero without a jump, so that rising objects rise', () => {
  for (const deg of [-1, -45, -89])
    expect(Math.abs(arcminutes(deg + 1e-6) - arcminutes(deg - 1e-6))).toBeLessThan(NO_JUMP_ARCMIN)
  const apparent = Array.from({ length: 181 }, (_, k) => k - 90 + arcminutes(k - 90) / 60)
  expect(apparent.toSorted((a, b) => a - b)).toEqual(apparent)
  // Half-way down it is half of the value at −1°, over 89 degrees.
  expect(arcminutes(-45.5) / arcminutes(-1)).toBeCloseTo(0.5, RATIO_DIGITS)
})

test('a thinner atmosphere refracts less, in proportion to its density, pressure over temperature', () => {
  // Half of the pressure at 5.5 km; at 20 °C the almanac's atmosphere would be 3.4 % thinner.
  expect(arcminutes(10, { pressurePa: 50_500, temperatureK: 283 }) / arcminutes(10)).toBeCloseTo(0.5, RATIO_DIGITS)
  expect(arcminutes(10, { pressurePa: 101_000, temperatureK: 293 }) / arcminutes(10)).toBeCloseTo(0.966, PRINTED_DIGITS)
  expect(arcminutes(10, { pressurePa: 0, temperatureK: 283 })).toBe(0)
})
