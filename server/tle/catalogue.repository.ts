import { sql } from 'kysely'
import { floats, texts } from '../platform/database/bulk.ts'
import type { SharedDb } from '../platform/database/database.ts'
import { columnsOf, type GivenSet, MEAN_COLUMNS, type MeanElementsRow, NUMBER_COLUMNS } from './element-set-columns.ts'

export type CatalogueName = 'simulated' | 'gp'

export type CatalogueRow = {
  name: CatalogueName
  is_active: boolean
  version: number
  objects: number
  newest_epoch: Date | null
  changed_at: Date | null
  next_at: Date
  asked_at: Date | null
  outcome: string | null
  etag: string | null
  last_modified: string | null
}

export type CatalogueObjectRow = MeanElementsRow & {
  norad_id: number
  name: string
  international_designator: string
  object_type: string | null
  rcs: string | null
}

const CATALOGUE = sql`name, is_active, version, objects, newest_epoch, changed_at, asked_at, outcome, etag, last_modified`
/** Limits the time, because PostgreSQL may return `-infinity`, for which JavaScript has no date. */
const NEXT = sql`greatest(next_at, 'epoch') as next_at`

/** Returns the current catalogue; undefined before the first one is stored. */
export async function findActiveCatalogue(tx: SharedDb): Promise<CatalogueRow | undefined> {
  const { rows } = await sql<CatalogueRow>`select ${CATALOGUE}, ${NEXT} from tle.catalogue where is_active`.execute(tx)
  return rows[0]
}

export async function findCatalogue(tx: SharedDb, name: CatalogueName): Promise<CatalogueRow> {
  const { rows } = await sql<CatalogueRow>`
    select ${CATALOGUE}, ${NEXT} from tle.catalogue where name = ${name}`.execute(tx)
  if (rows[0] === undefined) throw new TypeError(`there is no catalogue ${name}`)
  return rows[0]
}

/** Claims the download if it is due; the next one is due after a number of seconds, whatever the result is. */
export async function claimDownload(
  tx: SharedDb,
  name: CatalogueName,
  { now, nextAt }: { readonly now: Date; readonly nextAt: Date },
): Promise<boolean> {
  const result = await sql`
    update tle.catalogue set asked_at = ${now}, next_at = ${nextAt}, outcome = 'asked'
    where name = ${name} and next_at <= ${now}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Stores the result of a download. */
export async function updateOutcome(
  tx: SharedDb,
  name: CatalogueName,
  { outcome, etag, lastModified, notBefore }: DownloadOutcome,
): Promise<void> {
  await sql`
    update tle.catalogue set outcome = ${outcome}, etag = coalesce(${etag ?? null}, etag),
      last_modified = coalesce(${lastModified ?? null}, last_modified),
      next_at = greatest(next_at, ${notBefore ?? null}::timestamptz)
    where name = ${name}`.execute(tx)
}

export type DownloadOutcome = {
  readonly outcome: string
  /** The validators of the stored answer; if undefined, the stored ones stay. */
  readonly etag?: string | undefined
  readonly lastModified?: string | undefined
  readonly notBefore?: Date | undefined
}

export type ListedObject = GivenSet & {
  readonly objectType?: string | undefined
  readonly rcs?: string | undefined
  /** The owner of the object, as the catalogue's code. */
  readonly country?: string | undefined
}

export type CatalogueContent = {
  readonly name: CatalogueName
  readonly source: string
  readonly receivedAt: Date
  /** Every object that is in the catalogue now; each occurs once. */
  readonly listed: readonly ListedObject[]
  /** Older element sets of these objects. */
  readonly history: readonly GivenSet[]
  readonly newestEpoch: Date
}

/** This number of rows takes much less than the time limit of a statement, even on a busy machine. */
const ROWS_AT_ONCE = 20_000

/** Stores a complete catalogue and makes it the current one. */
export async function storeCatalogue(tx: SharedDb, content: CatalogueContent): Promise<void> {
  const { name, listed, history, newestEpoch } = content
  // The row is locked from here on, so that two catalogues that are stored at the same time are not mixed.
  await sql`update tle.catalogue set is_active = false where name <> ${name} and is_active`.execute(tx)
  const { rows } = await sql<{ version: number }>`
    update tle.catalogue set is_active = true, version = version + 1, objects = ${listed.length},
      newest_epoch = ${newestEpoch}, changed_at = ${content.receivedAt}
    where name = ${name} returning version`.execute(tx)
  const version = rows[0]?.version ?? 0
  for (const sets of chunksOf([...listed, ...history])) await insertSets(tx, content, sets)
  for (const objects of chunksOf(listed)) await upsertObjects(tx, { name, version, objects })
}

function chunksOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  )
}

async function insertSets(tx: SharedDb, content: CatalogueContent, sets: readonly GivenSet[]): Promise<void> {
  const { numbers, classifications, lines } = columnsOf(sets)
  const columns = NUMBER_COLUMNS.map((column) => sql.ref(column))
  await sql`
    insert into tle.element_set (catalogue, source, received_at, ${sql.join(columns)}, classification,
      tle_line1, tle_line2)
    select ${content.name}, ${content.source}, ${content.receivedAt}, ${sql.join(columns)}, class, nullif(line1, ''),
      nullif(line2, '')
    from unnest(${sql.join(numbers.map((one) => sql`${one}::float8[]`))}, ${classifications}::text[],
      ${sql.join(lines.map((one) => sql`${one}::text[]`))}) as given (${sql.join(columns)}, class, line1, line2)
    on conflict do nothing`.execute(tx)
}

async function upsertObjects(
  tx: SharedDb,
  { name, version, objects }: { name: CatalogueName; version: number; objects: readonly ListedObject[] },
): Promise<void> {
  await sql`
    insert into tle.object as known (catalogue, listed_in, norad_id, epoch_s, epoch_fs, name, international_designator,
      object_type, rcs, country)
    select ${name}, ${version}, norad_id, epoch_s, epoch_fs, name, designator, nullif(type, ''), nullif(rcs, ''),
      nullif(country, '')
    from unnest(
      ${floats(objects, ({ noradId }) => noradId)}::float8[],
      ${floats(objects, ({ epoch }) => epoch.taiS)}::float8[],
      ${floats(objects, ({ epoch }) => epoch.taiFs)}::float8[],
      ${texts(objects, ({ objectName }) => objectName)}::text[],
      ${texts(objects, ({ internationalDesignator }) => internationalDesignator)}::text[],
      ${texts(objects, ({ objectType = '' }) => objectType)}::text[],
      ${texts(objects, ({ rcs = '' }) => rcs)}::text[],
      ${texts(objects, ({ country = '' }) => country)}::text[])
      as given (norad_id, epoch_s, epoch_fs, name, designator, type, rcs, country)
    on conflict (catalogue, norad_id) do update set listed_in = excluded.listed_in, name = excluded.name,
      international_designator = excluded.international_designator,
      object_type = coalesce(excluded.object_type, known.object_type), rcs = coalesce(excluded.rcs, known.rcs),
      country = coalesce(excluded.country, known.country),
      epoch_s = case when ${IS_NEWER} then excluded.epoch_s else known.epoch_s end,
      epoch_fs = case when ${IS_NEWER} then excluded.epoch_fs else known.epoch_fs end`.execute(tx)
}

const IS_NEWER = sql`(excluded.epoch_s, excluded.epoch_fs) > (known.epoch_s, known.epoch_fs)`

/** Deletes the sets that were received before a day, except the newest one of each object; returns their number. */
export async function deleteOldSets(tx: SharedDb, name: CatalogueName, before: Date): Promise<number> {
  const result = await sql`
    delete from tle.element_set s where catalogue = ${name} and received_at < ${before} and not exists (
      select from tle.object o where o.catalogue = s.catalogue and o.norad_id = s.norad_id
        and o.epoch_s = s.epoch_s and o.epoch_fs = s.epoch_fs)`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** Returns every object in a version of a catalogue, with its newest set, sorted by number. */
export async function listObjects(
  tx: SharedDb,
  { name, version }: Pick<CatalogueRow, 'name' | 'version'>,
): Promise<CatalogueObjectRow[]> {
  const { rows } = await sql<CatalogueObjectRow>`
    select norad_id, name, international_designator, object_type, rcs,
      ${sql.join(MEAN_COLUMNS.map((column) => sql.ref(column)))}
    from tle.object join tle.element_set using (catalogue, norad_id, epoch_s, epoch_fs)
    where catalogue = ${name} and listed_in = ${version} order by norad_id`.execute(tx)
  return rows
}
