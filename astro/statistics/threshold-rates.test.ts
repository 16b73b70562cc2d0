import { expect, test } from 'vitest'
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { seededRandom } from '../random.ts'
import { AFTER_BURN_SHARE, alertAreaM2, isRough, peakProbability } from './alert-region.ts'
import { probabilityOverLife, thresholdRates } from './threshold-rates.ts'

/** The rule prints the risk with four digits. */
const RISK_DIGITS = 7
/** The rounding of a sum and its parts. */
const SUM_DIGITS = 15
/** The rounding of a quotient of two rates of the result. */
const QUOTIENT_DIGITS = 8
/** The rule prints a tenth of a per cent. */
const TENTH_OF_A_POINT_DIGITS = 1
/** The rounding of two rates from one formula. */
const SAME_RATE_DIGITS = 12
/** The rounding of a rate times the growth factor. */
const GROWTH_DIGITS = 14
/** The closed form is accurate to a tenth for a hard body as large as the minor sigma. */
const ROUGH_AREA = 0.1
/** The rounding of a logarithm times areas. */
const CLOSED_FORM_DIGITS = 8
/** The rounding of a probability of 5e-12. */
const SMALL_RATE_DIGITS = 20

// The example of the flight rules (F24): R = 5 m, σ = 60 × 200 m, F = 1e-5 per square metre and year.
const EXAMPLE = { sigmaMinorM: 60, sigmaMajorM: 200, radiusM: 5 }
const FLUX = 1e-5
const CLASSES = [{ fluxPerM2Year: FLUX, errors: [EXAMPLE] }]

// Published with two decimals. The percentages are as stated in the rule; its formula agrees within a tenth of a point: it gives 3.88, 89.73,
// 98.91 and 99.88 %.
const PUBLISHED = [
  { threshold: 1e-3, manoeuvres: 0.03, avoidedPercent: 3.9 },
  { threshold: 1e-4, manoeuvres: 1.77, avoidedPercent: 89.8 },
  { threshold: 1e-5, manoeuvres: 3.5, avoidedPercent: 99.0 },
  { threshold: 1e-6, manoeuvres: 5.24, avoidedPercent: 99.9 },
]
const HALF_A_DIGIT = 0.005
const TENTH_OF_A_POINT = 0.1

test.each(PUBLISHED)('F24: the example at $threshold', ({ threshold, manoeuvres, avoidedPercent }) => {
  const rates = thresholdRates(CLASSES, threshold)
  expect(rates.riskPerYear).toBeCloseTo(7.854e-4, RISK_DIGITS)
  expect(Math.abs(rates.manoeuvresPerYear - manoeuvres)).toBeLessThanOrEqual(HALF_A_DIGIT)
  const percent = (100 * rates.avoidedPerYear) / rates.riskPerYear
  expect(Math.abs(percent - avoidedPercent)).toBeLessThanOrEqual(TENTH_OF_A_POINT)
  expect(rates.avoidedPerYear + rates.residualPerYear).toBeCloseTo(rates.riskPerYear, SUM_DIGITS)
  expect(rates.manoeuvresPerCollisionAvoided).toBeCloseTo(
    rates.manoeuvresPerYear / rates.avoidedPerYear,
    QUOTIENT_DIGITS,
  )
})

test('F24: the risk after a burn is subtracted: without it the example at 1e-4 would be 90.4 %', () => {
  const { avoidedPerYear, riskPerYear, manoeuvresPerYear } = thresholdRates(CLASSES, 1e-4)
  const gross = avoidedPerYear + AFTER_BURN_SHARE * 1e-4 * manoeuvresPerYear
  expect((100 * gross) / riskPerYear).toBeCloseTo(90.4, TENTH_OF_A_POINT_DIGITS)
  expect((100 * avoidedPerYear) / riskPerYear).toBeLessThan(89.9)
})

test('F24: a threshold above the peak avoids nothing', () => {
  expect(peakProbability(EXAMPLE)).toBeCloseTo(1.0417e-3, RISK_DIGITS)
  const rates = thresholdRates(CLASSES, 2e-3)
  expect(rates).toMatchObject({ manoeuvresPerYear: 0, avoidedPerYear: 0, manoeuvresPerCollisionAvoided: null })
  expect(rates.residualPerYear).toBe(rates.riskPerYear)
  expect(() => thresholdRates(CLASSES, 0)).toThrow(RangeError)
  expect(() => thresholdRates(CLASSES, 1)).toThrow(RangeError)
})

test('F25: the average over the messages gives 1.72 a year, the mean message gives 2.29', () => {
  // σ₁ σ₂ has a logarithmic spread of 1 around 60 × 200 m²; it is sampled at equally likely quantiles of a normal number.
  const COUNT = 4000
  const errors = Array.from({ length: COUNT }, (_, i) => {
    const factor = Math.exp(normalQuantile((i + 0.5) / COUNT) / 2)
    return { sigmaMinorM: 60 * factor, sigmaMajorM: 200 * factor, radiusM: 5 }
  })
  const meanFactor = Math.exp(0.25)
  const mean = { sigmaMinorM: 60 * meanFactor, sigmaMajorM: 200 * meanFactor, radiusM: 5 }
  const rate = (list: typeof errors) => thresholdRates([{ fluxPerM2Year: FLUX, errors: list }], 1e-4).manoeuvresPerYear
  expect(Math.abs(rate(errors) - 1.72)).toBeLessThanOrEqual(HALF_A_DIGIT)
  expect(Math.abs(rate([mean]) - 2.29)).toBeLessThanOrEqual(HALF_A_DIGIT)
})

test('F25: if true errors are twice the stated ones, 44 % of the risk is removed at 1e-4', () => {
  const shares = [0.5, 1, 2, 3].map((errorFactor) => {
    const { avoidedPerYear, riskPerYear } = thresholdRates(CLASSES, 1e-4, { errorFactor })
    return Math.round((100 * avoidedPerYear) / riskPerYear)
  })
  expect(shares[1]).toBe(90)
  expect(shares[2]).toBe(44)
  // The smaller the true errors, the larger the detected part of the risk.
  expect([...shares].sort((a, b) => b - a)).toEqual(shares)
})

test('F25: a burn that reaches its goal only for the stated errors leaves more risk', () => {
  const honest = thresholdRates(CLASSES, 1e-4, { errorFactor: 2 })
  expect(honest.residualIfGoalIsStatedPerYear).toBeGreaterThan(honest.residualPerYear)
  const plain = thresholdRates(CLASSES, 1e-4)
  expect(plain.residualIfGoalIsStatedPerYear / plain.residualPerYear).toBeCloseTo(1, SAME_RATE_DIGITS)
})

const STANDARD_ERRORS = 3
// The rule requires 2,000,000 samples, whose standard error is 0.21 % at 1e-4; for other true errors a quarter of them is enough.
const RUNS = [
  { errorFactor: 1, samples: 2_000_000 },
  { errorFactor: 2, samples: 500_000 },
]

// The true values of F27: misses drawn at random, each with the exact integral over the hard body, without the closed form.
test.each(RUNS)('F27: $samples drawn encounters agree within 3 standard errors, true errors × $errorFactor', (run) => {
  const { errorFactor, samples } = run
  const random = seededRandom(27)
  // Every miss that reaches 1e-6 is within 4 sigmas of the stated errors; misses are drawn uniformly from this area.
  const reach = 4
  const areaM2 = (2 * reach) ** 2 * EXAMPLE.sigmaMinorM * EXAMPLE.sigmaMajorM
  const tallies = PUBLISHED.map(({ threshold }) => ({ threshold, hits: 0, avoided: 0, square: 0 }))
  const burnt = PUBLISHED.map(({ threshold }) => AFTER_BURN_SHARE * threshold)
  for (let i = 0; i < samples; i += 1) {
    const [u, v] = [reach * (2 * random() - 1), reach * (2 * random() - 1)]
    // Below exp(−m²/2) of the peak no method reaches 1e-6: half of the square need not be computed.
    if (u * u + v * v > 14.5) continue
    const miss = { xM: u * EXAMPLE.sigmaMinorM, yM: v * EXAMPLE.sigmaMajorM, sigmaXM: 60, sigmaYM: 200 }
    const stated = circle2d(miss, EXAMPLE.radiusM)
    const wide = { ...miss, sigmaXM: 60 * errorFactor, sigmaYM: 200 * errorFactor }
    const truth = errorFactor === 1 ? stated : circle2d(wide, EXAMPLE.radiusM)
    tallies.forEach((tally, index) => {
      if (stated < tally.threshold) return
      const avoided = truth - burnt[index]!
      tally.hits += 1
      tally.avoided += avoided
      tally.square += avoided * avoided
    })
  }
  for (const { threshold, hits, avoided, square } of tallies) {
    const share = hits / samples
    const drawn = { manoeuvres: FLUX * areaM2 * share, avoided: (FLUX * areaM2 * avoided) / samples }
    const errors = {
      manoeuvres: FLUX * areaM2 * Math.sqrt((share * (1 - share)) / samples),
      avoided: FLUX * areaM2 * Math.sqrt((square / samples - (avoided / samples) ** 2) / samples),
    }
    const closed = thresholdRates(CLASSES, threshold, { errorFactor })
    console.info(
      `true errors × ${errorFactor}, ${threshold}: N ${closed.manoeuvresPerYear.toFixed(5)}, drawn ${drawn.manoeuvres.toFixed(5)} ± ${errors.manoeuvres.toFixed(5)}; avoided ${closed.avoidedPerYear.toExponential(4)}, drawn ${drawn.avoided.toExponential(4)} ± ${errors.avoided.toExponential(1)}`,
    )
    expect(Math.abs(closed.manoeuvresPerYear - drawn.manoeuvres)).toBeLessThan(STANDARD_ERRORS * errors.manoeuvres)
    expect(Math.abs(closed.avoidedPerYear - drawn.avoided)).toBeLessThan(STANDARD_ERRORS * errors.avoided)
  }
})

test('a hard body as large as the minor sigma is reported as rough, and its area is accurate to a tenth', () => {
  const large = { sigmaMinorM: 20, sigmaMajorM: 100, radiusM: 20 }
  expect(isRough(large)).toBe(false)
  expect(isRough({ ...large, radiusM: 21 })).toBe(true)
  // The exact contour, found in small steps of the radius at many angles.
  const [angles, threshold] = [90, 1e-4]
  let exact = 0
  for (let i = 0; i < angles; i += 1) {
    const angle = (2 * Math.PI * (i + 0.5)) / angles
    let [low, high] = [0, 2000]
    while (high - low > 0.01) {
      const middle = (low + high) / 2
      const miss = { xM: middle * Math.cos(angle), yM: middle * Math.sin(angle), sigmaXM: 20, sigmaYM: 100 }
      if (circle2d(miss, 20) >= threshold) low = middle
      else high = middle
    }
    exact += (Math.PI / angles) * low ** 2
  }
  expect(Math.abs(alertAreaM2(large, threshold) / exact - 1)).toBeLessThan(ROUGH_AREA)
})

test('the rates change correctly with growth, radius and sigma', () => {
  const plain = thresholdRates(CLASSES, 1e-4)
  expect(thresholdRates(CLASSES, 1e-4, { growth: 1.4 }).manoeuvresPerYear / plain.manoeuvresPerYear).toBeCloseTo(
    1.4,
    GROWTH_DIGITS,
  )
  expect(thresholdRates(CLASSES, 1e-4, { radiusFactor: 2 }).riskPerYear / plain.riskPerYear).toBeCloseTo(
    4,
    SAME_RATE_DIGITS,
  )
  const wider = thresholdRates(CLASSES, 1e-4, { sigmaFactor: 2 })
  expect(wider.manoeuvresPerYear).toBeCloseTo(
    FLUX * 2 * Math.PI * 48_000 * Math.log(25 / 96_000 / 1e-4),
    CLOSED_FORM_DIGITS,
  )
  expect(wider.riskPerYear).toBeCloseTo(plain.riskPerYear, SUM_DIGITS)
})

test('probabilityOverLife() is Poisson, and keeps the digits of small rates', () => {
  expect(probabilityOverLife(1e-12, 5)).toBeCloseTo(5e-12, SMALL_RATE_DIGITS)
  expect(probabilityOverLife(1, 1)).toBeCloseTo(1 - Math.exp(-1), SUM_DIGITS)
  expect(probabilityOverLife(0, 10)).toBe(0)
})

/** Returns the quantile of the normal distribution by bisection of a series: independent of tables and of our functions. */
function normalQuantile(p: number): number {
  let [low, high] = [-9, 9]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (normalShare(middle) < p) low = middle
    else high = middle
  }
  return low
}

/** Returns Φ(x) by its series (Abramowitz and Stegun 26.2.11). */
function normalShare(x: number): number {
  let [term, sum] = [x, x]
  for (let k = 3; k < 401; k += 2) {
    term *= (x * x) / k
    sum += term
  }
  return 0.5 + (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
