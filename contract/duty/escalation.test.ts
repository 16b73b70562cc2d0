import { expect, test } from 'vitest'
import { callAt, type Deadlines } from './escalation.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Returns the minutes and seconds at which people are called if an event is raised with this much time left. */
function callsAfter(when: Deadlines, count: number): string[] {
  const calls: number[] = []
  let lastMs = 0
  while (calls.length < count) {
    lastMs = callAt({ lastMs, calls: calls.length }, when)
    calls.push(lastMs)
  }
  return calls.map((ms) => `${Math.floor(ms / MINUTE_MS)}:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`)
}

// The first three lines are in the picture of the settings page (design/alerts.html, "If nobody acknowledges").
test.each([
  ['27 h to decide', { decideAt: 27 * HOUR_MS, tcaAt: 31 * HOUR_MS }, ['30:00', '60:00']],
  ['2 h to decide', { decideAt: 2 * HOUR_MS, tcaAt: 6 * HOUR_MS }, ['15:00', '28:07']],
  ['40 min to decide', { decideAt: 40 * MINUTE_MS, tcaAt: 5 * HOUR_MS }, ['5:00', '9:22']],
  [
    'too late to decide: the first call is at once, and later waits follow the time to TCA',
    { decideAt: 0, tcaAt: 2 * HOUR_MS },
    ['0:00', '15:00', '28:07'],
  ],
  ['just before TCA: never closer than 2 min', { decideAt: 0, tcaAt: 8 * MINUTE_MS }, ['0:00', '2:00', '4:00']],
  // The waits are an eighth of an hour, and then an eighth of the remaining 52 min 30 s.
  [
    'too late to decide, and the last command is in an hour: the waits follow the time to that contact',
    { decideAt: 0, lastCommandAt: HOUR_MS, tcaAt: 9 * HOUR_MS },
    ['0:00', '7:30', '14:03'],
  ],
  // No wait is shorter than 2 min, even if the last command is only 3 min away. After that, 2 h are left to TCA, and the wait is an eighth of them.
  [
    'past the last command: the waits follow the time to TCA again',
    { decideAt: 0, lastCommandAt: 3 * MINUTE_MS, tcaAt: 2 * HOUR_MS + 4 * MINUTE_MS },
    ['0:00', '2:00', '4:00', '19:00'],
  ],
])('%s', (_, when, expected) => {
  expect(callsAfter(when, expected.length)).toEqual(expected)
})
