import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import { countRows } from '../../../platform/database/page.repository.ts'

export type ObjectSizeRow = {
  readonly noradId: number
  readonly name: string
  readonly radiusM: number | null
  readonly coreRadiusM: number | null
  readonly massKg: number | null
  readonly source: string
  readonly loadedAt: Date
}
export type ObjectSizeEntry = Omit<ObjectSizeRow, 'loadedAt'>

const COLUMNS = sql`norad_id as "noradId", name, radius_m as "radiusM", core_radius_m as "coreRadiusM",
  mass_kg as "massKg", source, loaded_at as "loadedAt"`

type Filter = { readonly noradId?: number | undefined; readonly limit: number; readonly offset: number }

/** Returns a page of the table by catalogue number, and the number of all entries. */
export async function listObjectSizes(
  tx: TenantDb,
  { noradId, limit, offset }: Filter,
): Promise<{ rows: ObjectSizeRow[]; total: number }> {
  const wanted = noradId === undefined ? sql`true` : sql`norad_id = ${noradId}`
  const { rows } = await sql<ObjectSizeRow>`
    select ${COLUMNS} from ca.object_size where ${wanted} order by norad_id limit ${limit} offset ${offset}`.execute(tx)
  const total = await countRows(tx, sql`from ca.object_size where ${wanted}`)
  return { rows, total }
}

/** Returns the entries of these objects. */
export async function findObjectSizes(tx: TenantDb, noradIds: readonly number[]): Promise<ObjectSizeRow[]> {
  if (noradIds.length === 0) return []
  const { rows } = await sql<ObjectSizeRow>`
    select ${COLUMNS} from ca.object_size where norad_id = any(${[...noradIds]}::int[])`.execute(tx)
  return rows
}

/** Returns the radii of the table: messages are assessed with all of them. */
export async function listObjectRadii(tx: TenantDb): Promise<{ noradId: number; radiusM: number }[]> {
  const { rows } = await sql<{ noradId: number; radiusM: number }>`
    select norad_id as "noradId", radius_m as "radiusM" from ca.object_size where radius_m is not null`.execute(tx)
  return rows
}

/** Returns a version of the table that changes whenever the table does. */
export async function readObjectSizeMark(tx: TenantDb): Promise<string> {
  const { rows } = await sql<{ mark: string }>`
    select concat(count(*), ' ', max(loaded_at)) as mark from ca.object_size`.execute(tx)
  return rows[0]?.mark ?? ''
}

/** Adds entries to the table, or replaces existing entries of the same objects. */
export async function upsertObjectSizes(
  tx: TenantDb,
  { tenantId, at }: { readonly tenantId: string; readonly at: Date },
  entries: readonly ObjectSizeEntry[],
): Promise<void> {
  await sql`
    insert into ca.object_size (tenant_id, norad_id, name, radius_m, core_radius_m, mass_kg, source, loaded_at)
    select ${tenantId}, "noradId", name, "radiusM", "coreRadiusM", "massKg", source, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given ("noradId" int, name text, "radiusM" float8,
      "coreRadiusM" float8, "massKg" float8, source text)
    on conflict (tenant_id, norad_id) do update set name = excluded.name, radius_m = excluded.radius_m,
      core_radius_m = excluded.core_radius_m, mass_kg = excluded.mass_kg, source = excluded.source,
      loaded_at = excluded.loaded_at`.execute(tx)
}

/** Removes all objects except these, and returns the removed ones. */
export async function deleteOtherObjectSizes(tx: TenantDb, kept: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ noradId: number }>`
    delete from ca.object_size where norad_id <> all(${[...kept]}::int[]) returning norad_id as "noradId"`.execute(tx)
  return rows.map(({ noradId }) => noradId)
}

export async function deleteObjectSize(tx: TenantDb, noradId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from ca.object_size where norad_id = ${noradId}`.execute(tx)
  return numAffectedRows > 0n
}
