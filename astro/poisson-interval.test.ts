import { expect, test } from 'vitest'
import { fayFeuer, gammaQuantile, garwood, incompleteGamma } from './poisson-interval.ts'

/** Half a unit of the fourth digit, the last one printed. */
const PRINTED_RELATIVE = 5e-4

/** Digits for the same formula times a weight. */
const SAME_WEIGHTS_DIGITS = 12
/** The rounding of the incomplete gamma function, against closed forms of a few terms. */
const GAMMA_RELATIVE = 1e-13
/** The tolerance of the search for a quantile. */
const QUANTILE_RELATIVE = 1e-10

// Garwood (1936), table of 95 % limits, as printed in Biometrika Tables for Statisticians I (1966), table 40.
test.each([
  [0, 0, 3.689],
  [1, 0.0253, 5.572],
  [2, 0.2422, 7.225],
  [5, 1.623, 11.67],
  [10, 4.795, 18.39],
  [30, 20.24, 42.83],
])('garwood() agrees with the published limits of %i', (count, lower, upper) => {
  const found = garwood(count)
  // Compared to the printed digits.
  expect(Math.abs(found.lower - lower)).toBeLessThanOrEqual(PRINTED_RELATIVE * Math.max(lower, 0.1))
  expect(Math.abs(found.upper - upper)).toBeLessThanOrEqual(PRINTED_RELATIVE * upper)
})

test('garwood() refuses an invalid count and an invalid confidence', () => {
  expect(() => garwood(1.5)).toThrow(RangeError)
  expect(() => garwood(-1)).toThrow(RangeError)
  expect(() => garwood(1, 1)).toThrow(RangeError)
  expect(() => fayFeuer({ sum: 1, sumOfSquares: 1, largest: 0 })).toThrow(RangeError)
})

test('fayFeuer() is Garwood times the weight if all weights are equal', () => {
  const weight = 0.02
  for (const count of [0, 1, 7, 40]) {
    const weighted = fayFeuer({ sum: count * weight, sumOfSquares: count * weight ** 2, largest: weight })
    const plain = garwood(count)
    expect(weighted.lower).toBeCloseTo(plain.lower * weight, SAME_WEIGHTS_DIGITS)
    expect(weighted.upper).toBeCloseTo(plain.upper * weight, SAME_WEIGHTS_DIGITS)
  }
})

// P(1, x) = 1 − exp(−x), and P(n, x) is the tail of a Poisson sum (Abramowitz and Stegun 6.5.13).
test('incompleteGamma() agrees with the closed form at integers, and gammaQuantile() inverts it', () => {
  for (const x of [0.01, 0.5, 1, 3, 10, 40]) {
    expect(Math.abs(incompleteGamma(1, x) / -Math.expm1(-x) - 1)).toBeLessThan(GAMMA_RELATIVE)
    for (const n of [2, 5, 20]) {
      let [term, sum] = [Math.exp(-x), 0]
      for (let k = 0; k < n; k += 1) {
        sum += term
        term *= x / (k + 1)
      }
      expect(Math.abs(incompleteGamma(n, x) - (1 - sum))).toBeLessThan(GAMMA_RELATIVE)
    }
  }
  for (const a of [0.3, 1, 2.5, 60]) {
    for (const y of [0.001, 0.025, 0.5, 0.975]) {
      expect(Math.abs(incompleteGamma(a, gammaQuantile(a, y)) / y - 1)).toBeLessThan(QUANTILE_RELATIVE)
    }
  }
  expect(incompleteGamma(2, 0)).toBe(0)
  expect(() => incompleteGamma(0, 1)).toThrow(RangeError)
})
