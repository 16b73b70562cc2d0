import { expect, test } from 'vitest'
import { shortestStepLimit } from './robust-cost.ts'

test('shortestStepLimit() is half a sigma of the orbit after the last fit, however many measurements there are', () => {
  // χ² of a good fit is as large as the number of measurements.
  for (const count of [40, 400, 40_000]) expect(shortestStepLimit(count, count, false)).toBe(0.25)
  // Noise that is ten times what was stated makes χ² and the covariance a hundred times larger.
  expect(shortestStepLimit(100 * 400, 400, false)).toBe(25)
  // Better than stated is no reason to ask for more.
  expect(shortestStepLimit(100, 400, false)).toBe(0.25)
})

test('shortestStepLimit() is a share of the cost while the fit is robust: it only leads near', () => {
  expect(shortestStepLimit(999, 400, true)).toBe(1)
})
