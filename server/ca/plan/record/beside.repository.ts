import type { PlanState } from '@apsis/contract/ca/plan/manoeuvre-state.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import type { PlanRow } from './plan.repository.ts'

export type OtherPlanRow = {
  id: string
  name: string
  state: PlanState
  ignition_at: Date
  satellite_id: string
  /** The open event whose message does not contain the burn. */
  conjunction_id: string
}

type OfPlan = { readonly id: string; readonly satellite_id: string; readonly conjunction_id: string | null }

/**
 * Selects the open events of a satellite, each with both objects of the message that counts. The orbit of an object contains all burns until its
 * last observation; if the message does not state that time, the orbit contains no burn from after the message was made.
 */
const openSides = (satelliteId: string, now: Date) => sql`
  side as (
    select c.id as conjunction_id, c.tca, c.satellite_id, c.other_satellite_id, object ->> 'designator' as designator, object ->> 'name' as name,
      case when object ->> 'designator' ~ '^[0-9]{1,9}$' then (object ->> 'designator')::integer end as norad_id,
      coalesce((object ->> 'lastObservationAt')::timestamptz, m.creation_date) as holds_until
    from ca.conjunction c join ca.cdm m on m.id = (c.facts ->> 'newestCdmId')::uuid
      cross join lateral (values (m.derived -> 'object1'), (m.derived -> 'object2')) both_sides (object)
    where (c.satellite_id = ${satelliteId} or c.other_satellite_id = ${satelliteId}) and c.tca > ${now}
      and c.decision ->> 'state' <> 'CLOSED')`

/**
 * Returns other plans of the satellites in the open events of a plan, if the message of the event does not contain their burns: plans under
 * way to a burn for another event, or executed for any event. For the other satellite only burns before the closest approach count. A plan
 * under way for the same event ends when this one is approved.
 */
export async function listOtherPlans(tx: TenantDb, plan: OfPlan, now: Date): Promise<OtherPlanRow[]> {
  const { rows } = await sql<OtherPlanRow>`
    with ${openSides(plan.satellite_id, now)}
    select o.id, o.name, o.state, o.ignition_at, o.satellite_id, e.conjunction_id
    from side e join ca.satellite s on s.id in (e.satellite_id, e.other_satellite_id) and s.norad_id = e.norad_id
      join ca.manoeuvre o on o.satellite_id = s.id and o.id <> ${plan.id}
        and o.ignition_at + (o.burn ->> 'manoeuvreDuration')::float8 * interval '1 second' > e.holds_until
        and (s.id = ${plan.satellite_id} or o.ignition_at < e.tca)
    where o.state in ('EXECUTED', 'VERIFIED', 'PARTIAL')
      or o.state in ('APPROVED', 'EXPORTED') and o.conjunction_id is distinct from ${plan.conjunction_id}::uuid
    order by o.ignition_at, o.id, e.conjunction_id`.execute(tx)
  return rows
}

export type AnnouncedRow = {
  id: string
  conjunction_id: string
  object: string
  announced_by: string
  ignition_at: Date
  /** True if it is a burn of the satellite itself. */
  is_own: boolean
}

/** An announced burn within this many seconds of the plan's burn is the plan itself, because a form states the time by the minute. */
const SAME_BURN_S = 60

/**
 * Returns announced burns of either object of an open event of a satellite that its message does not contain, and that begin before its closest
 * approach. A burn of the satellite that begins at the same time as the plan is the plan itself, announced by its operator. The burn that the plan
 * moves forward does not count either.
 */
export async function listAnnouncedBefore(
  tx: TenantDb,
  { satellite_id: satelliteId, ignition_at: ignitionAt, burn }: Pick<PlanRow, 'satellite_id' | 'ignition_at' | 'burn'>,
  now: Date,
): Promise<AnnouncedRow[]> {
  const { rows } = await sql<AnnouncedRow>`
    with ${openSides(satelliteId, now)}
    select n.id, e.conjunction_id, n.announced_by, n.ignition_at, e.name as object, n.norad_id = own.norad_id as is_own
    from side e join ca.satellite own on own.id = ${satelliteId} join ca.burn_notice n on n.norad_id = e.norad_id and n.ignition_at < e.tca
      and n.ignition_at + (n.fields ->> 'durationS')::float8 * interval '1 second' > e.holds_until
    where not (n.norad_id = own.norad_id and abs(extract(epoch from n.ignition_at - ${ignitionAt}::timestamptz)) <= ${SAME_BURN_S})
      and n.id is distinct from ${burn.plannedBurn?.noticeId ?? null}::uuid
    order by n.ignition_at, n.id, e.conjunction_id`.execute(tx)
  return rows
}
