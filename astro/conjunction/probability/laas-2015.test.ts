import { expect, test } from 'vitest'
import { NOT_CONVERGED } from '../../convergence.ts'
import { settledValue } from '../../testing/settled-value.ts'
import { laas2015 } from './laas-2015.ts'
import orekit from './orekit.reference.json' with { type: 'json' }

/** The exact integral is written with ten digits. */
const EXACT_RELATIVE = 1e-9
/** 270² is beyond the 1e4 up to which the series has its stated accuracy: five digits are left. */
const WIDE_RADIUS_RELATIVE = 1e-5

test.each(orekit.cases.filter((row) => row.case !== 'AlfanoTestCase5'))(
  'laas2015() gives its published value for $case',
  (row) => {
    const miss = { xM: row.xm_m, yM: row.ym_m, sigmaXM: row.sigma_x_m, sigmaYM: row.sigma_y_m }
    const { value, abs_tol_in_source } = row.expected_by_method.Laas2015
    expect(Math.abs(settledValue(laas2015(miss, row.hbr_m)) - value)).toBeLessThan(abs_tol_in_source)
    expect(Math.abs(settledValue(laas2015(miss, row.hbr_m)) / row.pc_exact_integral - 1)).toBeLessThan(EXACT_RELATIVE)
  },
)

test('laas2015() has five digits for a radius of 270 sigmas', () => {
  // A covariance of 4 cm by 178 m with a radius of 10 m; Orekit's own value, 4.4507e-2, differs by 6e-5.
  const row = orekit.cases.find((candidate) => candidate.case === 'AlfanoTestCase5')!
  const miss = { xM: row.xm_m, yM: row.ym_m, sigmaXM: row.sigma_x_m, sigmaYM: row.sigma_y_m }
  expect(Math.abs(settledValue(laas2015(miss, row.hbr_m)) / row.pc_exact_integral - 1)).toBeLessThan(
    WIDE_RADIUS_RELATIVE,
  )
})

test('laas2015() is 0 for a zero radius, 1 for an infinite one, and refuses invalid encounters', () => {
  const miss = { xM: 10, yM: 20, sigmaXM: 30, sigmaYM: 40 }
  expect(settledValue(laas2015(miss, 0))).toBe(0)
  expect(settledValue(laas2015(miss, Infinity))).toBe(1)
  expect(() => laas2015({ ...miss, sigmaXM: -1 }, 5)).toThrow('sigmaXM')
  expect(() => laas2015(miss, -5)).toThrow('radiusM')
})

test('laas2015() reports if its series does not converge', () => {
  // The number of terms grows with R² / σ², here 10⁶.
  expect(laas2015({ xM: 0, yM: 1, sigmaXM: 1, sigmaYM: 1 }, 1_000)).toEqual(NOT_CONVERGED)
})
