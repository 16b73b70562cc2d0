import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Blackout } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import { CONTACT_LIMITS, type SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'

/** Returns the blackout that a burn of this length meets. As on the server, a burn that ends when the blackout begins does not meet it. */
export function blackoutOver(
  { blackouts }: { readonly blackouts: readonly Blackout[] },
  fromMs: number,
  lengthS: number,
) {
  return blackouts.find(
    (shut) => shut.toMs > fromMs && (shut.fromMs <= fromMs || shut.fromMs < fromMs + lengthS * 1_000),
  )
}

/**
 * Returns the end of the time for which all contacts are known: a later burn may lie in a contact. It follows the rules of the server, and
 * is undefined if all contacts are known, or if burns are allowed in contacts.
 */
export function contactsUnknownFrom(
  { configuration }: Pick<Satellite, 'configuration'>,
  { basis, orbit }: Pick<SatelliteContacts, 'basis' | 'orbit'>,
  nowMs: number,
): number | undefined {
  // Booked contacts are complete: there will be no others.
  if (configuration.blackoutInContacts !== true || basis === 'BOOKED') return undefined
  if (basis === 'NONE') return nowMs
  return orbit?.endsAt ? Date.parse(orbit.endsAt) : nowMs + CONTACT_LIMITS.spanDays * DAY_MS
}
