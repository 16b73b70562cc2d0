import type { UpdateOutcome } from '@apsis/contract/odt/observation/observation.ts'
import { POSITION_SENSOR } from '@apsis/contract/odt/observation/own-track.ts'
import type { PassStatus } from '@apsis/contract/odt/request/request-status.ts'
import type { SensorPlace } from '@apsis/contract/odt/sensor/sensor.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

export type SensorRecord = { readonly sensor_code: string; readonly tries: number; readonly successes: number }

/** Returns, for each sensor, the number of past passes, and the number of those with a track. */
export async function listSensorRecords(tx: TenantDb): Promise<SensorRecord[]> {
  const { rows } = await sql<SensorRecord>`
    select sensor_code, count(*)::int as tries, count(*) filter (where status = 'SUCCESSFUL')::int as successes
    from odt.pass where status in ('SUCCESSFUL', 'UNSUCCESSFUL') group by sensor_code`.execute(tx)
  return rows
}

export type TrackRow = {
  readonly id: string
  /** Null: the organisation's own track. */
  readonly request_id: string | null
  readonly norad_id: number
  readonly sensor_code: string
  /** The sensor's place during the measurement; null: its present place. */
  readonly sensor_place: SensorPlace | null
  readonly starts_at: Date
  readonly ends_at: Date
  readonly measurements: number
  readonly is_simulated: boolean
  readonly is_demo_object: boolean
  readonly created_at: Date
  /** Other files with the same measurements. */
  readonly twins: readonly string[]
}

type EventQuestion = {
  readonly from: Date
  readonly to: Date
  /** The tracks that may change this event: a simulated one gives the object's true path in the event that it was ordered for. */
  readonly forEvent?: string
}

/**
 * Selects the measurements of a message: its header says who wrote it and when, and differs in a rewritten copy. Positions are stored as
 * the original OEM, in either notation.
 */
const measurementsIn = (file: 'o' | 'other') => {
  const [code, text] = [sql.ref(`${file}.sensor_code`), sql.ref(`${file}.tdm`)]
  return sql`substring(${text} from case when ${code} = ${POSITION_SENSOR}
    then greatest(position('META_START' in ${text}), position('<segment>' in ${text}))
    else position('DATA_START' in ${text}) end)`
}

/** Compares a file `o` with an `other` file that applies. A file that was matched to a different object, or to none, was not used here. */
const SAME_MEASUREMENTS = sql`other.withdrawn_at is null and other.sensor_code = o.sensor_code and other.starts_at = o.starts_at and other.ends_at = o.ends_at
  and other.is_simulated = o.is_simulated and other.is_ambiguous = o.is_ambiguous
  and other.best_norad_id is not distinct from o.best_norad_id
  and ${measurementsIn('other')} = ${measurementsIn('o')}`

/**
 * True for the first of the files with the same measurements. A user who sends a track twice, or first without its
 * pass and then with it, has not measured twice, and a covariance that counted both would be too small.
 */
const IS_FIRST = sql`not exists (
  select from odt.observation other where ${SAME_MEASUREMENTS} and (other.created_at, other.id) < (o.created_at, o.id))`

/**
 * Selects the other files with the same measurements. The order of files depends on the clocks of several processes:
 * a file that is stored later may have an earlier time than a file that an event already includes.
 */
const TWINS = sql`array(
  select other.id from odt.observation other where ${SAME_MEASUREMENTS} and other.id <> o.id) as twins`

/** Returns the tracks of objects in a span, oldest first, without their messages, but only tracks that certainly belong to one of them. */
export async function listTracksOf(
  tx: TenantDb,
  noradIds: readonly number[],
  { from, to, forEvent }: EventQuestion,
): Promise<TrackRow[]> {
  if (noradIds.length === 0) return []
  const { rows } = await sql<TrackRow>`
    select o.id, o.request_id, o.best_norad_id as norad_id, o.sensor_code, o.starts_at, o.ends_at, o.measurements,
      o.is_simulated, o.is_demo_object, o.created_at, o.sensor_place, ${TWINS}
    from odt.observation o left join odt.request r on r.id = o.request_id
    where o.withdrawn_at is null and o.best_norad_id = any(${[...noradIds]}::integer[]) and not o.is_ambiguous
      and o.starts_at >= ${from} and o.ends_at <= ${to}
      and (${forEvent ?? null}::uuid is null or not o.is_simulated or r.conjunction_id = ${forEvent ?? null})
      and ${IS_FIRST}
    order by o.starts_at, o.id`.execute(tx)
  return rows
}

export type TrackTimeRow = Pick<TrackRow, 'id' | 'norad_id' | 'ends_at' | 'is_simulated' | 'twins'> & {
  /** The event that a simulated track was ordered for. */
  readonly conjunction_id: string | null
}

/** Returns only the end times of the tracks of objects in a span, for tracks that are certainly of one of these objects. */
export async function listTrackTimes(
  tx: TenantDb,
  noradIds: readonly number[],
  { from, to }: Pick<EventQuestion, 'from' | 'to'>,
): Promise<TrackTimeRow[]> {
  if (noradIds.length === 0) return []
  const { rows } = await sql<TrackTimeRow>`
    select o.id, o.best_norad_id as norad_id, o.ends_at, o.is_simulated, r.conjunction_id, ${TWINS}
    from odt.observation o left join odt.request r on r.id = o.request_id
    where o.withdrawn_at is null and o.best_norad_id = any(${[...noradIds]}::integer[]) and not o.is_ambiguous
      and o.starts_at >= ${from} and o.ends_at <= ${to} and ${IS_FIRST}`.execute(tx)
  return rows
}

/**
 * Returns the ids of the newest measured tracks of a satellite in a span, oldest first. A track that matches no object of the catalogue is
 * included if its message names the satellite: after a burn the satellite is not where its elements predict.
 */
export async function listTracksAfter(
  tx: TenantDb,
  noradId: number,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, starts_at from odt.observation o
      where withdrawn_at is null and ${IS_FIRST} and not is_simulated and starts_at >= ${from} and starts_at <= ${to} and ends_at <= ${to}
        and (best_norad_id = ${noradId} and not is_ambiguous
          or best_norad_id is null and named_norad_id = ${noradId})
      order by starts_at desc, id limit ${limit}
    ) newest order by starts_at, id`.execute(tx)
  return rows.map(({ id }) => id)
}

export type KeptRow = Pick<TrackRow, 'id' | 'sensor_code' | 'sensor_place' | 'created_at'> & {
  /** The message; for POSITION_SENSOR an OEM. */
  readonly tdm: string
  /** The accuracy of positions without a covariance, m. */
  readonly position_sigma_m: number | null
}

/** Returns tracks with their messages, oldest first, except withdrawn ones. */
export async function listTracks(tx: TenantDb, ids: readonly string[]): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select id, sensor_code, sensor_place, created_at, tdm, position_sigma_m from odt.observation
    where id = any(${[...ids]}::uuid[]) and withdrawn_at is null order by starts_at, id`.execute(tx)
  return rows
}

export type TaskedRow = {
  readonly request_id: string
  readonly norad_id: number
  readonly sensor_code: string
  readonly sensor_name: string
  readonly starts_at: Date
  readonly ends_at: Date
  readonly status: PassStatus
}

/** Returns the ordered passes of objects, without those that have ended, sorted by start. */
export async function listTasked(tx: TenantDb, noradIds: readonly number[]): Promise<TaskedRow[]> {
  if (noradIds.length === 0) return []
  const { rows } = await sql<TaskedRow>`
    select p.request_id, r.norad_id, p.sensor_code, p.sensor_name, p.starts_at, p.ends_at, p.status
    from odt.pass p join odt.request r on r.id = p.request_id
    where r.norad_id = any(${[...noradIds]}::integer[]) and not r.is_ended
      and p.status in ('PENDING', 'EXECUTING', 'EXECUTED', 'PUBLISHING', 'PUBLISHED')
    order by p.starts_at, p.id`.execute(tx)
  return rows
}

/** The result of a track in an event. */
export type UpdateRow = {
  readonly id: string
  readonly conjunction_id: string
  readonly observation_id: string
  /** Null: the organisation's own track, or a track whose file was deleted. */
  readonly request_id: string | null
  readonly sensor_code: string
  readonly norad_id: number
  readonly track_at: Date
  readonly outcome: UpdateOutcome
  readonly prior_cdm_id: string
  readonly cdm_id: string | null
  readonly scale_factor: number | null
  readonly weighted_rms: number | null
  readonly used: number | null
  readonly edited: number | null
  readonly is_simulated: boolean
  readonly is_demo_event: boolean
  readonly made_at: Date
  readonly withdrawn_at: Date | null
  readonly withdrawn_by_name: string | null
  readonly withdrawn_reason: string | null
}

type NewUpdate = Omit<UpdateRow, 'request_id' | 'withdrawn_at' | 'withdrawn_by_name' | 'withdrawn_reason'>

export async function insertUpdate(tx: TenantDb, tenantId: string, row: NewUpdate): Promise<void> {
  await sql`
    insert into odt.event_update (tenant_id, id, conjunction_id, observation_id, sensor_code, norad_id, track_at, outcome,
      prior_cdm_id, cdm_id, scale_factor, weighted_rms, used, edited, is_simulated, is_demo_event, made_at)
    values (${tenantId}, ${row.id}, ${row.conjunction_id}, ${row.observation_id}, ${row.sensor_code}, ${row.norad_id},
      ${row.track_at}, ${row.outcome}, ${row.prior_cdm_id}, ${row.cdm_id}, ${row.scale_factor}, ${row.weighted_rms},
      ${row.used}, ${row.edited}, ${row.is_simulated}, ${row.is_demo_event}, ${row.made_at})
    on conflict (tenant_id, observation_id, conjunction_id, prior_cdm_id) do nothing`.execute(tx)
}

export type OutcomeRow = Pick<UpdateRow, 'conjunction_id' | 'observation_id' | 'prior_cdm_id' | 'cdm_id' | 'outcome'>

/** Returns the results of tracks in events. */
export async function listOutcomes(tx: TenantDb, conjunctionIds: readonly string[]): Promise<OutcomeRow[]> {
  if (conjunctionIds.length === 0) return []
  const { rows } = await sql<OutcomeRow>`
    select conjunction_id, observation_id, prior_cdm_id, cdm_id, outcome
    from odt.event_update where conjunction_id = any(${[...conjunctionIds]}::uuid[])`.execute(tx)
  return rows
}

/** Returns the events whose messages a track was compared with. */
export async function listEventsWith(tx: TenantDb, observationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct conjunction_id as id from odt.event_update where observation_id = ${observationId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns true if a track and the message to which it is to be added both still apply. */
export async function isValid(
  tx: TenantDb,
  { trackId, cdmId }: { readonly trackId: string; readonly cdmId: string },
): Promise<boolean> {
  const { rows } = await sql<{ valid: boolean }>`
    select exists (select from odt.observation where id = ${trackId} and withdrawn_at is null)
      and exists (select from ca.cdm where id = ${cdmId} and withdrawn_at is null) as valid`.execute(tx)
  return rows[0]?.valid === true
}

/** Returns all updates of an event, newest first. */
export async function listUpdates(tx: TenantDb, conjunctionId: string): Promise<UpdateRow[]> {
  const { rows } = await sql<UpdateRow>`
    select u.id, u.conjunction_id, u.observation_id, o.request_id, u.sensor_code, u.norad_id, u.track_at, u.outcome,
      u.prior_cdm_id, u.cdm_id, u.scale_factor, u.weighted_rms, u.used, u.edited, u.is_simulated, u.is_demo_event, u.made_at,
      o.withdrawn_at, o.withdrawn_by_name, o.withdrawn_reason
    from odt.event_update u left join odt.observation o on o.id = u.observation_id
    where u.conjunction_id = ${conjunctionId} order by u.made_at desc, u.id`.execute(tx)
  return rows
}

/** Returns the numbers of objects with the organisation's own tracks since a time that may change an event. */
export async function listTrackedNumbers(tx: TenantDb, since: Date): Promise<number[]> {
  const { rows } = await sql<{ norad_id: number }>`
    select distinct o.best_norad_id as norad_id
    from odt.observation o left join odt.request r on r.id = o.request_id
    where o.withdrawn_at is null and o.best_norad_id is not null and not o.is_ambiguous and o.starts_at >= ${since}
      and (not o.is_simulated or r.conjunction_id is not null)`.execute(tx)
  return rows.map(({ norad_id }) => norad_id)
}
