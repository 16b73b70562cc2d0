import { sql } from 'kysely'
import { floats, texts } from '../platform/database/bulk.ts'
import type { SharedDb } from '../platform/database/database.ts'
import { columnsOf, type GivenSet, MEAN_COLUMNS, type MeanElementsRow, NUMBER_COLUMNS } from './element-set-columns.ts'

export type CatalogueName = 'simulated' | 'gp'

export type CatalogueRow = {
  name: CatalogueName
  is_active: boolean
  /** True if the catalogue is the product's own, or if a source for tests lists objects in it. */
  is_simulated: boolean
  version: number
  objects: number
  newest_epoch: Date | null
  changed_at: Date | null
}

export type CatalogueObjectRow = MeanElementsRow & {
  norad_id: number
  name: string
  international_designator: string
  object_type: string | null
  rcs: string | null
  country: string | null
  source: string
}

const CATALOGUE = sql`name, is_active, version, objects, newest_epoch, changed_at,
  name = 'simulated' or exists (select from tle.source source where source.is_staging and source.objects > 0) as is_simulated`

/** Returns the current catalogue; undefined before the first one is stored. */
export async function findActiveCatalogue(tx: SharedDb): Promise<CatalogueRow | undefined> {
  const { rows } = await sql<CatalogueRow>`select ${CATALOGUE} from tle.catalogue where is_active`.execute(tx)
  return rows[0]
}

export async function findCatalogue(tx: SharedDb, name: CatalogueName): Promise<CatalogueRow> {
  const { rows } = await sql<CatalogueRow>`
    select ${CATALOGUE} from tle.catalogue where name = ${name}`.execute(tx)
  if (rows[0] === undefined) throw new TypeError(`there is no catalogue ${name}`)
  return rows[0]
}

export type ListedObject = GivenSet & {
  readonly objectType?: string | undefined
  readonly rcs?: string | undefined
  /** The owner of the object, as the catalogue's code. */
  readonly country?: string | undefined
}

/** The facts about an object of the catalogue, and the epoch of the set that is used for it. */
type ObjectFacts = Pick<ListedObject, 'noradId' | 'epoch' | 'objectName' | 'internationalDesignator'> &
  Pick<ListedObject, 'objectType' | 'rcs' | 'country'> & { readonly isSupplemental?: boolean }

export type CatalogueContent = {
  readonly name: CatalogueName
  readonly changedAt: Date
  /** Every object that is in the catalogue now; each occurs once, and its set is stored. */
  readonly objects: readonly ObjectFacts[]
  readonly newestEpoch: Date
}

/** This number of rows takes much less than the time limit of a statement, even on a busy machine. */
const ROWS_AT_ONCE = 20_000

/** Stores the objects of a catalogue, and makes it the current one. */
export async function storeCatalogue(tx: SharedDb, content: CatalogueContent): Promise<void> {
  const { name, objects, newestEpoch, changedAt } = content
  // The row is locked from here on, so that two catalogues that are stored at the same time are not mixed.
  await sql`update tle.catalogue set is_active = false where name <> ${name} and is_active`.execute(tx)
  const { rows } = await sql<{ version: number }>`
    update tle.catalogue set is_active = true, version = version + 1, objects = ${objects.length},
      newest_epoch = ${newestEpoch}, changed_at = ${changedAt}
    where name = ${name} returning version`.execute(tx)
  const version = rows[0]?.version ?? 0
  for (const some of chunksOf(objects)) await upsertObjects(tx, { name, version, objects: some })
  await sql`
    update tle.object set left_at = ${changedAt} where catalogue = ${name} and listed_in = ${version - 1}`.execute(tx)
}

export type LeftRow = {
  readonly norad_id: number
  readonly name: string
  readonly object_type: string | null
  readonly left_at: Date
  readonly has_come_down: boolean
  /** The number of all objects that have left, even if the list contains only some of them. */
  readonly count: number
}

/** Returns the objects that have left a catalogue since a time, the latest first, and whether each is known to have come down. */
export async function listLeft(
  tx: SharedDb,
  { name, version }: Pick<CatalogueRow, 'name' | 'version'>,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<LeftRow[]> {
  const { rows } = await sql<LeftRow>`
    select o.norad_id, o.name, coalesce(o.object_type, s.object_type) as object_type, o.left_at,
      s.decayed_on is not null or exists (
        select from tle.reentry r where r.norad_id = o.norad_id and r.source = 'DECAY_MESSAGE') as has_come_down,
      (count(*) over ())::int as count
    from tle.object o left join tle.satcat s using (norad_id)
    where o.catalogue = ${name} and o.listed_in < ${version} and o.left_at >= ${since}
    order by o.left_at desc, o.norad_id limit ${limit}`.execute(tx)
  return rows
}

/** Splits rows into parts that are written by one statement each. */
export function chunksOf<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  )
}

export type SetsOfSource = {
  readonly catalogue: CatalogueName
  readonly source: string
  readonly isSupplemental: boolean
  readonly receivedAt: Date
}

/** Stores sets of a source; sets that are already stored stay as they are. */
export async function insertSets(tx: SharedDb, of: SetsOfSource, sets: readonly GivenSet[]): Promise<void> {
  const columns = NUMBER_COLUMNS.map((column) => sql.ref(column))
  for (const some of chunksOf(sets)) {
    const { numbers, classifications, lines } = columnsOf(some)
    await sql`
      insert into tle.element_set (catalogue, source, is_supplemental, received_at, ${sql.join(columns)}, classification,
        tle_line1, tle_line2)
      select ${of.catalogue}, ${of.source}, ${of.isSupplemental}, ${of.receivedAt}, ${sql.join(columns)}, class,
        nullif(line1, ''), nullif(line2, '')
      from unnest(${sql.join(numbers.map((one) => sql`${one}::float8[]`))}, ${classifications}::text[],
        ${sql.join(lines.map((one) => sql`${one}::text[]`))}) as given (${sql.join(columns)}, class, line1, line2)
      on conflict do nothing`.execute(tx)
  }
}

async function upsertObjects(
  tx: SharedDb,
  { name, version, objects }: { name: CatalogueName; version: number; objects: readonly ObjectFacts[] },
): Promise<void> {
  await sql`
    insert into tle.object as known (catalogue, listed_in, norad_id, epoch_s, epoch_fs, is_supplemental, name,
      international_designator, object_type, rcs, country)
    select ${name}, ${version}, norad_id, epoch_s, epoch_fs, supplemental = 1, name, designator, nullif(type, ''), nullif(rcs, ''),
      nullif(country, '')
    from unnest(
      ${floats(objects, ({ noradId }) => noradId)}::float8[],
      ${floats(objects, ({ epoch }) => epoch.taiS)}::float8[],
      ${floats(objects, ({ epoch }) => epoch.taiFs)}::float8[],
      ${floats(objects, ({ isSupplemental }) => (isSupplemental ? 1 : 0))}::float8[],
      ${texts(objects, ({ objectName }) => objectName)}::text[],
      ${texts(objects, ({ internationalDesignator }) => internationalDesignator)}::text[],
      ${texts(objects, ({ objectType = '' }) => objectType)}::text[],
      ${texts(objects, ({ rcs = '' }) => rcs)}::text[],
      ${texts(objects, ({ country = '' }) => country)}::text[])
      as given (norad_id, epoch_s, epoch_fs, supplemental, name, designator, type, rcs, country)
    on conflict (catalogue, norad_id) do update set listed_in = excluded.listed_in, name = excluded.name,
      international_designator = excluded.international_designator,
      object_type = coalesce(excluded.object_type, known.object_type), rcs = coalesce(excluded.rcs, known.rcs),
      country = coalesce(excluded.country, known.country),
      epoch_s = excluded.epoch_s, epoch_fs = excluded.epoch_fs, is_supplemental = excluded.is_supplemental,
      left_at = null`.execute(tx)
}

type Before = { readonly general: Date; readonly supplemental: Date }

/** Deletes sets that were received before a certain day, except sets that a source lists or that are used; returns their number. */
export async function deleteOldSets(
  tx: SharedDb,
  name: CatalogueName,
  { general, supplemental }: Before,
): Promise<number> {
  const result = await sql`
    delete from tle.element_set s
    where catalogue = ${name} and received_at < case when is_supplemental then ${supplemental}::timestamptz else ${general}::timestamptz end
      and received_at < ${supplemental}::timestamptz
      and not exists (
        select from tle.object o where o.catalogue = s.catalogue and o.norad_id = s.norad_id
          and (o.epoch_s, o.epoch_fs, o.is_supplemental) = (s.epoch_s, s.epoch_fs, s.is_supplemental))
      and not exists (
        select from tle.listing l where s.catalogue = 'gp' and l.norad_id = s.norad_id and l.epoch_s = s.epoch_s)`.execute(
    tx,
  )
  return Number(result.numAffectedRows ?? 0)
}

/** Returns every object in a version of a catalogue, with its newest set, sorted by number. */
export async function listObjects(
  tx: SharedDb,
  { name, version }: Pick<CatalogueRow, 'name' | 'version'>,
): Promise<CatalogueObjectRow[]> {
  const { rows } = await sql<CatalogueObjectRow>`
    select norad_id, name, international_designator, object_type, rcs, country, source,
      ${sql.join(MEAN_COLUMNS.map((column) => sql.ref(column)))}
    from tle.object join tle.element_set using (catalogue, norad_id, epoch_s, epoch_fs, is_supplemental)
    where catalogue = ${name} and listed_in = ${version} order by norad_id`.execute(tx)
  return rows
}
