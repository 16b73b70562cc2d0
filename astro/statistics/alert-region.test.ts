import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import {
  AFTER_BURN_SHARE,
  alertAreaM2,
  alertRiskM2,
  type EncounterErrors,
  isRough,
  peakProbability,
  trueProbability,
} from './alert-region.ts'

/** The error of midpoint sums over 400 rings of sigmas: the square of a step, over twelve. */
const MIDPOINT = 1e-4
const ROUNDING = 1e-12
/** The rounding of probabilities up to 0.06 from a few products: 7e-18. */
const PEAK_DIGITS = 16
/** The rounding of a quotient of a few products. */
const RATIO_DIGITS = 14
/** The rounding of areas of 1e5 m²: 1.5e-11. */
const AREA_M2_DIGITS = 9

const small: EncounterErrors = { sigmaMinorM: 50, sigmaMajorM: 400, radiusM: 10 }

test('peakProbability() is R²/(2 σ₁ σ₂) for a small radius, and at most 1', () => {
  expect(peakProbability(small)).toBeCloseTo(100 / (2 * 50 * 400), PEAK_DIGITS)
  // A disc has the variance R²/4 on each axis; a radius of a third of the minor sigma still counts as small.
  expect(peakProbability({ sigmaMinorM: 30, sigmaMajorM: 40, radiusM: 10 })).toBeCloseTo(100 / 2400, PEAK_DIGITS)
  const larger = 12 ** 2 / (2 * Math.sqrt((900 + 36) * (1600 + 36)))
  expect(peakProbability({ sigmaMinorM: 30, sigmaMajorM: 40, radiusM: 12 })).toBeCloseTo(larger, PEAK_DIGITS)
  expect(peakProbability({ sigmaMinorM: 1, sigmaMajorM: 1, radiusM: 100 })).toBe(1)
})

test('isRough() is true for a radius above the minor sigma', () => {
  expect([9.99, 10, 10.01].map((radiusM) => isRough({ sigmaMinorM: 10, sigmaMajorM: 99, radiusM }))).toEqual([
    ...[false, false, true],
  ])
})

/** Returns ∫∫ f(P) over the points with P ≥ threshold, in elliptic rings: dA = 2π σ₁ σ₂ m dm, P = Pm exp(−m²/2). */
function overRegion(
  { sigmaMinorM, sigmaMajorM, radiusM }: EncounterErrors,
  threshold: number,
  f: (m: number) => number,
) {
  const product = sigmaMinorM * sigmaMajorM
  const peak = radiusM ** 2 / (2 * product)
  const [rings, most] = [400, Math.sqrt(Math.max(0, 2 * Math.log(peak / threshold)))]
  const step = most / rings
  let sum = 0
  for (let k = 0; k < rings; k += 1) sum += f((k + 0.5) * step) * 2 * Math.PI * product * (k + 0.5) * step * step
  return sum
}

test('alertAreaM2() and alertRiskM2() are the integrals of 1 and of the true probability over the region', () => {
  const sigma = realBetween(50, 5000)
  fc.assert(
    fc.property(sigma, sigma, realBetween(1, 15), realBetween(-8, -3), realBetween(0.5, 3), (a, b, radiusM, log, k) => {
      const errors = { sigmaMinorM: Math.min(a, b), sigmaMajorM: Math.max(a, b), radiusM }
      const threshold = 10 ** log
      const peak = radiusM ** 2 / (2 * a * b)
      const area = overRegion(errors, threshold, () => 1)
      const risk = overRegion(errors, threshold, (m) => (peak / k ** 2) * Math.exp(-(m * m) / (2 * k * k)))
      expect(Math.abs(alertAreaM2(errors, threshold) - area)).toBeLessThanOrEqual(MIDPOINT * area)
      expect(Math.abs(alertRiskM2(errors, threshold, k) - risk)).toBeLessThanOrEqual(MIDPOINT * risk)
    }),
    { numRuns: 50 },
  )
  // If the true errors are twice the stated ones, the true probability at the centre is a quarter; without a factor the stated errors are used.
  expect(alertRiskM2(small, 1e-4)).toBe(alertRiskM2(small, 1e-4, 1))
})

test('alertRiskM2() is the hard-body area for a very low threshold, and zero for a threshold above the peak', () => {
  expect(alertRiskM2(small, 1e-300) / (Math.PI * 100)).toBeCloseTo(1, RATIO_DIGITS)
  const peak = peakProbability(small)
  for (const threshold of [peak, 2 * peak, 0.9]) {
    expect(alertRiskM2(small, threshold)).toBe(0)
    expect(alertAreaM2(small, threshold)).toBe(0)
  }
  expect(alertAreaM2(small, peak / Math.E)).toBeCloseTo(2 * Math.PI * 50 * 400, AREA_M2_DIGITS)
})

test('trueProbability() is the bell curve of the true errors at the miss of the stated probability', () => {
  for (const k of [0.5, 1, 2, 3])
    for (const m of [0, 0.5, 1, 3, 6]) {
      const peak = 100 / (2 * 50 * 400)
      const found = trueProbability(small, peak * Math.exp(-(m * m) / 2), k)
      // The same miss is m/k of the true sigmas, whose product is k² times larger.
      const expected = (100 / (2 * (k * 50) * (k * 400))) * Math.exp(-((m / k) ** 2) / 2)
      expect(Math.abs(found / expected - 1)).toBeLessThan(ROUNDING)
    }
  // A stated probability above the peak counts as a miss of 0.
  expect(trueProbability(small, 0.9, 2)).toBeCloseTo(peakProbability(small) / 4, PEAK_DIGITS)
})

test("AFTER_BURN_SHARE is Hall's 10^−1.5, to its one digit", () => {
  expect(Math.round(100 * 10 ** -1.5) / 100).toBe(AFTER_BURN_SHARE)
})
