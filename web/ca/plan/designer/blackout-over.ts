import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Blackout } from '@apsis/astro/manoeuvre/blackout/blackouts.ts'
import { CONTACT_LIMITS, type SatelliteContacts } from '@apsis/contract/ca/contact/contact.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'

/** The blackout that a burn of a length meets: one that ends as the blackout begins is outside of it, as for the server. */
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
 * From when on nobody knows whether a burn lies in a contact, in which the satellite does not burn, by the rules of the server; undefined:
 * that is known of every burn, or it may burn in contacts.
 */
export function contactsUnknownFrom(
  { configuration }: Pick<Satellite, 'configuration'>,
  { basis, orbit }: Pick<SatelliteContacts, 'basis' | 'orbit'>,
  nowMs: number,
): number | undefined {
  // What is booked is all that there will be.
  if (configuration.blackoutInContacts !== true || basis === 'BOOKED') return undefined
  if (basis === 'NONE') return nowMs
  return orbit?.endsAt ? Date.parse(orbit.endsAt) : nowMs + CONTACT_LIMITS.spanDays * DAY_MS
}
