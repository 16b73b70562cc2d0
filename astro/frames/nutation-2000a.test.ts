import { expect, test } from 'vitest'
import { fromJulianDate } from '../time/julian-date.ts'
import { julianCenturiesTt } from '../time/tdb.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import reference from './earth-theory.reference.json' with { type: 'json' }
import { nutation1980 } from './nutation-1980.ts'
import { nutation2000a } from './nutation-2000a.ts'

/** The rounding of a sum of 1,365 terms, the largest 8e-5 rad. */
const ROUNDING_RAD = 2e-15
/** The theory of 1980 is in error by some mas, of a nutation of 17″ (IERS Conventions 2010, §5.5). */
const THEORY_OF_1980_ARCSEC = 0.03

const centuries = (first: number, second: number) => julianCenturiesTt(fromJulianDate([first, second], 'TT'))

test('nutation2000a() agrees with the test program of SOFA', () => {
  const [dpsi, deps] = reference.functions.nut06a[0]!.checks
  const { dpsiRad, depsRad } = nutation2000a(centuries(2_400_000.5, 53_736))
  expect(Math.abs(dpsiRad - dpsi!.expected)).toBeLessThan(ROUNDING_RAD)
  expect(Math.abs(depsRad - deps!.expected)).toBeLessThan(ROUNDING_RAD)
})

test.each(reference.rows)('nutation2000a() agrees with ERFA at $tt', ({ tt, nut06a }) => {
  const { dpsiRad, depsRad } = nutation2000a(centuries(tt[0]!, tt[1]!))
  expect(Math.abs(dpsiRad - nut06a[0]!)).toBeLessThan(ROUNDING_RAD)
  expect(Math.abs(depsRad - nut06a[1]!)).toBeLessThan(ROUNDING_RAD)
})

test('nutation2000a() agrees with the older theory over a century, to the known error of that theory', () => {
  for (let t = -0.5; t <= 0.5; t += 0.0137) {
    const [newer, older] = [nutation2000a(t), nutation1980(t)]
    expect(Math.abs(newer.dpsiRad - older.dpsiRad) / RAD_PER_ARCSEC).toBeLessThan(THEORY_OF_1980_ARCSEC)
    expect(Math.abs(newer.depsRad - older.depsRad) / RAD_PER_ARCSEC).toBeLessThan(THEORY_OF_1980_ARCSEC)
  }
})
