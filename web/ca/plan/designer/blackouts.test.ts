import type { Blackout } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import { expect, test } from 'vitest'
import { blackoutOver, contactsUnknownFrom } from './blackouts.ts'

const NOW = Date.UTC(2026, 10, 20)
const ENDS = '2026-11-21T10:00:00.000Z'
const orbit = { source: 'ephemeris', epoch: null, endsAt: ENDS, isSimulated: false }
type ContactArguments = Parameters<typeof contactsUnknownFrom>
/** Returns a satellite with the part of the configuration that the rule needs. */
const satelliteWith = (blackoutInContacts: boolean) =>
  ({ configuration: { blackoutInContacts } }) as ContactArguments[0]

test('contactsUnknownFrom() follows the server: no known contacts, an orbit that ends, contacts for two weeks only, all contacts booked', () => {
  const from = (contacts: ContactArguments[1]) => contactsUnknownFrom(satelliteWith(true), contacts, NOW)
  expect(from({ basis: 'NONE', orbit: null })).toBe(NOW)
  expect(from({ basis: 'COMPUTED', orbit })).toBe(Date.parse(ENDS))
  expect(from({ basis: 'COMPUTED', orbit: { ...orbit, endsAt: null } })).toBeGreaterThan(Date.parse(ENDS))
  expect(from({ basis: 'BOOKED', orbit: null })).toBeUndefined()
  expect(contactsUnknownFrom(satelliteWith(false), { basis: 'NONE', orbit: null }, NOW)).toBeUndefined()
})

test.each([
  [900, 100, 'ends as the blackout begins', false],
  [900, 101, 'reaches into it', true],
  [1_000, 0, 'is an instant at its beginning', true],
  [999, 0, 'is an instant before it', false],
  [1_500, 10, 'lies inside', true],
  [1_999, 10, 'begins just before its end', true],
  [2_000, 10, 'begins as it ends', false],
])('a burn from %i s that takes %i s and %s meets the blackout: %s', (fromS, lengthS, _, isOver) => {
  const blackout = { fromMs: 1_000_000, toMs: 2_000_000 } as Blackout
  expect(blackoutOver({ blackouts: [blackout] }, 1_000 * fromS, lengthS)).toBe(isOver ? blackout : undefined)
})
