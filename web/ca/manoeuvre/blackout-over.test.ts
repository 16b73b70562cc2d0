import { expect, test } from 'vitest'
import { contactsUnknownFrom } from './blackout-over.ts'

const NOW = Date.UTC(2026, 10, 20)
const ENDS = '2026-11-21T10:00:00.000Z'
const orbit = { source: 'ephemeris', epoch: null, endsAt: ENDS, isSimulated: false }
type Asked = Parameters<typeof contactsUnknownFrom>
/** Of the configuration, what the rule asks for. */
const satelliteWith = (blackoutInContacts: boolean) => ({ configuration: { blackoutInContacts } }) as Asked[0]

test('contactsUnknownFrom() follows the server: none known, an orbit that ends, computed two weeks ahead, all booked', () => {
  const from = (contacts: Asked[1]) => contactsUnknownFrom(satelliteWith(true), contacts, NOW)
  expect(from({ basis: 'NONE', orbit: null })).toBe(NOW)
  expect(from({ basis: 'COMPUTED', orbit })).toBe(Date.parse(ENDS))
  expect(from({ basis: 'COMPUTED', orbit: { ...orbit, endsAt: null } })).toBeGreaterThan(Date.parse(ENDS))
  expect(from({ basis: 'BOOKED', orbit: null })).toBeUndefined()
  expect(contactsUnknownFrom(satelliteWith(false), { basis: 'NONE', orbit: null }, NOW)).toBeUndefined()
})
