import { expect, test } from 'vitest'
import { decisionDue, hoursLeft, isDueEarlier, lostEphemeris, missingFrom } from './due.ts'

const HOUR_MS = 3_600_000
const hours = (count: number) => count * HOUR_MS

test.each([
  [-24.1, undefined],
  [-24, 24],
  [-12.1, 24],
  [-12, 12],
  [-6.1, 12],
  [-6, 6],
  [-0.1, 6],
  [0, undefined],
] as const)('%d h from the commit time the reminder of %s h is due', (at, expected) => {
  expect(decisionDue({ commitMs: 0, openedMs: hours(-100), nowMs: hours(at) })).toBe(expected)
})

test('an event that was received after the time of a reminder gets only the next reminder', () => {
  const dueAt = (at: number) => decisionDue({ commitMs: 0, openedMs: hours(-10), nowMs: hours(at) })
  expect([dueAt(-10), dueAt(-7), dueAt(-6)]).toEqual([undefined, undefined, 6])
})

test.each([
  [-24, 24],
  [-15.2, 16],
  [-0.1, 1],
  [0, undefined],
] as const)('%d h from the commit time a decision is due within %s h', (at, expected) => {
  expect(hoursLeft({ commitMs: 0, nowMs: hours(at) })).toBe(expected)
})

test('a file is missing after twice the usual wait since the last one; with only two files none is expected', () => {
  expect(missingFrom([0, hours(8)])).toBeUndefined()
  // The waits are 8, 7 and 20 h: their median is 8 h.
  expect(missingFrom([hours(15), 0, hours(8), hours(35)])).toBe(hours(35 + 16))
})

const at = (hour: number, ephemeris: string | null, originator = 'CSPOC') => ({
  originator,
  ephemeris,
  createdMs: hours(hour),
})

test.each([
  ['none was ever named', [at(0, null), at(8, 'NONE')], undefined],
  ['the newest still names one', [at(0, 'OPS_1.oem'), at(8, 'OPS_2.oem')], undefined],
  ['the newest names none any more', [at(0, 'OPS_1.oem'), at(8, 'OPS_2.oem'), at(16, 'NONE')], ['OPS_2.oem', 8]],
  ['the newest is of another originator', [at(0, 'OPS_1.oem'), at(8, null, 'EUSST')], undefined],
  ['one that came back and went again', [at(0, 'A'), at(8, null), at(16, 'B'), at(24, 'N/A')], ['B', 16]],
] as const)('an ephemeris of the other operator is lost: %s', (_, messages, expected) => {
  const lost = lostEphemeris(messages)
  expect(lost && [lost.name, lost.lastMs / HOUR_MS]).toEqual(expected)
})

test.each([
  ['9 min earlier: passes move by so much', hours(30) - 9 * 60_000, false],
  ['an hour earlier', hours(29), true],
  ['an hour later', hours(31), false],
  ['earlier, and over by now', hours(-1), true],
] as const)('a decision is due earlier than was told: %s', (_, commitMs, expected) => {
  expect(isDueEarlier({ commitMs, notifiedMs: hours(30) })).toBe(expected)
})

test('if no deadline was notified, no deadline counts as earlier', () => {
  expect(isDueEarlier({ commitMs: hours(1), notifiedMs: Number.NaN })).toBe(false)
})
