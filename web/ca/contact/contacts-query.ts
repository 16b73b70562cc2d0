import { DAY_MS } from '@apsis/astro/constants.ts'
import {
  CONTACT_LIMITS,
  isCommanding,
  listContacts,
  type SatelliteContacts,
} from '@apsis/contract/ca/contact/contact.ts'
import { listGroundStations } from '@apsis/contract/ca/contact/ground-station.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callAll } from '../../api/call.ts'
import { now } from '../../clock/clock.ts'
import { KEYS } from '../event/queries.ts'

/** Every change of a contact or a station marks the queries below this key as stale. */
export const CONTACTS_KEY = [...KEYS.satellites, 'contacts'] as const

/** Reads the contacts of a satellite in the next seven days. */
export const contactsQuery = (satelliteId: string) =>
  queryOptions({
    queryKey: [...CONTACTS_KEY, satelliteId],
    queryFn: ({ signal }) => call(listContacts, { query: { 'satellite-id': satelliteId } }, signal),
  })

/** Reads the contacts of a satellite from now to a closest approach. */
export const commandsQuery = (satelliteId: string, tca: string) =>
  queryOptions({
    queryKey: [...CONTACTS_KEY, satelliteId, tca],
    queryFn: ({ signal }) => {
      const latest = now() + CONTACT_LIMITS.spanDays * DAY_MS
      const to = new Date(Math.min(Date.parse(tca), latest)).toISOString()
      return call(listContacts, { query: { 'satellite-id': satelliteId, to } }, signal)
    },
  })

export const stationsQuery = queryOptions({
  queryKey: [...CONTACTS_KEY, 'stations'],
  queryFn: ({ signal }) => callAll(listGroundStations, { query: {} }, signal),
})

const UNREAD: SatelliteContacts = { basis: 'NONE', orbit: null, contacts: [] }

/**
 * Returns the contacts for making a plan: those that were read, or "none known" if they could not be read; undefined while they are being
 * read.
 */
export function contactsToPlan({
  data,
  error,
}: {
  readonly data: SatelliteContacts | undefined
  readonly error: unknown
}): { readonly contacts: SatelliteContacts; readonly isUnread: boolean } | undefined {
  if (data !== undefined) return { contacts: data, isUnread: false }
  return error === null ? undefined : { contacts: UNREAD, isUnread: true }
}

/** Returns the contacts that can send commands; null if no contacts are known. */
export function commandsOf({ basis, contacts }: SatelliteContacts) {
  if (basis === 'NONE') return null
  return contacts
    .filter(isCommanding)
    .map(({ from, to, station }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to), station }))
}
