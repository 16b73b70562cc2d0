import type { BurnNotice } from '@apsis/contract/ca/announced/burn-notice.ts'
import type { PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import type { KeptBurn } from './plan.repository.ts'

export type BesidePlanRow = {
  id: string
  name: string
  state: PlanState
  burn: KeptBurn
  known_at: Date
}

export type BesideNoticeRow = {
  id: string
  announced_by: string
  ignition_at: Date
  received_at: Date
  durationS: number
  deltaV: BurnNotice['deltaV']
}

/** Selects burns of a satellite that end after one time and begin before another, except the burns of one plan. */
export type Beside = {
  readonly satelliteId: string
  /** Null for a plan that is not stored yet. */
  readonly planId: string | null
  readonly after: Date
  readonly before: Date
}

/** Returns the other plans of a satellite that are under way to a burn or were executed, by ignition. */
export async function listPlansOfSatellite(
  tx: TenantDb,
  { satelliteId, planId, after, before }: Beside,
): Promise<BesidePlanRow[]> {
  const { rows } = await sql<BesidePlanRow>`
    select id, name, state, burn, coalesce(approved_at, created_at) as known_at
    from ca.manoeuvre where satellite_id = ${satelliteId} and id is distinct from ${planId}::uuid
      and state in ('APPROVED', 'EXPORTED', 'EXECUTED', 'VERIFIED', 'PARTIAL')
      and ignition_at + (burn ->> 'manoeuvreDuration')::float8 * interval '1 second' > ${after} and ignition_at < ${before}
    order by ignition_at, id`.execute(tx)
  return rows
}

/** Returns the announced burns of a satellite, by ignition. */
export async function listNoticesOfSatellite(
  tx: TenantDb,
  { satelliteId, after, before }: Beside,
): Promise<BesideNoticeRow[]> {
  const { rows } = await sql<BesideNoticeRow>`
    select n.id, n.announced_by, n.ignition_at, n.received_at, (n.fields ->> 'durationS')::float8 as "durationS",
      n.fields -> 'deltaV' as "deltaV"
    from ca.burn_notice n join ca.satellite s on s.norad_id = n.norad_id and s.id = ${satelliteId}
    where n.ignition_at + (n.fields ->> 'durationS')::float8 * interval '1 second' > ${after} and n.ignition_at < ${before}
    order by n.ignition_at, n.id`.execute(tx)
  return rows
}
