import type { ReadingResult } from '@apsis/contract/connections/connection.ts'
import { sql } from 'kysely'
import { floats, texts } from '../platform/database/bulk.ts'
import type { SharedDb } from '../platform/database/database.ts'
import { chunksOf, type ListedObject } from './catalogue.repository.ts'
import type { ListedSet } from './merge-catalogue.ts'

/** GENERAL: the sets of the public catalogue. SUPPLEMENTAL: sets fitted to the ephemerides of operators. */
export type SourceKind = 'SPACE_TRACK' | 'GENERAL' | 'SUPPLEMENTAL'

/** The identity of a source, from the settings or a connection. */
export type SourceIdentity = {
  readonly id: string
  readonly kind: SourceKind
  /** The name that people read. */
  readonly name: string
  readonly host: string
  /** True for a source for tests: a catalogue with its sets counts as simulated. */
  readonly is_staging: boolean
  readonly rank: number
}

export type SourceRow = SourceIdentity & {
  readonly objects: number
  readonly newest_epoch: Date | null
  readonly last_success_at: Date | null
  readonly last_new_at: Date | null
  readonly last_result: ReadingResult | null
  readonly last_detail: string | null
  readonly last_failed_at: Date | null
  readonly next_at: Date | null
  readonly etag: string | null
  readonly last_modified: string | null
  readonly moved_to: string | null
}

const COLUMNS = sql`id, kind, name, host, is_staging, rank, objects, newest_epoch, last_success_at, last_new_at, last_result,
  last_detail, last_failed_at, next_at, etag, last_modified, moved_to`

/** Returns the sources, the most trusted first. */
export async function listSources(tx: SharedDb): Promise<SourceRow[]> {
  const { rows } = await sql<SourceRow>`select ${COLUMNS} from tle.source order by rank`.execute(tx)
  return rows
}

/** Adds new sources, and removes sources that are not in the list, with the sets that they list; returns true if a source was removed. */
export async function registerSources(tx: SharedDb, sources: readonly SourceIdentity[]): Promise<boolean> {
  for (const { id, kind, name, host, is_staging, rank } of sources)
    await sql`
      insert into tle.source as known (id, kind, name, host, is_staging, rank)
      values (${id}, ${kind}, ${name}, ${host}, ${is_staging}, ${rank})
      on conflict (id) do update set kind = excluded.kind, name = excluded.name, host = excluded.host,
        is_staging = excluded.is_staging, rank = excluded.rank
      where (known.kind, known.name, known.host, known.is_staging, known.rank)
        is distinct from (excluded.kind, excluded.name, excluded.host, excluded.is_staging, excluded.rank)`.execute(tx)
  const ids = sources.map(({ id }) => id)
  const result = await sql`delete from tle.source where not (id = any(${ids}::text[]))`.execute(tx)
  return (result.numAffectedRows ?? 0n) > 0n
}

/** Claims the reading of a source if it is due, and sets the time of the next reading, whatever the result is. */
export async function claimSource(
  tx: SharedDb,
  id: string,
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date },
): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`
    update tle.source set next_at = ${nextAt} where id = ${id} and (next_at is null or next_at <= ${now})
    returning ${COLUMNS}`.execute(tx)
  return rows[0]
}

/** Locks a source until the transaction ends, and returns it; undefined if it was removed in the meantime. */
export async function lockSource(tx: SharedDb, id: string): Promise<SourceRow | undefined> {
  const { rows } = await sql<SourceRow>`select ${COLUMNS} from tle.source where id = ${id} for update`.execute(tx)
  return rows[0]
}

export type SourceChange = {
  readonly result: ReadingResult
  readonly detail: string | null
  readonly objects: number
  readonly newestEpoch: Date | null
  readonly successAt: Date | null
  readonly newAt: Date | null
  readonly failedAt: Date | null
  readonly etag: string | null
  readonly lastModified: string | null
  readonly movedTo: string | null
}

/** Stores the result of a reading. */
export async function updateSource(tx: SharedDb, id: string, change: SourceChange): Promise<void> {
  await sql`
    update tle.source set last_result = ${change.result}, last_detail = ${change.detail}, objects = ${change.objects},
      newest_epoch = ${change.newestEpoch}, last_success_at = ${change.successAt}, last_new_at = ${change.newAt},
      last_failed_at = ${change.failedAt}, etag = ${change.etag}, last_modified = ${change.lastModified},
      moved_to = ${change.movedTo}
    where id = ${id}`.execute(tx)
}

/** Postpones the sources at a host, except Space-Track: none of them is read before a time. */
export async function postponeHost(tx: SharedDb, host: string, notBefore: Date): Promise<void> {
  await sql`
    update tle.source set next_at = greatest(next_at, ${notBefore}) where host = ${host} and kind <> 'SPACE_TRACK'
    `.execute(tx)
}

/** Stores the time of the next reading of a source that a connection reads. */
export async function updateNext(tx: SharedDb, id: string, nextAt: Date): Promise<void> {
  await sql`update tle.source set next_at = ${nextAt} where id = ${id}`.execute(tx)
}

export async function postponeSource(tx: SharedDb, id: string, notBefore: Date): Promise<void> {
  await sql`update tle.source set next_at = greatest(next_at, ${notBefore}) where id = ${id}`.execute(tx)
}

/** Deletes the sets that a source lists. */
export async function deleteListing(tx: SharedDb, source: string): Promise<void> {
  await sql`delete from tle.listing where source = ${source}`.execute(tx)
}

/**
 * Adds sets to the list of a source; a set that is already in the list gets the new facts about its object. Returns the number of changes.
 */
export async function upsertListing(tx: SharedDb, source: string, sets: readonly ListedObject[]): Promise<number> {
  let changed = 0
  for (const some of chunksOf(sets)) {
    const result = await sql`
      insert into tle.listing as known (source, norad_id, epoch_s, epoch_fs, name, international_designator, object_type, rcs, country)
      select distinct on (norad_id, epoch_s, epoch_fs) ${source}, norad_id, epoch_s, epoch_fs, name, designator,
        nullif(type, ''), nullif(rcs, ''), nullif(country, '')
      from unnest(
        ${floats(some, ({ noradId }) => noradId)}::float8[],
        ${floats(some, ({ epoch }) => epoch.taiS)}::float8[],
        ${floats(some, ({ epoch }) => epoch.taiFs)}::float8[],
        ${texts(some, ({ objectName }) => objectName)}::text[],
        ${texts(some, ({ internationalDesignator }) => internationalDesignator)}::text[],
        ${texts(some, ({ objectType = '' }) => objectType)}::text[],
        ${texts(some, ({ rcs = '' }) => rcs)}::text[],
        ${texts(some, ({ country = '' }) => country)}::text[])
        as given (norad_id, epoch_s, epoch_fs, name, designator, type, rcs, country)
      on conflict (source, norad_id, epoch_s, epoch_fs) do update set name = excluded.name,
        international_designator = excluded.international_designator, object_type = excluded.object_type,
        rcs = excluded.rcs, country = excluded.country
      where (known.name, known.international_designator, known.object_type, known.rcs, known.country) is distinct from
        (excluded.name, excluded.international_designator, excluded.object_type, excluded.rcs, excluded.country)`.execute(
      tx,
    )
    changed += Number(result.numAffectedRows ?? 0)
  }
  return changed
}

/** Deletes, for each object, the sets that a source lists in addition to the newest one. */
export async function deleteOlderListings(tx: SharedDb, source: string): Promise<void> {
  await sql`
    delete from tle.listing l where source = ${source} and exists (
      select from tle.listing newer where newer.source = l.source and newer.norad_id = l.norad_id
        and (newer.epoch_s, newer.epoch_fs) > (l.epoch_s, l.epoch_fs))`.execute(tx)
}

/** Returns the number of objects that a source lists. */
export async function countListed(tx: SharedDb, source: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct norad_id)::int as count from tle.listing where source = ${source}`.execute(tx)
  return rows[0]?.count ?? 0
}

type ListingRow = {
  norad_id: number
  epoch_s: number
  epoch_fs: number
  name: string
  international_designator: string
  object_type: string | null
  rcs: string | null
  country: string | null
  is_supplemental: boolean
  rank: number
}

/** Returns the sets that all sources list. */
export async function listListings(tx: SharedDb): Promise<ListedSet[]> {
  const { rows } = await sql<ListingRow>`
    select norad_id, epoch_s, epoch_fs, l.name, international_designator, object_type, rcs, country,
      s.kind = 'SUPPLEMENTAL' as is_supplemental, s.rank
    from tle.listing l join tle.source s on s.id = l.source`.execute(tx)
  return rows.map((row) => ({
    noradId: row.norad_id,
    epoch: { taiS: row.epoch_s, taiFs: row.epoch_fs },
    objectName: row.name,
    internationalDesignator: row.international_designator,
    objectType: row.object_type ?? undefined,
    rcs: row.rcs ?? undefined,
    country: row.country ?? undefined,
    isSupplemental: row.is_supplemental,
    rank: row.rank,
  }))
}

/** Marks that the sources have to be merged. */
export async function markStale(tx: SharedDb): Promise<void> {
  await sql`update tle.catalogue set is_stale = true where name = 'gp'`.execute(tx)
}

/**
 * Locks the catalogue, and returns true if its sources have to be merged: one has changed, or a supplemental set has begun to apply since.
 */
export async function lockStale(tx: SharedDb, atS: number): Promise<boolean> {
  const { rows } = await sql<{ is_stale: boolean }>`
    select is_stale or exists (
      select from tle.listing l join tle.source s on s.id = l.source
      where s.kind = 'SUPPLEMENTAL' and l.epoch_s <= ${atS} and l.epoch_s > c.merged_s) as is_stale
    from tle.catalogue c where name = 'gp' for update`.execute(tx)
  return rows[0]?.is_stale ?? false
}

export async function markMerged(tx: SharedDb, atS: number): Promise<void> {
  await sql`update tle.catalogue set is_stale = false, merged_s = ${atS} where name = 'gp'`.execute(tx)
}
