import { expect, test } from 'vitest'
import { logGamma } from './log-gamma.ts'

/** A sum of up to 150 logarithms rounds to some units of its last place. */
const STIRLING_RELATIVE = 1e-13
/** √π, of one logarithm: its last digit. */
const HALF_DIGITS = 14

// Γ(n) = (n − 1)! and Γ(1/2) = √π (Abramowitz and Stegun 6.1.6 and 6.1.8).
test('logGamma() is the logarithm of factorials, and of √π at a half', () => {
  let logFactorial = 0
  for (let n = 1; n <= 150; n += 1) {
    if (n > 1) logFactorial += Math.log(n - 1)
    expect(Math.abs(logGamma(n) - logFactorial)).toBeLessThan(STIRLING_RELATIVE * Math.max(1, logFactorial))
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, HALF_DIGITS)
})
