import type { AnewFailure } from '@apsis/contract/ca/event/level-by.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import type { ScreenedAnew } from './fold-track.ts'

export type StoredAnew = ScreenedAnew & { readonly conjunctionId: string }

/** Returns the results of the screenings against orbits that tracks changed, in these events. */
export async function listScreenedAnew(tx: TenantDb, conjunctionIds: readonly string[]): Promise<StoredAnew[]> {
  if (conjunctionIds.length === 0) return []
  const { rows } = await sql<StoredAnew>`
    select cdm_id as "cdmId", satellite_id as "satelliteId", conjunction_id as "conjunctionId", state, reason
    from ca.screened_anew where conjunction_id = any(${conjunctionIds}::uuid[])`.execute(tx)
  return rows
}

export type NewAnew = StoredAnew & { readonly screeningId: string | null; readonly at: Date }

/**
 * Writes the results of screenings against orbits that tracks changed; returns true if any were written. A finished screening stays finished:
 * later results for it are not written.
 */
export async function storeScreenedAnew(
  tx: TenantDb,
  tenantId: string,
  outcomes: readonly NewAnew[],
): Promise<boolean> {
  if (outcomes.length === 0) return false
  const rows = outcomes.map(
    (one) => sql`(${tenantId}, ${one.cdmId}::uuid, ${one.conjunctionId}::uuid, ${one.satelliteId}::uuid, ${one.state},
      ${one.screeningId}::uuid, ${one.reason}::text, ${one.at}::timestamptz)`,
  )
  const result = await sql`
    insert into ca.screened_anew as known (tenant_id, cdm_id, conjunction_id, satellite_id, state, screening_id, reason, at)
    values ${sql.join(rows)}
    on conflict (tenant_id, cdm_id, satellite_id) do update set state = excluded.state, screening_id = excluded.screening_id,
      reason = excluded.reason, at = excluded.at
    where known.state <> 'DONE' and not (known.state = 'ORDERED' and excluded.state = 'ORDERED')`.execute(tx)
  return (result.numAffectedRows ?? 0n) > 0n
}

/** A satellite of ours in an event, with the newest track that changed it. */
export type TrackedPair = {
  readonly cdmId: string
  readonly conjunctionId: string
  readonly satelliteId: string
  readonly tca: Date
}

const NEWEST_TRACKS = sql`(
  select distinct on (m.conjunction_id) m.id, m.conjunction_id from ca.cdm m
  where m.track_at is not null and m.withdrawn_at is null
  order by m.conjunction_id, m.creation_date desc, m.id)`

/** Returns satellites in open events with a TCA after a time that were not screened against the orbit after the newest track. */
export async function listUnscreened(
  tx: TenantDb,
  { now, failedBefore }: { readonly now: Date; readonly failedBefore: Date },
): Promise<TrackedPair[]> {
  const { rows } = await sql<TrackedPair>`
    select t.id as "cdmId", c.id as "conjunctionId", s.id as "satelliteId", c.tca
    from ${NEWEST_TRACKS} t join ca.conjunction c on c.id = t.conjunction_id
      join ca.satellite s on s.id in (c.satellite_id, c.other_satellite_id) and s.deleted_at is null
      left join ca.screened_anew a on a.cdm_id = t.id and a.satellite_id = s.id
    where c.tca > ${now} and c.decision ->> 'state' <> 'CLOSED'
      and (a.cdm_id is null or (a.state = 'FAILED' and a.at < ${failedBefore}))
    order by c.tca, c.id, s.id limit 100`.execute(tx)
  return rows
}

/** Returns the satellites whose requested screening has ended without a result for them. */
export async function listEndedInVain(tx: TenantDb): Promise<TrackedPair[]> {
  const { rows } = await sql<TrackedPair>`
    select a.cdm_id as "cdmId", a.conjunction_id as "conjunctionId", a.satellite_id as "satelliteId", c.tca
    from ca.screened_anew a join ca.conjunction c on c.id = a.conjunction_id
      left join screening.screening s on s.id = a.screening_id
    where a.state = 'ORDERED' and (s.id is null or s.state in ('done', 'failed', 'cancelled'))
    order by c.tca, c.id limit 100`.execute(tx)
  return rows
}

/** A track whose orbit a screening has used, with the state from the track's message or from a newer message of the same event. */
export type ScreenedTrack = TrackedPair & {
  /** Designators of the objects of the event. */
  readonly objects: readonly [string, string]
}

/** Returns the newest track of each event for which a screening has taken the state of an object from the track's message or a newer one. */
export async function listTracksScreened(
  tx: TenantDb,
  screeningId: string,
): Promise<Omit<ScreenedTrack, 'satelliteId'>[]> {
  const { rows } = await sql<Omit<ScreenedTrack, 'satelliteId'>>`
    select t.id as "cdmId", c.id as "conjunctionId", c.tca, jsonb_build_array(c.object_low, c.object_high) as objects
    from (
      select m.conjunction_id, max(m.creation_date) as creation_date
      from ca.screening s, jsonb_each_text(s.cdm_ids) of_object join ca.cdm m on m.id = of_object.value::uuid
      where s.screening_id = ${screeningId} and m.withdrawn_at is null group by m.conjunction_id
    ) used join ca.conjunction c on c.id = used.conjunction_id
      join lateral (
        select m.id, m.creation_date from ca.cdm m
        where m.conjunction_id = c.id and m.track_at is not null and m.withdrawn_at is null
        order by m.creation_date desc, m.id limit 1
      ) t on t.creation_date <= used.creation_date`.execute(tx)
  return rows
}

/** Returns the events for which a screening has taken the state of an object from a message. */
export async function listEventsScreened(tx: TenantDb, screeningId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct m.conjunction_id as id
    from ca.screening s, jsonb_each_text(s.cdm_ids) of_object join ca.cdm m on m.id = of_object.value::uuid
    where s.screening_id = ${screeningId} and m.withdrawn_at is null`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export type Failing = Omit<TrackedPair, 'tca'> & { readonly reason: AnewFailure }
