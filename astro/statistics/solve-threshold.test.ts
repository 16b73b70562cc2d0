import { expect, test } from 'vitest'
import { solveThreshold } from './solve-threshold.ts'
import { probabilityOverLife, thresholdRates } from './threshold-rates.ts'

/** The threshold is found to 1e-9 of itself, and so is the probability that it leaves. */
const SOLVED_RELATIVE = 1e-9

const CLASSES = [{ fluxPerM2Year: 1e-5, errors: [{ sigmaMinorM: 60, sigmaMajorM: 200, radiusM: 5 }] }]
const overLife = (years: number) => (threshold: number) =>
  probabilityOverLife(thresholdRates(CLASSES, threshold).residualPerYear, years)

test('solveThreshold() finds the threshold that just meets a limit over the life', () => {
  const life = overLife(10)
  const solved = solveThreshold(1e-3, life)
  if (solved.kind !== 'threshold') throw new Error(solved.kind)
  expect(Math.abs(life(solved.threshold) / 1e-3 - 1)).toBeLessThan(SOLVED_RELATIVE)
  // A threshold of x times the peak R²/(2 σ₁ σ₂) leaves F π R² x unanswered, and of F 2π σ₁σ₂ ln(1/x) manoeuvres 0.03 of it each.
  const x = solved.threshold / (5 ** 2 / (2 * 60 * 200))
  const leftPerYear = 1e-5 * Math.PI * 5 ** 2 * x * (1 + 0.03 * Math.log(1 / x))
  expect(Math.abs((1 - Math.exp(-10 * leftPerYear)) / 1e-3 - 1)).toBeLessThan(SOLVED_RELATIVE)
})

test('solveThreshold() asks for more the longer the life, as in table 1 of Hall (2019)', () => {
  const found = [2, 5, 10, 15].map((years) => {
    const solved = solveThreshold(1e-3, overLife(years))
    return solved.kind === 'threshold' ? solved.threshold : Number.NaN
  })
  expect(found.every((threshold, i) => i === 0 || threshold < found[i - 1]!)).toBe(true)
})

test('solveThreshold() says where no manoeuvre is needed, and where none helps', () => {
  expect(solveThreshold(1e-2, overLife(10))).toEqual({ kind: 'none-needed' })
  expect(solveThreshold(1e-3, () => 0.5)).toEqual({ kind: 'out-of-reach' })
  expect(() => solveThreshold(0, overLife(1))).toThrow(RangeError)
})
