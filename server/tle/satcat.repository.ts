import { DAY_MS } from '@apsis/astro/constants.ts'
import type { REENTRY_FORECASTS } from '@apsis/contract/tle/catalogue.ts'
import { sql } from 'kysely'
import { floats, texts } from '../platform/database/bulk.ts'
import type { SharedDb } from '../platform/database/database.ts'
import { chunksOf } from './catalogue.repository.ts'
import type { ListedSet, ObjectFacts } from './merge-catalogue.ts'
import type { Reentry, SatcatObject } from './space-track-records.ts'

export async function countSatcat(tx: SharedDb): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tle.satcat`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Stores the records of the satellite catalogue; returns the number of objects whose facts are new or changed. */
export async function upsertSatcat(tx: SharedDb, objects: readonly SatcatObject[]): Promise<number> {
  let changed = 0
  for (const some of chunksOf(objects)) {
    const result = await sql`
      insert into tle.satcat as known (norad_id, name, international_designator, object_type, rcs, country, launched_on,
        decayed_on)
      select distinct on (norad_id) norad_id, name, designator, nullif(type, ''), nullif(rcs, ''), nullif(country, ''),
        nullif(launched, '')::date, nullif(decayed, '')::date
      from unnest(
        ${floats(some, ({ noradId }) => noradId)}::float8[],
        ${texts(some, ({ name }) => name)}::text[],
        ${texts(some, ({ internationalDesignator }) => internationalDesignator)}::text[],
        ${texts(some, ({ objectType }) => objectType ?? '')}::text[],
        ${texts(some, ({ rcs }) => rcs ?? '')}::text[],
        ${texts(some, ({ country }) => country ?? '')}::text[],
        ${texts(some, ({ launchedOn }) => launchedOn ?? '')}::text[],
        ${texts(some, ({ decayedOn }) => decayedOn ?? '')}::text[])
        as given (norad_id, name, designator, type, rcs, country, launched, decayed)
      on conflict (norad_id) do update set name = excluded.name,
        international_designator = excluded.international_designator, object_type = excluded.object_type,
        rcs = excluded.rcs, country = excluded.country, launched_on = excluded.launched_on,
        decayed_on = excluded.decayed_on
      where (known.name, known.international_designator, known.object_type, known.rcs, known.country, known.launched_on,
        known.decayed_on) is distinct from (excluded.name, excluded.international_designator, excluded.object_type,
        excluded.rcs, excluded.country, excluded.launched_on, excluded.decayed_on)`.execute(tx)
    changed += Number(result.numAffectedRows ?? 0)
  }
  return changed
}

/** Stores statements about re-entries; returns the number of new statements. */
export async function upsertReentries(tx: SharedDb, reentries: readonly Reentry[], receivedAt: Date): Promise<number> {
  const result = await sql`
    insert into tle.reentry as known (norad_id, source, stated_at, expected_at, window_minutes, name, received_at)
    select distinct on (norad_id, source, stated) norad_id, source, to_timestamp(stated), to_timestamp(expected), window_minutes,
      name, ${receivedAt}
    from unnest(
      ${floats(reentries, ({ noradId }) => noradId)}::float8[],
      ${texts(reentries, ({ source }) => source)}::text[],
      ${floats(reentries, ({ statedAt }) => statedAt.getTime() / 1_000)}::float8[],
      ${floats(reentries, ({ expectedAt }) => expectedAt.getTime() / 1_000)}::float8[],
      ${floats(reentries, ({ windowMinutes }) => windowMinutes)}::float8[],
      ${texts(reentries, ({ name }) => name)}::text[])
      as given (norad_id, source, stated, expected, window_minutes, name)
    on conflict (norad_id, source, stated_at) do update set window_minutes = excluded.window_minutes
    where known.window_minutes is null and excluded.window_minutes is not null`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** Deletes the statements that were made before a time. */
export async function deleteOldReentries(tx: SharedDb, before: Date): Promise<void> {
  await sql`delete from tle.reentry where stated_at < ${before}`.execute(tx)
}

type FactsRow = {
  norad_id: number
  object_type: string | null
  rcs: string | null
  country: string | null
  decayed_on: Date | null
  message_at: Date | null
}

/** Returns the facts, apart from sets, about the objects that a source lists or that are in the catalogue. */
export async function listFacts(tx: SharedDb): Promise<Map<number, ObjectFacts>> {
  const { rows } = await sql<FactsRow>`
    select norad_id, s.object_type, s.rcs, s.country, s.decayed_on::timestamptz as decayed_on, r.message_at
    from (select distinct norad_id from tle.listing
        union select norad_id from tle.object o join tle.catalogue c on c.name = o.catalogue and o.listed_in = c.version
          where c.name = 'gp') listed
      left join tle.satcat s using (norad_id)
      left join (select norad_id, max(expected_at) as message_at from tle.reentry where source = 'DECAY_MESSAGE'
        group by norad_id) r using (norad_id)
    where s.norad_id is not null or r.norad_id is not null`.execute(tx)
  return new Map(
    rows.map((row) => {
      const days = [row.decayed_on, row.message_at].flatMap((date) => (date === null ? [] : [date.getTime()]))
      return [
        row.norad_id,
        {
          objectType: row.object_type ?? undefined,
          rcs: row.rcs ?? undefined,
          country: row.country ?? undefined,
          // The date is known only to the day: a set with an epoch on that day counts as older than the re-entry.
          decayedAt: days.length === 0 ? undefined : new Date(Math.max(...days) + DAY_MS),
        },
      ]
    }),
  )
}

export type WithoutSetRow = {
  readonly norad_id: number
  readonly name: string
  readonly object_type: string | null
  readonly launched_on: string | null
}

/**
 * Returns the objects that are in orbit according to the satellite catalogue, but are not in the catalogue of sets; the highest number is
 * first.
 */
export async function listWithoutSet(tx: SharedDb): Promise<WithoutSetRow[]> {
  const { rows } = await sql<WithoutSetRow>`
    select s.norad_id, s.name, s.object_type, s.launched_on::text as launched_on
    from tle.satcat s
    where s.decayed_on is null and not exists (
      select from tle.object o join tle.catalogue c on c.name = o.catalogue and o.listed_in = c.version
      where c.name = 'gp' and o.norad_id = s.norad_id)
    order by s.norad_id desc`.execute(tx)
  return rows
}

type KeptRow = {
  norad_id: number
  epoch_s: number
  epoch_fs: number
  is_supplemental: boolean
  name: string
  international_designator: string
}

/** Returns the objects of the catalogue that no source lists any more, but that are in orbit according to the satellite catalogue. */
export async function listUnlisted(tx: SharedDb, rank: number): Promise<ListedSet[]> {
  const { rows } = await sql<KeptRow>`
    select o.norad_id, o.epoch_s, o.epoch_fs, o.is_supplemental, o.name, o.international_designator
    from tle.object o join tle.catalogue c on c.name = o.catalogue and o.listed_in = c.version
      join tle.satcat s on s.norad_id = o.norad_id and s.decayed_on is null
    where c.name = 'gp' and not exists (select from tle.listing l where l.norad_id = o.norad_id)`.execute(tx)
  return rows.map((row) => ({
    noradId: row.norad_id,
    epoch: { taiS: row.epoch_s, taiFs: row.epoch_fs },
    isSupplemental: row.is_supplemental,
    objectName: row.name,
    internationalDesignator: row.international_designator,
    rank,
  }))
}

export type ExpectedReentry = {
  readonly norad_id: number
  readonly name: string
  readonly source: (typeof REENTRY_FORECASTS)[number]
  readonly stated_at: Date
  readonly expected_at: Date
  readonly window_minutes: number | null
}

/**
 * Returns the expected re-entries, of all objects or of one, soonest first. Each object occurs with its last prediction; predictions with a
 * window have priority. An object is omitted if a later message says that it has come down.
 */
export async function listExpected(
  tx: SharedDb,
  { now, limit, noradId }: { readonly now: Date; readonly limit: number; readonly noradId?: number },
): Promise<ExpectedReentry[]> {
  const { rows } = await sql<ExpectedReentry>`
    select norad_id, coalesce(nullif(o.name, ''), nullif(s.name, ''), r.name) as name, source, stated_at, expected_at,
      window_minutes
    from (select distinct on (norad_id) * from tle.reentry
        where source in ('TIP', 'SIXTY_DAYS') ${noradId === undefined ? sql`` : sql`and norad_id = ${noradId}`}
        order by norad_id, source = 'TIP' desc, stated_at desc) r
      left join tle.object o using (norad_id)
      left join tle.satcat s using (norad_id)
    where coalesce(o.catalogue, 'gp') = 'gp' and s.decayed_on is null
      and expected_at + make_interval(mins => coalesce(window_minutes, 1440)) >= ${now}
      and not exists (select from tle.reentry past
        where past.norad_id = r.norad_id and past.source in ('DECAY_MESSAGE', 'SATCAT') and past.stated_at >= r.stated_at)
    order by expected_at, norad_id limit ${limit}`.execute(tx)
  return rows
}
