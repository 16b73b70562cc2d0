import { expect, test } from 'vitest'
import { usualOf } from './usual.ts'

const ONE_TO_TEN = [3, 1, 2, 5, 4, 7, 6, 9, 8, 10]

test('usualOf() computes median, rank and count from the same set: the earlier messages', () => {
  expect(usualOf([...ONE_TO_TEN, 7.5])).toEqual({ median: 5.5, percentile: 70, count: 10 })
  expect(usualOf([...ONE_TO_TEN, null, 11, 100])).toEqual({ median: 6, percentile: 100, count: 11 })
  expect(usualOf([...ONE_TO_TEN, 0])).toEqual({ median: 5.5, percentile: 0, count: 10 })
  expect(usualOf(Array(11).fill(7))).toEqual({ median: 7, percentile: 50, count: 10 })
})

test('usualOf() returns nothing for fewer than ten earlier values', () => {
  expect(usualOf(ONE_TO_TEN)).toBeNull()
  expect(usualOf([...ONE_TO_TEN.slice(1), null, 4])).toBeNull()
  expect(usualOf([])).toBeNull()
})
