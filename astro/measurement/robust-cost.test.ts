import { expect, test } from 'vitest'
import { shortestStepLimit } from './robust-cost.ts'

test('shortestStepLimit() is half a sigma of the orbit after the last fit, for any number of measurements', () => {
  // χ² of a good fit is about the number of measurements.
  for (const count of [40, 400, 40_000]) expect(shortestStepLimit(count, count, false)).toBe(0.25)
  // Noise ten times the stated noise makes χ² and the covariance a hundred times larger.
  expect(shortestStepLimit(100 * 400, 400, false)).toBe(25)
  // Residuals below the stated noise do not tighten the limit.
  expect(shortestStepLimit(100, 400, false)).toBe(0.25)
})

test('shortestStepLimit() is a fraction of the cost while the fit is robust, because that fit only needs to come near', () => {
  expect(shortestStepLimit(999, 400, true)).toBe(1)
})
