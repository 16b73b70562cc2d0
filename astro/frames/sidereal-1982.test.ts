import { expect, test } from 'vitest'
import { fromJulianDate } from '../time/julian-date.ts'
import { julianCenturiesTt } from '../time/tdb.ts'
import type { Ut1 } from '../time/ut1.ts'
import reference from './earth-theory.reference.json' with { type: 'json' }
import { equationOfEquinoxes1994, gmst1982 } from './sidereal-1982.ts'

/** The last digits of products of a few 1e-5. */
const SOFA_EQUINOXES_RAD = 1e-16
/** The rounding of sums of a hundred terms, added in another order. */
const ERFA_EQUINOXES_RAD = 1e-15

// The rounding of a Julian date in two doubles, 1e-11 s of rotation, as in SOFA's own tests.
const SOFA_RAD = 1e-12

/** Returns the days of UT1 since J2000.0 for a Julian date, with a whole first part as in Ut1. */
function ut1(first: number, second: number): Ut1 {
  const days = Math.floor(first - 2_451_545) + Math.floor(second)
  return [days, (first % 1) + (second % 1)]
}
const centuries = (first: number, second: number) => julianCenturiesTt(fromJulianDate([first, second], 'TT'))
const apart = (a: number, b: number) => Math.abs(Math.atan2(Math.sin(a - b), Math.cos(a - b)))

test('gmst1982() agrees with the test program of SOFA', () => {
  const expected = reference.functions.gmst82[0]!.checks[0]!.expected
  expect(apart(gmst1982(ut1(2_400_000.5, 53_736)), expected)).toBeLessThan(SOFA_RAD)
})

test('equationOfEquinoxes1994() agrees with the test program of SOFA', () => {
  const expected = reference.functions.eqeq94[0]!.checks[0]!.expected
  expect(Math.abs(equationOfEquinoxes1994(centuries(2_400_000.5, 41_234)) - expected)).toBeLessThan(SOFA_EQUINOXES_RAD)
})

test('gmst1982() plus equationOfEquinoxes1994() is the apparent sidereal time of SOFA', () => {
  const expected = reference.functions.gst94[0]!.checks[0]!.expected
  const apparent = gmst1982(ut1(2_400_000.5, 53_736)) + equationOfEquinoxes1994(centuries(2_400_000.5, 53_736))
  expect(apart(apparent, expected)).toBeLessThan(SOFA_RAD)
})

test.each(reference.rows)('gmst1982() and equationOfEquinoxes1994() agree with ERFA at $tt', (row) => {
  const [first = 0, second = 0] = row.tt
  expect(apart(gmst1982(ut1(first, second)), row.gmst82)).toBeLessThan(SOFA_RAD)
  expect(Math.abs(equationOfEquinoxes1994(centuries(first, second)) - row.eqeq94)).toBeLessThan(ERFA_EQUINOXES_RAD)
})
