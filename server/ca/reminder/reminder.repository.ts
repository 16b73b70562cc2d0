import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { type ConjunctionRow, MAY_ASK_TO_ACT } from '../event/event.repository.ts'
import type { Resting } from './due.ts'

export type OpenEvent = Pick<ConjunctionRow, 'id' | 'satellite_id' | 'facts' | 'mitigated_until' | 'decided_level'> & {
  readonly created_at: Date
  readonly satellite_name: string | null
}

export type DecidedEvent = OpenEvent & Pick<ConjunctionRow, 'decision' | 'decision_version' | 'look_again_at'>

/** Returns future events that are decided and not closed, of any level. */
export async function listDecidedEvents(tx: TenantDb, now: Date): Promise<DecidedEvent[]> {
  const { rows } = await sql<DecidedEvent>`
    select c.id, c.satellite_id, c.facts, c.mitigated_until, c.decided_level, c.created_at, s.name as satellite_name, c.decision,
      c.decision_version, c.look_again_at
    from ca.conjunction c left join ca.satellite s on s.tenant_id = c.tenant_id and s.id = c.satellite_id
    where c.tca > ${now} and c.decided_level is not null and c.decision ->> 'state' = 'DECIDED'
    order by c.tca, c.id`.execute(tx)
  return rows
}

/** Returns the undecided future events, all or one, with at least a level or a possible action; some are mitigated (openNow). */
export async function listOpenEvents(tx: TenantDb, now: Date, leastRank: number, id?: string): Promise<OpenEvent[]> {
  const { rows } = await sql<OpenEvent>`
    select c.id, c.satellite_id, c.facts, c.mitigated_until, c.decided_level, c.created_at, s.name as satellite_name
    from ca.conjunction c left join ca.satellite s on s.tenant_id = c.tenant_id and s.id = c.satellite_id
    where (${id ?? null}::uuid is null or c.id = ${id ?? null}::uuid) and c.tca > ${now} and (c.risk_level >= ${leastRank} or ${MAY_ASK_TO_ACT}) and c.decided_level is null
    order by c.tca, c.id`.execute(tx)
  return rows
}

/** A burn that the newest published ephemeris of a near object contains and the version before does not. */
export type PublishedBurn = {
  readonly satellite_id: string
  readonly satellite_name: string
  readonly norad_id: number
  readonly object_name: string
  readonly file: string
  readonly burn: { readonly from: string; readonly to: string; readonly alongTrackMps: number }
  readonly tca: Date
  readonly miss_m: number
  readonly is_simulated: boolean
}

/** Returns such burns, each with the satellite that its object comes nearest to. */
export async function listPublishedBurns(tx: TenantDb, now: Date): Promise<PublishedBurn[]> {
  const { rows } = await sql<PublishedBurn>`
    select distinct on (file.norad_id) near.satellite_id, s.name as satellite_name, file.norad_id, file.object_name,
      file.name as file, file.change -> 'burn' as burn, near.tca, near.miss_m, file.is_simulated
    from neighbours.near join neighbours.file on file.norad_id = near.norad_id and file.replaced_at is null
      join ca.satellite s on s.id = near.satellite_id and s.deleted_at is null
    where file.change ->> 'burn' is not null and near.tca > ${now}
    order by file.norad_id, near.miss_m`.execute(tx)
  return rows
}

/** The published ephemeris of an event's other object, which ends before its TCA. */
export type ShortPath = { readonly conjunction_id: string; readonly name: string; readonly usable_to: Date }

/** Returns the events whose other object is a neighbour whose newest published ephemerides all end before the TCA. */
export async function listShortPaths(tx: TenantDb, ids: readonly string[]): Promise<ShortPath[]> {
  const { rows } = await sql<ShortPath>`
    select distinct on (c.id) c.id as conjunction_id, file.name, file.usable_to
    from ca.conjunction c join neighbours.file on file.norad_id::text in (c.object_low, c.object_high)
    where c.id = any(${[...ids]}::uuid[]) and file.replaced_at is null
      and file.norad_id in (select norad_id from neighbours.near)
      and not exists (select from ca.satellite s where s.norad_id = file.norad_id and s.deleted_at is null)
      and (select max(newest.usable_to) from neighbours.file newest
        where newest.norad_id = file.norad_id and newest.replaced_at is null) < c.tca
    order by c.id, file.usable_to desc`.execute(tx)
  return rows
}

export type Files = {
  readonly satellite_id: string
  readonly name: string
  /** The arrival times of the newest operational files, in any order. */
  readonly arrived: readonly Date[]
  readonly usable_until: Date | null
}

const NEWEST_FILES = 6

/** Returns the newest operational ephemerides of each satellite that people or programs sent. */
export async function listFiles(tx: TenantDb): Promise<Files[]> {
  const { rows } = await sql<Files>`
    select s.id as satellite_id, s.name, array_agg(e.uploaded_at) as arrived, max(e.usable_stop_at) as usable_until
    from ca.satellite s
    cross join lateral (
      select uploaded_at, usable_stop_at from ca.ephemeris
      where satellite_id = s.id and kind = 'OPERATIONAL' and state <> 'INVALID' and not is_simulated
      order by uploaded_at desc limit ${NEWEST_FILES}
    ) e
    where s.deleted_at is null group by s.id, s.name order by s.id`.execute(tx)
  return rows
}

export type RestingRow = Resting & { readonly conjunction_id: string }

/** Returns, for each message of these events, the ephemeris of the other object that it used. */
export async function listResting(tx: TenantDb, ids: readonly string[]): Promise<RestingRow[]> {
  const { rows } = await sql<RestingRow>`
    select m.conjunction_id, m.originator, extract(epoch from m.creation_date)::float8 * 1000 as "createdMs",
      object ->> 'ephemerisName' as ephemeris
    from ca.cdm m
    join ca.conjunction c on c.tenant_id = m.tenant_id and c.id = m.conjunction_id
    cross join lateral (values (m.derived -> 'object1'), (m.derived -> 'object2')) as both_objects (object)
    where m.conjunction_id = any(${[...ids]}::uuid[]) and m.withdrawn_at is null and object ->> 'designator' = c.facts #>> '{object2,designator}'`.execute(
    tx,
  )
  return rows
}

type Reminder = { readonly matter: string; readonly reminder: string }

/** Records that a reminder was sent; returns false if it was recorded before. */
export async function insertReminder(
  tx: TenantDb,
  { tenantId, matter, reminder, now }: Reminder & { readonly tenantId: string; readonly now: Date },
): Promise<boolean> {
  const result = await sql`
    insert into ca.reminder (tenant_id, matter, reminder, notified_at) values (${tenantId}, ${matter}, ${reminder}, ${now})
    on conflict do nothing`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Deletes the records of a matter, and returns the names of their reminders. */
export async function deleteReminders(tx: TenantDb, matter: string): Promise<string[]> {
  const { rows } = await sql<Pick<Reminder, 'reminder'>>`
    delete from ca.reminder where matter = ${matter} returning reminder`.execute(tx)
  return rows.map(({ reminder }) => reminder)
}

/** Deletes records so old that their event is past. */
export async function deleteOldReminders(tx: TenantDb, before: Date): Promise<void> {
  await sql`delete from ca.reminder where notified_at < ${before}`.execute(tx)
}
