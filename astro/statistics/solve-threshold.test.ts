import { expect, test } from 'vitest'
import { solveThreshold } from './solve-threshold.ts'
import { probabilityOverLife, thresholdRates } from './threshold-rates.ts'

/** The threshold has a relative accuracy of 1e-9, and so has the residual probability. */
const SOLVED_RELATIVE = 1e-9

const CLASSES = [{ fluxPerM2Year: 1e-5, errors: [{ sigmaMinorM: 60, sigmaMajorM: 200, radiusM: 5 }] }]
const overLife = (years: number) => (threshold: number) =>
  probabilityOverLife(thresholdRates(CLASSES, threshold).residualPerYear, years)

test('solveThreshold() finds the threshold that exactly meets a limit over the life', () => {
  const life = overLife(10)
  const solved = solveThreshold(1e-3, life)
  if (solved.kind !== 'threshold') throw new Error(solved.kind)
  expect(Math.abs(life(solved.threshold) / 1e-3 - 1)).toBeLessThan(SOLVED_RELATIVE)
  // With a threshold of x times the peak R²/(2 σ₁ σ₂), F π R² x remains without manoeuvres, and each of the F 2π σ₁σ₂ ln(1/x) manoeuvres leaves
  // 0.03 of the threshold.
  const x = solved.threshold / (5 ** 2 / (2 * 60 * 200))
  const leftPerYear = 1e-5 * Math.PI * 5 ** 2 * x * (1 + 0.03 * Math.log(1 / x))
  expect(Math.abs((1 - Math.exp(-10 * leftPerYear)) / 1e-3 - 1)).toBeLessThan(SOLVED_RELATIVE)
})

test('solveThreshold() is lower for a longer life, as in table 1 of Hall (2019)', () => {
  const found = [2, 5, 10, 15].map((years) => {
    const solved = solveThreshold(1e-3, overLife(years))
    return solved.kind === 'threshold' ? solved.threshold : Number.NaN
  })
  expect(found.every((threshold, i) => i === 0 || threshold < found[i - 1]!)).toBe(true)
})

test('solveThreshold() reports if no manoeuvre is needed, and if no threshold is enough', () => {
  expect(solveThreshold(1e-2, overLife(10))).toEqual({ kind: 'none-needed' })
  expect(solveThreshold(1e-3, () => 0.5)).toEqual({ kind: 'out-of-reach' })
  expect(() => solveThreshold(0, overLife(1))).toThrow(RangeError)
})
