import { expect, test } from 'vitest'
import { fromJulianDate } from '../time/julian-date.ts'
import { julianCenturiesTt } from '../time/tdb.ts'
import reference from './earth-theory.reference.json' with { type: 'json' }
import { nutation1980 } from './nutation-1980.ts'

// The arguments grow to 1e5 rad, so they have an error of 1e-11 rad for an amplitude of 8e-5 rad; the rest is rounding of the sum.
const ROUNDING_RAD = 1e-15

const centuries = (first: number, second: number) => julianCenturiesTt(fromJulianDate([first, second], 'TT'))

test('nutation1980() agrees with the test program of SOFA', () => {
  const [dpsi, deps] = reference.functions.nut80[0]!.checks
  const { dpsiRad, depsRad } = nutation1980(centuries(2_400_000.5, 53_736))
  expect(Math.abs(dpsiRad - dpsi!.expected)).toBeLessThan(ROUNDING_RAD)
  expect(Math.abs(depsRad - deps!.expected)).toBeLessThan(ROUNDING_RAD)
})

test.each(reference.rows)('nutation1980() agrees with ERFA at $tt', ({ tt, nut80 }) => {
  const { dpsiRad, depsRad } = nutation1980(centuries(tt[0]!, tt[1]!))
  expect(Math.abs(dpsiRad - nut80[0]!)).toBeLessThan(ROUNDING_RAD)
  expect(Math.abs(depsRad - nut80[1]!)).toBeLessThan(ROUNDING_RAD)
})
