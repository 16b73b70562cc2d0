import { expect, test } from 'vitest'
import { formatLocal } from './local-time.ts'

const at = Date.parse('2026-11-21T14:13:07Z')

// Time zones of the IANA database, written by hand: Berlin is UTC+1 in winter, New York UTC−5, Kolkata UTC+5:30.
test.each([
  ['Europe/Berlin', '2026-11-21 15:13:07 CET'],
  ['America/New_York', '2026-11-21 09:13:07 EST'],
  ['Asia/Kolkata', '2026-11-21 19:43:07 IST'],
  ['Europe/London', '2026-11-21 14:13:07 GMT'],
  ['UTC', '2026-11-21 14:13:07 UTC'],
])('formatLocal in %s is %s', (zone, text) => {
  expect(formatLocal(at, zone)).toBe(text)
})

test('formatLocal writes midnight as 00, knows summer time, and gives the offset if a zone has no letters', () => {
  expect(formatLocal(Date.parse('2026-07-01T22:00:00Z'), 'Europe/Berlin')).toBe('2026-07-02 00:00:00 CEST')
  expect(formatLocal(at, 'America/Argentina/Buenos_Aires')).toBe('2026-11-21 11:13:07 GMT-3')
})
