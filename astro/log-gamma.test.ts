import { expect, test } from 'vitest'
import { logGamma } from './log-gamma.ts'

/** The rounding of a sum of up to 150 logarithms. */
const STIRLING_RELATIVE = 1e-13
/** Digits of √π from one logarithm. */
const HALF_DIGITS = 14

// Γ(n) = (n − 1)! and Γ(1/2) = √π (Abramowitz and Stegun 6.1.6 and 6.1.8).
test('logGamma() agrees with the logarithm of factorials, and with that of √π at ½', () => {
  let logFactorial = 0
  for (let n = 1; n <= 150; n += 1) {
    if (n > 1) logFactorial += Math.log(n - 1)
    expect(Math.abs(logGamma(n) - logFactorial)).toBeLessThan(STIRLING_RELATIVE * Math.max(1, logFactorial))
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, HALF_DIGITS)
})
