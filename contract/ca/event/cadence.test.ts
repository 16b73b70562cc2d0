import { expect, test } from 'vitest'
import { cadenceMs, nextMessageMs } from './cadence.ts'

const hours = (count: number) => count * 3_600_000

test.each([
  ['the middle one of an odd number of gaps', [0, 9, 10, 15], 5],
  ['the mean of the two in the middle of an even number', [0, 4, 6], 3],
  ['that of four gaps', [0, 8, 9, 13, 19], 5],
  ['what two messages of one moment leave between them does not count', [0, 4, 4, 10], 5],
])('cadenceMs() is the median of the intervals: %s', (_, createdMs, median) => {
  expect(cadenceMs(createdMs.map(hours))).toBe(hours(median))
})

test('a cadence is at least two hours, because originators send bursts, and at most a day', () => {
  expect(cadenceMs([0, 0.25, 0.5, 0.75].map(hours))).toBe(hours(2))
  expect(cadenceMs([0, 36, 72].map(hours))).toBe(hours(24))
})

test.each([
  ['there is no message', []],
  ['two messages are no rhythm', [0, 4]],
  ['all are of one moment', [7, 7, 7]],
])('cadenceMs() is unknown if %s', (_, createdMs) => {
  expect(cadenceMs(createdMs)).toBeUndefined()
})

test('nextMessageMs() is one median interval after the last message, if that is in the future and before TCA', () => {
  const next = (now: number, tca: number, created = [0, 4, 6]) => {
    const at = nextMessageMs(created.map(hours), { nowMs: hours(now), tcaMs: hours(tca) })
    return at === undefined ? undefined : at / hours(1)
  }
  expect(next(8, 20)).toBe(9)
  // No later message is expected when the present one is already due, and none at TCA.
  expect(next(9, 20)).toBeUndefined()
  expect(next(8, 10)).toBe(9)
  expect(next(8, 9)).toBeUndefined()
  expect(next(5, 20, [0, 4])).toBeUndefined()
  expect(next(5, 20, [])).toBeUndefined()
})
