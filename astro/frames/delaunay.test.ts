import { expect, test } from 'vitest'
import { addSeconds } from '../time/epoch.ts'
import { parseTime } from '../time/parse-time.ts'
import { toUt1 } from '../time/ut1.ts'
import { radToDeg } from '../units.ts'
import { arcsecPolynomial, polynomial, RAD_PER_ARCSEC } from './angle.ts'
import { delaunayArguments } from './delaunay.ts'
import { tioLocator } from './polar-motion.ts'
import { precession1976 } from './precession-1976.ts'

/**
 * Meeus prints the theory of 1980 with four digits behind the point; the newer one differs by less than half a
 * thousandth.
 */
const MEEUS_DEG_DIGITS = 3
/** One product and one sum of numbers about one. */
const ROUNDING_DIGITS = 14
/** Rates of a year are printed with two digits, and a year is a hundredth of the series' unit. */
const LIESKE_ARCSEC_DIGITS = 2
/** 47 µas in units of an arcsecond: the product rounds at 1e-21. */
const TIO_DIGITS = 18

/** The periods below are printed with this many digits. */
const PERIOD_RELATIVE = 1e-6
const CENTURY_DAYS = 36_525

test('the Moon and the Sun return after the months and years of the almanac', () => {
  // Days: anomalistic month, anomalistic year, draconic month, synodic month, nodal period (Meeus, chapters 47 and 49; Chapront).
  const periods = [27.554_55, 365.259_64, 27.212_221, 29.530_589, -6798.38]
  const day = 1 / CENTURY_DAYS
  for (const [k, published] of periods.entries()) {
    const [before, after] = [-day, day].map((t) => delaunayArguments(t)[k]!)
    const turn = Math.atan2(Math.sin(after! - before!), Math.cos(after! - before!))
    expect(Math.abs((4 * Math.PI) / turn / published - 1)).toBeLessThan(PERIOD_RELATIVE)
  }
})

test('at J2000.0 the Moon is 134.96° from its perigee, and its node at 125.04°', () => {
  // Meeus, eq. 47.2 to 47.7: D, l', l, F, Ω of the same theory.
  const found = delaunayArguments(0).map(radToDeg)
  for (const [k, published] of [134.963_4, 357.529_1, 93.272_1, 297.850_2, 125.044_5].entries())
    expect(found[k]).toBeCloseTo(published, MEEUS_DEG_DIGITS)
})

test('polynomials are summed from their highest power, and angles stay within a turn', () => {
  expect(polynomial(2, [1, 10, 100, 1000])).toBe(1 + 20 + 400 + 8000)
  expect(polynomial(5, [])).toBe(0)
  expect(arcsecPolynomial(1, [0, 1_296_000])).toBe(0)
  expect(arcsecPolynomial(-1, [0, 1_296_000 + 3600])).toBeCloseTo(-Math.PI / 180, ROUNDING_DIGITS)
  expect(180 * 3600 * RAD_PER_ARCSEC).toBeCloseTo(Math.PI, ROUNDING_DIGITS)
})

test('the equinox runs 50.29″ a year along the ecliptic, and the pole 20.04″ to the equinox', () => {
  // Lieske and others, 1977: general precession in right ascension 46.12″, in declination 20.04″ a year, at J2000.0.
  const year = precession1976(0.01)
  const arcsec = (rad: number) => rad / RAD_PER_ARCSEC
  expect(arcsec(year[1][0])).toBeCloseTo(46.124, LIESKE_ARCSEC_DIGITS)
  expect(arcsec(year[2][0])).toBeCloseTo(20.043, LIESKE_ARCSEC_DIGITS)
  expect(precession1976(0).flat().map(Math.abs)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
})

test('the TIO locator runs by 47 µas a century, backwards', () => {
  expect(tioLocator(1) / RAD_PER_ARCSEC).toBeCloseTo(-47e-6, TIO_DIGITS)
  expect(Math.abs(tioLocator(0))).toBe(0)
})

test('toUt1() counts days from noon of 2000-01-01, whole ones apart, and lags by UT1 − TAI', () => {
  // At J2000.0 TAI the origin itself, less the 32 s and a third by which UT1 was behind TAI.
  const noon = addSeconds(parseTime('2000-01-01T12:00:00'), -32)
  expect(toUt1(noon, 0)).toEqual([0, 0])
  const [days, fraction] = toUt1(addSeconds(noon, 86_400 * 9574.5), -37.5)
  expect(days).toBe(9574)
  expect(fraction).toBeCloseTo(0.5 - 37.5 / 86_400, ROUNDING_DIGITS)
  const [before, rest] = toUt1(addSeconds(noon, -1), 0)
  expect([before, rest]).toEqual([-1, 86_399 / 86_400])
})
