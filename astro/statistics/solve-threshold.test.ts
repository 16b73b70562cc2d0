import { expect, test } from 'vitest'
import { solveThreshold } from './solve-threshold.ts'
import { probabilityOverLife, thresholdRates } from './threshold-rates.ts'

const CLASSES = [{ fluxPerM2Year: 1e-5, errors: [{ sigmaMinorM: 60, sigmaMajorM: 200, radiusM: 5 }] }]
const overLife = (years: number) => (threshold: number) =>
  probabilityOverLife(thresholdRates(CLASSES, threshold).residualPerYear, years)

test('solveThreshold() finds the threshold that just meets a limit over the life', () => {
  const life = overLife(10)
  const solved = solveThreshold(1e-3, life)
  if (solved.kind !== 'threshold') throw new Error(solved.kind)
  expect(life(solved.threshold) / 1e-3).toBeCloseTo(1, 6)
  // 7.85e-3 over ten years without a manoeuvre: 1e-3 asks for 87 % of it, a little less than 1e-4 removes.
  expect(solved.threshold).toBeGreaterThan(1e-4)
  expect(solved.threshold).toBeLessThan(1.5e-4)
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
