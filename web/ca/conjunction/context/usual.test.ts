import { expect, test } from 'vitest'
import { usualOf } from './usual.ts'

test('usualOf() has the middle of all messages, and where the newest stands among the earlier ones', () => {
  expect(usualOf([2, 8, 4, null, 6, 5])).toEqual({ median: 5, percentile: 50, count: 5 })
  expect(usualOf([1, 2, 3, 4])).toEqual({ median: 2.5, percentile: 100, count: 4 })
  expect(usualOf([9, 9, 1])).toEqual({ median: 9, percentile: 0, count: 3 })
  expect(usualOf([7, 7, 7, 7])).toEqual({ median: 7, percentile: 50, count: 4 })
  expect(usualOf([1, null, 2])).toBeNull()
})
