import { expect, test } from 'vitest'
import { addDays, instantOf, localDayAt } from './local-time.ts'

const at = (year: number, month: number, day: number, time: string, zone: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(instantOf({ year, month, day }, hour * 60 + minute, zone)).toISOString()
}

// Changes of the clock in the IANA time zone database (2025b). Europe/Madrid: on the last Sunday of March and October at 01:00 UTC, by an
// hour. Australia/Lord_Howe: on the first Sunday of April and October at 02:00 local time, by half an hour.
test.each([
  ['Europe/Madrid', 2026, 1, 10, '06:00', '2026-01-10T05:00:00.000Z'],
  ['Europe/Madrid', 2026, 3, 29, '01:59', '2026-03-29T00:59:00.000Z'],
  ['Europe/Madrid', 2026, 3, 29, '02:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/Madrid', 2026, 3, 29, '02:30', '2026-03-29T01:00:00.000Z'],
  ['Europe/Madrid', 2026, 3, 29, '03:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/Madrid', 2026, 3, 29, '06:00', '2026-03-29T04:00:00.000Z'],
  ['Europe/Madrid', 2026, 10, 25, '02:30', '2026-10-25T00:30:00.000Z'],
  ['Europe/Madrid', 2026, 10, 25, '03:00', '2026-10-25T02:00:00.000Z'],
  ['Asia/Kolkata', 2026, 3, 29, '06:00', '2026-03-29T00:30:00.000Z'],
  ['Asia/Kolkata', 2026, 10, 25, '02:30', '2026-10-24T21:00:00.000Z'],
  ['Australia/Lord_Howe', 2026, 4, 5, '01:45', '2026-04-04T14:45:00.000Z'],
  ['Australia/Lord_Howe', 2026, 4, 5, '02:00', '2026-04-04T15:30:00.000Z'],
  ['Australia/Lord_Howe', 2026, 10, 4, '02:15', '2026-10-03T15:30:00.000Z'],
  ['Australia/Lord_Howe', 2026, 10, 4, '02:30', '2026-10-03T15:30:00.000Z'],
  ['America/St_Johns', 2026, 11, 1, '01:30', '2026-11-01T04:00:00.000Z'],
  ['Pacific/Kiritimati', 2026, 12, 31, '23:59', '2026-12-31T09:59:00.000Z'],
  ['UTC', 2026, 2, 28, '24:00', '2026-03-01T00:00:00.000Z'],
] as const)('%s, %i-%i-%i, %s is %s', (zone, year, month, day, time, expected) => {
  expect(at(year, month, day, time, zone)).toBe(expected)
})

test('localDayAt() returns the day on the local clock', () => {
  const late = Date.parse('2026-03-28T23:30:00Z')
  expect(localDayAt(late, 'Europe/Madrid')).toEqual({ year: 2026, month: 3, day: 29 })
  expect(localDayAt(late, 'America/New_York')).toEqual({ year: 2026, month: 3, day: 28 })
  expect(addDays({ year: 2028, month: 2, day: 28 }, 2)).toEqual({ year: 2028, month: 3, day: 1 })
})
