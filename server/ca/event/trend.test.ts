import { expect, test } from 'vitest'
import { trendOf } from './trend.ts'

test.each([
  ['FIRST', [1e-5]],
  ['FIRST', [null, 1e-5]],
  ['RISING', [1e-6, 2.1e-6]],
  ['STEADY', [1e-6, 1.9e-6]],
  ['FALLING', [1e-5, 1e-4, 1e-5]],
  ['STEADY', [1e-4, 1e-20, 1e-30]],
  ['FLIPPING', [1e-6, 1e-4, 1e-6, 1e-4]],
  ['FLIPPING', [1e-4, 1e-6, 1.1e-6, 1e-4, 1e-6]],
  ['RISING', [1e-4, 1e-6, 1e-4, 1e-3, 1e-2, 1e-1]],
] as const)('trendOf() says %s of %j', (expected, probabilities) => {
  expect(trendOf(probabilities)).toBe(expected)
})
