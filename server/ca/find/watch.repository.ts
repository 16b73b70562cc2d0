import type { FindResult } from '@apsis/contract/ca/find.ts'
import type { CatalogueHolding, HoldingSource } from '@apsis/contract/tle/catalogue-holding.ts'
import type { KindCounts } from '@apsis/contract/tle/object-kind.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

export type WatchRow = {
  id: string
  satellite_id: string | null
  norad_id: number | null
  name: string
  others: string
  hours: number
  most_km: number
  is_paused: boolean
  run_at: Date
  catalogue_epoch: Date | null
  /** The objects that the last run compared with; null: none. */
  catalogue:
    | (KindCounts & Pick<CatalogueHolding, 'isSimulated' | 'isWhole'> & { readonly sources?: readonly HoldingSource[] })
    | null
  result: FindResult['result']
  error: string | null
  created_by: string
  created_at: Date
}

/** The number of close approaches in the last run, and the nearest of them. */
export type SeenRow = {
  hits: number
  nearest_id: string | null
  nearest_name: string | null
  nearest_tca: Date | null
  nearest_miss_m: number | null
}

export type HitRow = { id: string; object_id: string; name: string; tca: Date; miss_m: number }

/** The result of a run that is stored with its watch. */
export type Run = Pick<WatchRow, 'run_at' | 'catalogue_epoch' | 'catalogue' | 'result' | 'error'>

const written = (catalogue: WatchRow['catalogue']) => (catalogue === null ? null : JSON.stringify(catalogue))

export async function insertWatch(tx: TenantDb, tenantId: string, watch: WatchRow): Promise<void> {
  await sql`
    insert into ca.watch (tenant_id, id, satellite_id, norad_id, name, others, hours, most_km, is_paused, run_at,
      catalogue_epoch, catalogue, result, error, created_by, created_at)
    values (${tenantId}, ${watch.id}, ${watch.satellite_id}::uuid, ${watch.norad_id}::integer, ${watch.name},
      ${watch.others}, ${watch.hours}, ${watch.most_km}, ${watch.is_paused}, ${watch.run_at},
      ${watch.catalogue_epoch}::timestamptz, ${written(watch.catalogue)}::jsonb, ${watch.result}, ${watch.error}::text, ${watch.created_by},
      ${watch.created_at})`.execute(tx)
}

/** Returns all watches, or one, newest first, each with the summary of its last run. */
export async function listWatches(tx: TenantDb, id?: string): Promise<(WatchRow & SeenRow)[]> {
  const { rows } = await sql<WatchRow & SeenRow>`
    select w.id, w.satellite_id, w.norad_id, w.name, w.others, w.hours, w.most_km, w.is_paused, w.run_at,
      w.catalogue_epoch, w.catalogue, w.result, w.error, w.created_by, w.created_at,
      coalesce(seen.hits, 0) as hits, seen.nearest_id, seen.nearest_name, seen.nearest_tca, seen.nearest_miss_m
    from ca.watch w left join lateral (
      select count(*) over ()::int as hits, object_id as nearest_id, name as nearest_name, tca as nearest_tca,
        miss_m as nearest_miss_m
      from ca.watch_hit h where h.watch_id = w.id and h.seen_at = w.run_at order by miss_m, id limit 1
    ) seen on true
    where ${id === undefined ? sql`true` : sql`w.id = ${id}`}
    order by w.created_at desc, w.id`.execute(tx)
  return rows
}

/** Returns the watches that are due; those that have waited longest come first. */
export async function listRestedWatches(tx: TenantDb, before: Date): Promise<WatchRow[]> {
  const { rows } = await sql<WatchRow>`
    select * from ca.watch where not is_paused and run_at <= ${before} order by run_at, id`.execute(tx)
  return rows
}

/** Locks a watch if it is unchanged since it was read; returns false if it was removed, paused, or run by another worker since. */
export async function lockWatch(tx: TenantDb, { id, run_at: runAt }: WatchRow): Promise<boolean> {
  const { rows } = await sql`
    select from ca.watch where id = ${id} and run_at = ${runAt} and not is_paused for update`.execute(tx)
  return rows.length === 1
}

export async function updateRun(tx: TenantDb, id: string, run: Run): Promise<void> {
  await sql`
    update ca.watch set run_at = ${run.run_at}, catalogue_epoch = ${run.catalogue_epoch}::timestamptz,
      catalogue = ${written(run.catalogue)}::jsonb,
      result = ${run.result}, error = ${run.error}::text
    where id = ${id}`.execute(tx)
}

/** Pauses or resumes a watch; returns false if there is none. */
export async function updatePause(tx: TenantDb, id: string, isPaused: boolean): Promise<boolean> {
  const result = await sql`update ca.watch set is_paused = ${isPaused} where id = ${id}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Deletes a watch and its approaches; returns false if there is none. */
export async function deleteWatch(tx: TenantDb, id: string): Promise<boolean> {
  const result = await sql`delete from ca.watch where id = ${id}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Returns the close approaches that a watch has stored, including those that its last runs did not find again. */
export async function listHits(tx: TenantDb, watchId: string): Promise<HitRow[]> {
  const { rows } = await sql<HitRow>`
    select id, object_id, name, tca, miss_m from ca.watch_hit where watch_id = ${watchId} order by tca, id`.execute(tx)
  return rows
}

type WatchAt = { readonly tenantId: string; readonly watchId: string; readonly at: Date }

/** Stores the result of a run: known approaches move, new ones are added. */
export async function storeHits(
  tx: TenantDb,
  { tenantId, watchId, at }: WatchAt,
  hits: readonly HitRow[],
): Promise<void> {
  await sql`
    insert into ca.watch_hit (tenant_id, id, watch_id, object_id, name, tca, miss_m, seen_at)
    select ${tenantId}, id, ${watchId}, object_id, name, tca, miss_m, ${at}
    from jsonb_to_recordset(${JSON.stringify(hits)}::jsonb) as given
      (id uuid, object_id text, name text, tca timestamptz, miss_m float8)
    on conflict (tenant_id, id) do update set name = excluded.name, tca = excluded.tca, miss_m = excluded.miss_m,
      seen_at = excluded.seen_at`.execute(tx)
}

/** Deletes approaches that are past. */
export async function deletePastHits(tx: TenantDb, watchId: string, before: Date): Promise<void> {
  await sql`delete from ca.watch_hit where watch_id = ${watchId} and tca < ${before}`.execute(tx)
}
