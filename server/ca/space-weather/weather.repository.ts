import type { WeatherKind, WeatherSourceName } from '@apsis/contract/ca/space-weather.ts'
import { sql } from 'kysely'
import { floats, texts } from '../../platform/database/bulk.ts'
import type { SharedDb, TenantDb } from '../../platform/database/database.ts'
import type { DayValue } from './weather-format.ts'

export type SourceRow = {
  name: WeatherSourceName
  version: number
  host: string | null
  receivedAt: Date | null
  nextAt: Date
  outcome: string | null
  etag: string | null
  lastModified: string | null
}

/** Returns the sources. Postgres writes `-infinity`, for which JavaScript has no date. */
export async function listSources(tx: SharedDb): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`
    select name, version, host, received_at as "receivedAt", greatest(next_at, 'epoch') as "nextAt", outcome, etag,
      last_modified as "lastModified"
    from weather.source order by array_position(array['indices', 'solar', 'dst'], name)`.execute(tx)
  return rows
}

/** Claims the download, if it is due; the next one is due after this time, whatever the result. */
export async function claimTurn(
  tx: SharedDb,
  name: WeatherSourceName,
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update weather.source set next_at = ${nextAt}, outcome = 'asked' where name = ${name} and next_at <= ${now}`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export type SourceOutcome = {
  readonly outcome: string
  readonly host: string
  /** Undefined if the download gave no data. */
  readonly receivedAt?: Date | undefined
  readonly isNew?: boolean
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
  readonly notBefore?: Date | undefined
}

export async function updateSource(tx: SharedDb, name: WeatherSourceName, one: SourceOutcome): Promise<void> {
  await sql`
    update weather.source set outcome = ${one.outcome}, host = ${one.host},
      version = version + ${one.isNew === true ? 1 : 0},
      received_at = coalesce(${one.receivedAt ?? null}::timestamptz, received_at),
      etag = coalesce(${one.etag ?? null}, etag), last_modified = coalesce(${one.lastModified ?? null}, last_modified),
      next_at = greatest(next_at, ${one.notBefore ?? null}::timestamptz)
    where name = ${name}`.execute(tx)
}

export async function upsertValues(tx: SharedDb, values: readonly DayValue[]): Promise<void> {
  await sql`
    insert into weather.day_value (day, index_name, value, kind)
    select day::date, index_name, value, kind
    from unnest(${texts(values, ({ day }) => day)}::text[], ${texts(values, ({ index }) => index)}::text[],
      ${floats(values, ({ value }) => value)}::float8[], ${texts(values, ({ kind }) => kind)}::text[])
      as given (day, index_name, value, kind)
    on conflict (day, index_name) do update set value = excluded.value, kind = excluded.kind`.execute(tx)
}

/** Deletes values and storms from before a day. */
export async function deleteBefore(tx: SharedDb, day: string): Promise<void> {
  await sql`delete from weather.day_value where day < ${day}::date`.execute(tx)
  await sql`delete from weather.storm where day < ${day}::date`.execute(tx)
}

export type StormLimits = { readonly ap: number; readonly dstNt: number }

/**
 * Stores the time when a stormy day was first known: at the end of the day at the latest, even if its values are read later. A forecast storm that
 * does not happen is deleted.
 */
export async function updateStorms(tx: SharedDb, knownAt: Date, { ap, dstNt }: StormLimits): Promise<void> {
  const stormy = sql`
    select day from weather.day_value
    where (index_name = 'ap' and value >= ${ap}) or (index_name = 'dstNt' and value <= ${dstNt})`
  await sql`delete from weather.storm where day not in (${stormy})`.execute(tx)
  await sql`
    insert into weather.storm (day, known_at)
    select distinct day, least(${knownAt}::timestamptz, (day + 1) at time zone 'UTC') from (${stormy}) as found
    on conflict (day) do nothing`.execute(tx)
}

type ValueRow = { day: string; index: DayValue['index']; value: number; kind: WeatherKind }

export async function listValues(tx: SharedDb, from: string): Promise<ValueRow[]> {
  const { rows } = await sql<ValueRow>`
    select to_char(day, 'YYYY-MM-DD') as day, index_name as index, value, kind from weather.day_value
    where day >= ${from}::date order by day`.execute(tx)
  return rows
}

export async function listStorms(tx: SharedDb, from: string): Promise<{ day: string; knownAt: Date }[]> {
  const { rows } = await sql<{ day: string; knownAt: Date }>`
    select to_char(day, 'YYYY-MM-DD') as day, known_at as "knownAt" from weather.storm
    where day >= ${from}::date order by day`.execute(tx)
  return rows
}

export type OvertakenEvent = { id: string; noradId: number | null }

/** Returns future events with a storm before them that became known after their newest message was made. */
export async function listOvertaken(
  tx: TenantDb,
  { now, storms }: { readonly now: Date; readonly storms: readonly { readonly from: Date; readonly knownAt: Date }[] },
): Promise<OvertakenEvent[]> {
  if (storms.length === 0) return []
  const { rows } = await sql<OvertakenEvent>`
    select c.id, s.norad_id as "noradId"
    from ca.conjunction c
    join lateral (select max(m.creation_date) as made_at from ca.cdm m
      where m.tenant_id = c.tenant_id and m.conjunction_id = c.id and m.withdrawn_at is null) newest on true
    left join ca.satellite s on s.tenant_id = c.tenant_id and s.id = coalesce(c.satellite_id, c.other_satellite_id)
    where c.tca > ${now} and exists (
      select 1 from unnest(${storms.map(({ from }) => from)}::timestamptz[],
        ${storms.map(({ knownAt }) => knownAt)}::timestamptz[]) as storm (from_at, known_at)
      where storm.known_at > newest.made_at and storm.from_at < c.tca)
    order by c.tca`.execute(tx)
  return rows
}
