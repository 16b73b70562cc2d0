import { expect, test } from 'vitest'
import { alfano2005 } from './alfano-2005.ts'
import orekit from './orekit.reference.json' with { type: 'json' }

/** Simpson's rule with the number of strips of the source: its error is some thousandths if the radius is many sigmas. */
const SIMPSON_DIGITS = 2

test.each(orekit.cases)('alfano2005() gives its published value for $case', (row) => {
  const miss = { xM: row.xm_m, yM: row.ym_m, sigmaXM: row.sigma_x_m, sigmaYM: row.sigma_y_m }
  const { value, abs_tol_in_source } = row.expected_by_method.Alfano2005
  expect(Math.abs(alfano2005(miss, row.hbr_m) - value)).toBeLessThan(abs_tol_in_source)
})

test('alfano2005() is 0 for a zero radius, 1 for an infinite one, and refuses invalid encounters', () => {
  const miss = { xM: 10, yM: 20, sigmaXM: 30, sigmaYM: 40 }
  expect(alfano2005(miss, 0)).toBe(0)
  expect(alfano2005(miss, Infinity)).toBe(1)
  expect(() => alfano2005({ ...miss, sigmaXM: -1 }, 5)).toThrow('sigmaXM')
  expect(() => alfano2005(miss, -5)).toThrow('radiusM')
})

test('alfano2005() agrees with the closed form for a zero miss, for errors of any size', () => {
  for (const radiusM of [0.1, 1, 5, 30, 200]) {
    const p = alfano2005({ xM: 0, yM: 0, sigmaXM: 1, sigmaYM: 1 }, radiusM)
    expect(p / -Math.expm1((-radiusM * radiusM) / 2)).toBeCloseTo(1, SIMPSON_DIGITS)
  }
})
