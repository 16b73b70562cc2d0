import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import { type DecidedOn, mostReopening, standardLook, standardReopening } from '@apsis/contract/ca/event/reopening.ts'
import { STANDARD_LEAD_H } from '@apsis/contract/ca/satellite/propulsion.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { listCame } from '../message/record/message.repository.ts'
import { expectedFrom } from '../message/record/rhythm.ts'
import { findSatellite } from '../satellite/record/satellite.repository.ts'
import { STANDARD_THRESHOLDS } from '../satellite/record/thresholds.data.ts'
import { decideMsOf } from './commit.ts'
import type { ConjunctionRow } from './conjunction.repository.ts'
import { levelAt } from './fold-event.ts'

type Deciding = Pick<ConjunctionRow, 'id' | 'facts' | 'satellite_id' | 'other_satellite_id' | 'created_at'>

/** What a decision on an event that is made at a time carries where it names nothing. */
export async function defaultsOf(tx: TenantDb, event: Deciding, nowMs: number): Promise<Decision['defaults']> {
  const { facts, created_at } = event
  const { configuration } = (await satelliteOf(tx, event)) ?? {}
  const { thresholds = STANDARD_THRESHOLDS, propulsion } = configuration ?? {}
  const [came] = await listCame(tx, [event.id])
  const { tca, probabilityOfCollision: probability } = facts.conjunctionData
  const decideMs = decideMsOf(facts)
  const leadH = propulsion !== undefined && 'leadTimeH' in propulsion ? propulsion.leadTimeH : STANDARD_LEAD_H
  const times = { nowMs, tcaMs: Date.parse(tca), decideMs, leadMs: leadH * HOUR_MS }
  const expectedMs = came && expectedFrom({ ...came, knownMs: created_at.getTime() })
  const isByContact = facts.commit?.source === 'LAST_CONTACT'
  const lookMs = standardLook({ ...times, isByContact, expectedMs })
  const on: DecidedOn = {
    level: levelAt(facts, nowMs),
    probability,
    acceptedProbability: thresholds.acceptedCollisionProbability,
  }
  return {
    lookAgainAt: lookMs === undefined ? null : new Date(lookMs).toISOString(),
    isLookByContact: isByContact && lookMs !== standardLook({ ...times, isByContact: false, expectedMs }),
    reopenAbove: standardReopening(on),
    mostReopenAbove: mostReopening(on),
  }
}

/** The satellite of the organisation whose thresholds an event has. */
async function satelliteOf(tx: TenantDb, { satellite_id, other_satellite_id }: Deciding) {
  const own = satellite_id === null ? undefined : await findSatellite(tx, satellite_id)
  if (own !== undefined || other_satellite_id === null) return own
  return findSatellite(tx, other_satellite_id)
}
