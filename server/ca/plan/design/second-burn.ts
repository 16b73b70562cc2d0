import { needMsOf } from '@apsis/astro/manoeuvre/command-contact.ts'
import type { Burn, SecondBurn } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Database } from '../../../platform/database/database.ts'
import { contactsUntil, type KnownUntil } from '../../contact/known-contacts.ts'
import type { EventRow } from '../record/plan.repository.ts'
import { commandOf } from './command-of-burn.ts'
import { leadOf } from './plan-parts.ts'

/** Half a revolution is the shortest time in which a small burn along the track moves a satellite across it. */
const LEAST_LEAD_ORBITS = 0.5

type MissedBurn = {
  readonly burn: Pick<Burn, 'ignitionEpoch' | 'orbitsBeforeTca' | 'manoeuvreDuration' | 'drag' | 'before'>
  readonly propulsion: Propulsion
  readonly nowMs: number
  readonly known: KnownUntil
}

/**
 * Returns the last burn that could replace a missed one, and the time until which it can be decided (flight rule
 * F12). Null if none can be commanded after the first burn: until that burn has ended, nobody knows that it is
 * missed. A change of area is held for days and cannot be repeated.
 */
export function secondBurnOf({ burn, propulsion, nowMs, known }: MissedBurn): SecondBurn | null {
  const tcaMs = Date.parse(burn.before.tca)
  const startMs = Date.parse(burn.ignitionEpoch)
  if (burn.drag !== null || burn.orbitsBeforeTca <= LEAST_LEAD_ORBITS) return null
  const burnMs = Math.floor(tcaMs - (LEAST_LEAD_ORBITS * (tcaMs - startMs)) / burn.orbitsBeforeTca)
  const found = commandOf(known.commands, { nowMs, needMs: needMsOf(leadOf(propulsion)), burnMs })
  const endMs = startMs + 1_000 * burn.manoeuvreDuration
  if (found === null || found.commitAt.getTime() <= endMs) return null
  return { ignition: new Date(burnMs).toISOString(), commitAt: found.commitAt.toISOString() }
}

type PlanReading = { readonly db: Pick<Database, 'tenant'>; readonly tenantId: string; readonly at: Date }

/** Returns the second burn of a plan from the contacts known at a time; the stored second burn if it cannot be computed now. */
export async function readSecondBurn(held: PlanReading, row: EventRow): Promise<SecondBurn | null | undefined> {
  const { burn, propulsion, screening } = row
  try {
    const known = await contactsUntil(held, row.satellite_id, { now: held.at, to: new Date(burn.before.tca) })
    return secondBurnOf({ burn, propulsion, nowMs: held.at.getTime(), known })
  } catch (error) {
    if (error instanceof ApiError) return screening?.secondBurn
    throw error
  }
}
