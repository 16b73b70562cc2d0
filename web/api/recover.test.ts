import { expect, test } from 'vitest'
import { lookDelayMs } from './recover.ts'

test('lookDelayMs doubles from two seconds to fifteen, and spreads pages out', () => {
  expect([0, 1, 2, 3, 100].map((looks) => lookDelayMs(looks, 0))).toEqual([2_000, 4_000, 8_000, 15_000, 15_000])
  expect(lookDelayMs(1, 1)).toBeCloseTo(3_200)
})
