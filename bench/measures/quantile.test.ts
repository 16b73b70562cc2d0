import { expect, test } from 'vitest'
import { quantile, spreadOf } from './quantile.ts'

test('quantile takes the nearest rank, as in the usual textbook example', () => {
  // Of 15, 20, 35, 40, 50 the 30 % quantile is the second value, the 40 % one also the second, the 50 % one the third.
  const sorted = [15, 20, 35, 40, 50]
  expect([0.05, 0.3, 0.4, 0.5, 1].map((share) => quantile(sorted, share))).toEqual([15, 20, 20, 35, 50])
})

test('quantile of an empty list is NaN', () => {
  expect(quantile([], 0.5)).toBeNaN()
})

test('spreadOf sorts by number, not by text', () => {
  expect(spreadOf([9, 100, 10])).toEqual({ p50: 10, p95: 100, p99: 100, p999: 100, max: 100 })
})
