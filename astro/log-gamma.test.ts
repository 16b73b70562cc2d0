import { expect, test } from 'vitest'
import { logGamma } from './log-gamma.ts'

// Γ(n) = (n − 1)! and Γ(1/2) = √π (Abramowitz and Stegun 6.1.6 and 6.1.8).
test('logGamma() is the logarithm of factorials, and of √π at a half', () => {
  let logFactorial = 0
  for (let n = 1; n <= 150; n += 1) {
    if (n > 1) logFactorial += Math.log(n - 1)
    expect(Math.abs(logGamma(n) - logFactorial)).toBeLessThan(1e-14 * Math.max(1, logFactorial) * 10)
  }
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.PI) / 2, 14)
})
