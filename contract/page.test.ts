import { expect, test } from 'vitest'
import { Instant } from './page.ts'

test.each([
  ['0001-01-01T00:00:00Z', true],
  ['2026-11-21T14:13:07.000Z', true],
  ['9999-12-31T23:59:59.999Z', true],
  // PostgreSQL refuses the year 0 of ISO 8601: its calendar begins with the year 1.
  ['0000-12-31T23:59:59.999Z', false],
  ['2026-11-21T14:13:07', false],
  ['2026-11-21', false],
])('an instant %s is accepted: %s', (text, isTaken) => {
  expect(Instant.safeParse(text).success).toBe(isTaken)
})

// Each is a notation of the same instant by a client: Python's isoformat, its generated clients, Java with a time zone, and RFC 3339 itself.
test.each([
  ['2026-11-27T19:00:00+00:00', '2026-11-27T19:00:00Z'],
  ['2026-11-27T19:00:00.123456+00:00', '2026-11-27T19:00:00.123456Z'],
  ['2026-11-27T19:00:00+0000', '2026-11-27T19:00:00Z'],
  ['2026-11-27T20:00:00+01:00', '2026-11-27T19:00:00Z'],
  ['2026-11-28T00:30:00.5+05:30', '2026-11-27T19:00:00.5Z'],
  ['2026-11-27T11:00:00-0800', '2026-11-27T19:00:00Z'],
  ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00Z'],
  ['2028-03-01T00:30:00+01:00', '2028-02-29T23:30:00Z'],
  ['2026-11-27t19:00:00z', '2026-11-27T19:00:00Z'],
  ['2026-11-27 19:00:00-00:00', '2026-11-27T19:00:00Z'],
])('an instant %s is read as %s', (text, written) => {
  expect(Instant.parse(text)).toBe(written)
})

test.each([
  '2026-02-30T00:00:00+01:00',
  '2026-11-27T24:00:00+01:00',
  '2026-11-27T19:00:00+24:00',
  '2026-11-27T19:00:00+01:60',
  '2026-11-27T19:00:00 00:00',
  '2026-11-27T19:00:00+1',
  '2026-11-27T19:00Z',
  '0001-01-01T00:30:00+01:00',
  '9999-12-31T23:30:00-01:00',
  `2026-11-27T19:00:00.${'0'.repeat(40)}Z`,
])('%s is refused as an instant, and the error shows an example', (text) => {
  const { error } = Instant.safeParse(text)
  expect(error?.issues[0]?.message).toMatch(/2026-11-21T15:13:07\+01:00|0001/)
})
