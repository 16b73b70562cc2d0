import { expect, test } from 'vitest'
import { type Mat3, multiply } from '../mat3.ts'
import { fromJulianDate } from '../time/julian-date.ts'
import { julianCenturiesTt } from '../time/tdb.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import reference from './earth-theory.reference.json' with { type: 'json' }
import { nutation1980, nutationMatrix } from './nutation-1980.ts'
import { meanObliquity1980, precession1976 } from './precession-1976.ts'

/** A polynomial of a small argument about 0.4 rad: the last digits. */
const OBLIQUITY_RAD = 1e-15
/** 3e-16 for each of a dozen products of numbers of size 1. */
const ROUNDING = 2e-15
/** SOFA takes the date as two parts at another place, which moves precession by its last digits. */
const SOFA_ROUNDING = 1e-14
/** Rates of a year are printed with two digits, and a year is a hundredth of the series' unit. */
const LIESKE_ARCSEC_DIGITS = 2

const { functions, rows } = reference
const centuries = (first: number, second: number) => julianCenturiesTt(fromJulianDate([first, second], 'TT'))

function expectSame(actual: Mat3, expected: readonly number[], tolerance: number): void {
  actual.flat().forEach((value, index) => {
    expect(Math.abs(value - expected[index]!)).toBeLessThan(tolerance)
  })
}

/** To the true equator and equinox of date from EME2000. */
const toTrueOfDate = (t: number) => multiply(nutationMatrix(meanObliquity1980(t), nutation1980(t)), precession1976(t))

test('the equinox runs 50.29″ a year along the ecliptic, and the pole 20.04″ to the equinox', () => {
  // Lieske and others, 1977: general precession in right ascension 46.12″, in declination 20.04″ a year, at J2000.0.
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
