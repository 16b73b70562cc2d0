import { expect, test } from 'vitest'
import { fromJulianDate } from '../time/julian-date.ts'
import { julianCenturiesTt } from '../time/tdb.ts'
import type { Ut1 } from '../time/ut1.ts'
import reference from './earth-theory.reference.json' with { type: 'json' }
import { equationOfEquinoxes1994, gmst1982 } from './sidereal-1982.ts'

/** Products of a few 1e-5: their last digits. */
const SOFA_EQUINOXES_RAD = 1e-16
/** Sums of a hundred terms, in another order. */
const ERFA_EQUINOXES_RAD = 1e-15

// Rounding of a Julian date in two doubles, 1e-11 s of rotation, as SOFA's own tests allow.
const SOFA_RAD = 1e-12

/** Days of UT1 since J2000.0 of a Julian date, the first part whole as Ut1 wants it. */
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

test('gmst1982() and equationOfEquinoxes1994() add up to the apparent time of SOFA', () => {
  const expected = reference.functions.gst94[0]!.checks[0]!.expected
  const apparent = gmst1982(ut1(2_400_000.5, 53_736)) + equationOfEquinoxes1994(centuries(2_400_000.5, 53_736))
  expect(apart(apparent, expected)).toBeLessThan(SOFA_RAD)
})

test.each(reference.rows)('gmst1982() and equationOfEquinoxes1994() agree with ERFA at $tt', (row) => {
  const [first = 0, second = 0] = row.tt
  expect(apart(gmst1982(ut1(first, second)), row.gmst82)).toBeLessThan(SOFA_RAD)
  expect(Math.abs(equationOfEquinoxes1994(centuries(first, second)) - row.eqeq94)).toBeLessThan(ERFA_EQUINOXES_RAD)
})
