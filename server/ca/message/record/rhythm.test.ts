import { expect, test } from 'vitest'
import { lateFrom, silentFrom } from './rhythm.ts'

const HOUR_MS = 3_600_000
const hours = (count: number) => count * HOUR_MS

const every = (gap: number, count: number) => Array.from({ length: count }, (_, place) => hours(gap * place))

test.each([
  ['one message: the standard cadence of 8 h', { createdMs: [0], knownMs: 0 }, 16],
  ['two are no rhythm yet', { createdMs: every(3, 2), knownMs: 0 }, 19],
  ['every 6 h', { createdMs: every(6, 4), knownMs: 0 }, 30],
  // The mean of 6, 6, 6 and 30 h would be 12 h: one long silence does not make the next one usual.
  ['after a silence', { createdMs: [0, 6, 12, 42, 48].map(hours), knownMs: 0 }, 60],
  ['in a burst: 2 h at least', { createdMs: every(0.25, 5), knownMs: 0 }, 5],
  ['rarely: a day at most', { createdMs: every(36, 3), knownMs: 0 }, 120],
  ['known later than its last message', { createdMs: every(6, 4), knownMs: hours(40) }, 52],
] as const)('silence begins twice the cadence after the last message: %s', (_, messages, expected) => {
  expect(silentFrom(messages) / HOUR_MS).toBe(expected)
})

test.each([
  ['one message: 2 h after the standard cadence of 8 h', { createdMs: [0], knownMs: 0 }, 10],
  ['every 6 h', { createdMs: every(6, 4), knownMs: 0 }, 26],
  ['in a burst, as soon as silence begins', { createdMs: every(0.25, 5), knownMs: 0 }, 5],
  ['known later than its last message', { createdMs: every(6, 4), knownMs: hours(40) }, 48],
] as const)('a message is late two hours after it was expected: %s', (_, messages, expected) => {
  expect(lateFrom(messages) / HOUR_MS).toBe(expected)
})
