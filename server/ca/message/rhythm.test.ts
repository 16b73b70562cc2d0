import { expect, test } from 'vitest'
import { lateFrom, silentFrom } from './rhythm.ts'

const HOUR_MS = 3_600_000
const hours = (count: number) => count * HOUR_MS

test.each([
  ['one message: the standard cadence of 8 h', { firstMs: 0, lastMs: 0, count: 1, knownMs: 0 }, 16],
  ['every 6 h', { firstMs: 0, lastMs: hours(18), count: 4, knownMs: 0 }, 30],
  ['in a burst: 2 h at least', { firstMs: 0, lastMs: hours(1), count: 5, knownMs: 0 }, 5],
  ['rarely: a day at most', { firstMs: 0, lastMs: hours(72), count: 2, knownMs: 0 }, 120],
  ['known later than its last message', { firstMs: 0, lastMs: hours(18), count: 4, knownMs: hours(40) }, 52],
] as const)('silence begins twice the cadence after the last message: %s', (_, messages, expected) => {
  expect(silentFrom(messages) / HOUR_MS).toBe(expected)
})

test.each([
  ['one message: 2 h after the standard cadence of 8 h', { firstMs: 0, lastMs: 0, count: 1, knownMs: 0 }, 10],
  ['every 6 h', { firstMs: 0, lastMs: hours(18), count: 4, knownMs: 0 }, 26],
  ['in a burst, as soon as silence begins', { firstMs: 0, lastMs: hours(1), count: 5, knownMs: 0 }, 5],
  ['known later than its last message', { firstMs: 0, lastMs: hours(18), count: 4, knownMs: hours(40) }, 48],
] as const)('a message is late two hours after it was expected: %s', (_, messages, expected) => {
  expect(lateFrom(messages) / HOUR_MS).toBe(expected)
})
