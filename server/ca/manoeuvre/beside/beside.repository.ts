import type { ManoeuvreState } from '@apsis/contract/ca/manoeuvre-state.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'

export type OtherPlanRow = { id: string; name: string; state: ManoeuvreState; ignition_at: Date }

type OfPlan = { readonly id: string; readonly satellite_id: string; readonly conjunction_id: string }

/**
 * Plans of the same satellite that are on their way to a burn of another event, or were flown for any, after the message that counts
 * for this plan was made: that message does not hold their burns. What is on its way for the same event ends when this one is approved.
 */
export async function listOtherPlans(tx: TenantDb, plan: OfPlan): Promise<OtherPlanRow[]> {
  const { rows } = await sql<OtherPlanRow>`
    select o.id, o.name, o.state, o.ignition_at from ca.manoeuvre o
      join ca.conjunction c on c.id = ${plan.conjunction_id} join ca.cdm m on m.id = (c.facts ->> 'newestCdmId')::uuid
    where o.satellite_id = ${plan.satellite_id} and o.id <> ${plan.id} and o.ignition_at > m.creation_date
      and (o.state in ('EXECUTED', 'VERIFIED', 'PARTIAL')
        or o.state in ('APPROVED', 'EXPORTED') and o.conjunction_id <> ${plan.conjunction_id})
    order by o.ignition_at, o.id`.execute(tx)
  return rows
}

export type AnnouncedRow = {
  id: string
  conjunction_id: string
  object: string
  announced_by: string
  ignition_at: Date
}

/**
 * Burns that somebody has announced of either object of an open event of a satellite, after its message was made and before its
 * closest approach. One that begins with the plan itself is the plan, announced by its own operator.
 */
export async function listAnnouncedBefore(
  tx: TenantDb,
  { satellite_id: satelliteId, ignition_at: ignitionAt }: { readonly satellite_id: string; readonly ignition_at: Date },
  now: Date,
): Promise<AnnouncedRow[]> {
  const { rows } = await sql<AnnouncedRow>`
    select n.id, c.id as conjunction_id, n.announced_by, n.ignition_at,
      case when n.norad_id::text = m.derived -> 'object1' ->> 'designator' then m.derived -> 'object1' ->> 'name'
        else m.derived -> 'object2' ->> 'name' end as object
    from ca.conjunction c join ca.cdm m on m.id = (c.facts ->> 'newestCdmId')::uuid
      join ca.burn_notice n on n.norad_id::text in (m.derived -> 'object1' ->> 'designator', m.derived -> 'object2' ->> 'designator')
        and n.ignition_at > m.creation_date and n.ignition_at < c.tca and n.ignition_at <> ${ignitionAt}
    where (c.satellite_id = ${satelliteId} or c.other_satellite_id = ${satelliteId}) and c.tca > ${now}
      and c.decision ->> 'state' <> 'CLOSED'
    order by n.ignition_at, n.id, c.id`.execute(tx)
  return rows
}
