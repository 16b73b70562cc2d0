import { expect, test } from 'vitest'
import { binsOf } from './residual-histogram.tsx'

test('every value inside is counted once, those at both ends too', () => {
  const bins = binsOf([-8, -7.5, 0, 0.999, 1, 8, 8.1], 8)
  expect(bins).toHaveLength(16)
  expect(bins[0]).toEqual({ from: -8, to: -7, count: 2 })
  expect(bins[8]).toEqual({ from: 0, to: 1, count: 2 })
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(6)
})
