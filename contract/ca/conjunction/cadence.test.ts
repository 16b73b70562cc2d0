import { expect, test } from 'vitest'
import { cadenceMs, nextMessageMs } from './cadence.ts'

test.each([
  ['the middle one of an odd number of gaps', [0, 9, 10, 15], 5],
  ['the mean of the two in the middle of an even number', [0, 4, 6], 3],
  ['that of four gaps', [0, 8, 9, 13, 19], 5],
  ['what two messages of one moment leave between them does not count', [0, 4, 4, 10], 5],
])('cadenceMs() is the median of the gaps: %s', (_, createdMs, median) => {
  expect(cadenceMs(createdMs)).toBe(median)
})

test.each([
  ['there is no message', []],
  ['two messages are no rhythm', [0, 4]],
  ['all are of one moment', [7, 7, 7]],
])('cadenceMs() is not known where %s', (_, createdMs) => {
  expect(cadenceMs(createdMs)).toBeUndefined()
})

test('nextMessageMs() is a median after the last message, while that is still to come and before TCA', () => {
  const next = (nowMs: number, tcaMs: number) => nextMessageMs([0, 4, 6], { nowMs, tcaMs })
  expect(next(8, 20)).toBe(9)
  // What is due now is late, and at TCA no message helps any more.
  expect(next(9, 20)).toBeUndefined()
  expect(next(8, 10)).toBe(9)
  expect(next(8, 9)).toBeUndefined()
  expect(nextMessageMs([0, 4], { nowMs: 5, tcaMs: 20 })).toBeUndefined()
  expect(nextMessageMs([], { nowMs: 5, tcaMs: 20 })).toBeUndefined()
})
