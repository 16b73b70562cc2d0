import { CO_ORBITING } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import type { HoldingSource } from '@apsis/contract/tle/catalogue-holding.ts'
import type { KindCounts } from '@apsis/contract/tle/object-kind.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import { isIncomplete } from '../../screening/run/screening.repository.ts'
import type { FoundApproach, KnownEvent } from './path-verdict.ts'

export type EndedRow = {
  state: 'done' | 'failed' | 'cancelled' | 'removed'
  error: string | null
  from_at: Date | null
  to_at: Date | null
  objects: number
  not_screened: number
  /** True if the path, or one of its cases, was not screened to its end. */
  is_incomplete: boolean
  catalogue_epoch: Date | null
  catalogue_kinds: KindCounts | null
  catalogue_sources: readonly HoldingSource[]
  /** True if the compared objects are simulated. */
  is_simulated: boolean
}

/** Returns a screening that has ended, or that a person has removed; undefined while it waits or runs. */
export async function findEnded(tx: TenantDb, screeningId: string): Promise<EndedRow | undefined> {
  const { rows } = await sql<EndedRow>`
    select coalesce(s.state, 'removed') as state, s.error, s.from_at, s.to_at,
      coalesce(s.objects, 0) - (select count(*)::int from ca.screening_object o
        where o.screening_id = s.id and o.thresholds is not null) as objects,
      (select count(distinct n.object_id)::int from screening.not_screened n where n.screening_id = s.id) as not_screened,
      ${isIncomplete(sql`s.id`)} as is_incomplete, c.catalogue_epoch,
      c.catalogue_kinds, coalesce(c.catalogue_sources, '[]') as catalogue_sources, coalesce(c.is_simulated, false) as is_simulated
    from (select ${screeningId}::uuid as id) asked left join screening.screening s on s.id = asked.id
      left join ca.screening c on c.screening_id = s.id
    where s.id is null or s.state in ('done', 'failed', 'cancelled')`.execute(tx)
  return rows[0]
}

/** Returns the close approaches of all paths; the last word of the primary's name is the case. */
export async function listApproaches(tx: TenantDb, screeningId: string): Promise<FoundApproach[]> {
  const { rows } = await sql<FoundApproach>`
    select split_part(e.primary_id, ' ', 2) as "case", e.secondary_id as "objectId",
      coalesce(o.name, k.name, '') as object, s.from_at + make_interval(secs => e.seconds) as tca, e.miss_m as "missM",
      e.probability, e.maximum_probability as "maximumProbability", e.probability_reason as reason, k.period_s as "objectPeriodS"
    from screening.encounter e join screening.screening s on s.id = e.screening_id
      left join ca.screening_object o on o.screening_id = e.screening_id and o.object_id = e.secondary_id
      left join lateral (
        select listed.name, 2 * pi() / t.mean_motion_radps as period_s
        from tle.object listed left join tle.element_set t on t.catalogue = listed.catalogue and t.norad_id = listed.norad_id
          and t.epoch_s = listed.epoch_s and t.epoch_fs = listed.epoch_fs and t.is_supplemental = listed.is_supplemental
        where listed.norad_id::text = e.secondary_id order by listed.listed_in desc limit 1) k on true
    where e.screening_id = ${screeningId}
    order by e.seconds, e.primary_place, e.secondary_place`.execute(tx)
  return rows
}

export type AnnouncedRow = {
  objectId: string
  by: string
  ignition_at: Date
  ends_at: Date
  received_at: Date
  /** The newest data of the object: the arrival of an ephemeris, else the epoch of an own or catalogued element set (TAI seconds). */
  uploaded_at: Date | null
  set_epoch: Date | null
  epoch_s: number | null
}

/** Returns announced burns of the objects near the paths of a screening, and the data of their orbits. */
export async function listAnnounced(tx: TenantDb, screeningId: string): Promise<AnnouncedRow[]> {
  const { rows } = await sql<AnnouncedRow>`
    select n.norad_id::text as "objectId", n.announced_by as by, n.ignition_at,
      n.ignition_at + (n.fields ->> 'durationS')::float8 * interval '1 second' as ends_at, n.received_at,
      e.uploaded_at, o.set_epoch, k.epoch_s::float8 as epoch_s
    from ca.burn_notice n
      left join ca.screening_object o on o.screening_id = ${screeningId} and o.object_id = n.norad_id::text
      left join ca.ephemeris e on e.id = o.ephemeris_id
      left join tle.object k on k.norad_id = n.norad_id and k.catalogue = (select name from tle.catalogue where is_active)
    where exists (select from screening.encounter met
      where met.screening_id = ${screeningId} and met.secondary_id = n.norad_id::text)
    order by n.ignition_at, n.id`.execute(tx)
  return rows
}

/**
 * Returns the open events of a satellite with a message: the other object, its closest approach, and the largest difference of its TCAs. For
 * co-orbiting objects every passage is part of the event, which is judged by the distance at all passages.
 */
export async function listKnownEvents(tx: TenantDb, satelliteId: string, now: Date): Promise<KnownEvent[]> {
  const { rows } = await sql<{ objectIds: string[]; tca: Date; toleranceS: number | null }>`
    select array[m.derived -> 'object1' ->> 'designator', m.derived -> 'object2' ->> 'designator'] as "objectIds", c.tca,
      case when m.derived -> 'assessment' ->> 'reason' = ${CO_ORBITING} then 'Infinity'::float8
        else (c.facts ->> 'toleranceS')::float8 end as "toleranceS"
    from ca.conjunction c join ca.cdm m on m.id = (c.facts ->> 'newestCdmId')::uuid
    where (c.satellite_id = ${satelliteId} or c.other_satellite_id = ${satelliteId}) and c.tca > ${now}
      and c.decision ->> 'state' <> 'CLOSED'`.execute(tx)
  return rows.flatMap(({ objectIds, tca, toleranceS }) => objectIds.map((objectId) => ({ objectId, tca, toleranceS })))
}
