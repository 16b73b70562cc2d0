import { expect, test } from 'vitest'
import { solveRate } from './solve-rate.ts'
import { thresholdRates } from './threshold-rates.ts'

/** The threshold has a relative accuracy of 1e-9. */
const SOLVED_RELATIVE = 1e-8

const FLUX_PER_M2_YEAR = 1e-5
const [MINOR_M, MAJOR_M, RADIUS_M] = [60, 200, 5]
const errors = [{ sigmaMinorM: MINOR_M, sigmaMajorM: MAJOR_M, radiusM: RADIUS_M }]
const perYear = (threshold: number) =>
  thresholdRates([{ fluxPerM2Year: FLUX_PER_M2_YEAR, errors }], threshold).manoeuvresPerYear

test('solveRate() inverts the number of manoeuvres: F 2π σ₁σ₂ ln(Pm/Pacc) a year', () => {
  const wished = 2
  const solved = solveRate(wished, perYear)
  if (solved.kind !== 'threshold') throw new Error(solved.kind)
  // Calculated by hand, independently of the code: Pm = R² / (2 σ₁ σ₂).
  const peak = RADIUS_M ** 2 / (2 * MINOR_M * MAJOR_M)
  const byHand = peak * Math.exp(-wished / (FLUX_PER_M2_YEAR * 2 * Math.PI * MINOR_M * MAJOR_M))
  expect(Math.abs(solved.threshold / byHand - 1)).toBeLessThan(SOLVED_RELATIVE)
  expect(perYear(solved.threshold)).toBeLessThanOrEqual(wished)
})

test('solveRate() reports if no threshold needs that many manoeuvres, and refuses a wish that is not positive', () => {
  expect(solveRate(1e6, perYear)).toEqual({ kind: 'always-fewer' })
  expect(() => solveRate(0, perYear)).toThrow(RangeError)
})
