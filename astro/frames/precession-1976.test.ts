import { expect, test } from 'vitest'
import { type Mat3, multiply } from '../mat3.ts'
import { fromJulianDate } from '../time/julian-date.ts'
import { julianCenturiesTt } from '../time/tdb.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import reference from './earth-theory.reference.json' with { type: 'json' }
import { nutation1980, nutationMatrix } from './nutation-1980.ts'
import { meanObliquity1980, precession1976 } from './precession-1976.ts'

/** The last digits of a polynomial with a value near 0.4 rad. */
const OBLIQUITY_RAD = 1e-15
/** 3e-16 for each of a dozen products of numbers of size 1. */
const ROUNDING = 2e-15
/** SOFA splits the date at another place, which changes the last digits of precession. */
const SOFA_ROUNDING = 1e-14
/** Rates per year are printed with two digits, and a year is a hundredth of the unit of the series. */
const LIESKE_ARCSEC_DIGITS = 2

const { functions, rows } = reference
const centuries = (first: number, second: number) => julianCenturiesTt(fromJulianDate([first, second], 'TT'))

function expectSame(actual: Mat3, expected: readonly number[], tolerance: number): void {
  actual.flat().forEach((value, index) => {
    expect(Math.abs(value - expected[index]!)).toBeLessThan(tolerance)
  })
}

/** Returns the rotation from EME2000 to the true equator and equinox of date. */
const toTrueOfDate = (t: number) => multiply(nutationMatrix(meanObliquity1980(t), nutation1980(t)), precession1976(t))

test('precession1976() moves the equinox by 50.29″ a year and the pole by 20.04″', () => {
  // Lieske and others, 1977, at J2000.0: general precession of 46.12″ a year in right ascension and of 20.04″ in declination.
  const year = precession1976(0.01)
  const arcsec = (rad: number) => rad / RAD_PER_ARCSEC
  expect(arcsec(year[1][0])).toBeCloseTo(46.124, LIESKE_ARCSEC_DIGITS)
  expect(arcsec(year[2][0])).toBeCloseTo(20.043, LIESKE_ARCSEC_DIGITS)
  expect(precession1976(0).flat().map(Math.abs)).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1])
})

test('obliquity, precession and nutation of 1976 and 1980 agree with the test program of SOFA', () => {
  const matrix = (name: 'pmat76' | 'pnm80') => functions[name][0]!.checks.map(({ expected }) => expected)
  const t = centuries(2_400_000.5, 50_123.9999)
  expectSame(precession1976(t), matrix('pmat76'), SOFA_ROUNDING)
  expectSame(toTrueOfDate(t), matrix('pnm80'), SOFA_ROUNDING)
  const obliquity = meanObliquity1980(centuries(2_400_000.5, 54_388))
  expect(Math.abs(obliquity - functions.obl80[0]!.checks[0]!.expected)).toBeLessThan(OBLIQUITY_RAD)
})

test.each(rows)('precession and nutation of 1976 and 1980 agree with ERFA at $tt', ({ tt, pmat76, pnm80 }) => {
  const t = centuries(tt[0]!, tt[1]!)
  expectSame(precession1976(t), pmat76.flat(), ROUNDING)
  expectSame(toTrueOfDate(t), pnm80.flat(), ROUNDING)
})
