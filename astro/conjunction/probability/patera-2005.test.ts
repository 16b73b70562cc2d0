import { expect, test } from 'vitest'
import { NOT_CONVERGED } from '../../convergence.ts'
import { settledValue } from '../../testing/settled-value.ts'
import { circle2d } from './circle-2d.ts'
import orekit from './orekit.reference.json' with { type: 'json' }
import { patera2005 } from './patera-2005.ts'

/** The exact integral is written with ten digits. */
const EXACT_RELATIVE = 1e-9
/** Two quadratures that each end at 1e-11. */
const ACROSS_MEAN_DIGITS = 10

test.each(orekit.cases)('patera2005() gives its published value for $case', (row) => {
  const miss = { xM: row.xm_m, yM: row.ym_m, sigmaXM: row.sigma_x_m, sigmaYM: row.sigma_y_m }
  const { value, abs_tol_in_source } = row.expected_by_method.Patera2005
  expect(Math.abs(settledValue(patera2005(miss, row.hbr_m)) - value)).toBeLessThan(abs_tol_in_source)
  expect(Math.abs(settledValue(patera2005(miss, row.hbr_m)) / row.pc_exact_integral - 1)).toBeLessThan(EXACT_RELATIVE)
})

test('patera2005() is 0 for a zero radius, 1 for an infinite one, and refuses invalid encounters', () => {
  const miss = { xM: 10, yM: 20, sigmaXM: 30, sigmaYM: 40 }
  expect(settledValue(patera2005(miss, 0))).toBe(0)
  expect(settledValue(patera2005(miss, Infinity))).toBe(1)
  expect(() => patera2005({ ...miss, sigmaXM: -1 }, 5)).toThrow('sigmaXM')
  expect(() => patera2005(miss, -5)).toThrow('radiusM')
})

test('patera2005() is smooth if the edge passes through the mean', () => {
  const miss = { xM: 3, yM: 4, sigmaXM: 2, sigmaYM: 6 }
  for (const radiusM of [4.9, 5, 5.1])
    expect(settledValue(patera2005(miss, radiusM)) / circle2d(miss, radiusM)).toBeCloseTo(1, ACROSS_MEAN_DIGITS)
})

test('patera2005() reports if its steps are too coarse for the smallest sigma', () => {
  // 40 steps for each σ along the edge would be 20 million.
  expect(patera2005({ xM: 0, yM: 1, sigmaXM: 1e-4, sigmaYM: 1 }, 50)).toEqual(NOT_CONVERGED)
})
