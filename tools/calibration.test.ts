import { expect, test } from 'vitest'
import { limitsOf, slownessOf } from './calibration.ts'

test('on a quiet machine, or a faster one, a limit stays as written', () => {
  expect(slownessOf([30, 30, 30], 0.2, 2)).toBe(1)
  expect(slownessOf([10, 12, 11], 0, 2)).toBe(1)
})

test('the slowest of the loops decides, and so does the number of programs that want a processor', () => {
  expect(slownessOf([30, 150, 30], 0, 2)).toBe(5)
  expect(slownessOf([30, 30, 30], 12, 2)).toBe(6)
})

test('a limit is longer if more files run at once or if a step has a low priority, and a wait is a third of a limit', () => {
  const [alone, three, back] = [
    limitsOf(10, { atOnce: 1 }),
    limitsOf(10, { atOnce: 3 }),
    limitsOf(10, { atOnce: 1, share: 0.25 }),
  ]
  expect(alone.testTimeout).toBeGreaterThanOrEqual(10_000)
  // The limits are rounded to whole milliseconds.
  expect(Math.abs(three.testTimeout - 3 * alone.testTimeout)).toBeLessThanOrEqual(3)
  expect(Math.abs(back.testTimeout - 4 * alone.testTimeout)).toBeLessThanOrEqual(4)
  expect(alone.waitMs).toBe(Math.ceil(alone.testTimeout / 3))
})
