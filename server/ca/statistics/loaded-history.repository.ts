import { DAYS_PER_MONTH } from '@apsis/astro/statistics/periods.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

/** A table of past events as it was sent. */
export type StoredHistory = { loadedAt: Date; original: Buffer }

export async function findHistory(tx: TenantDb, satelliteId: string): Promise<StoredHistory | undefined> {
  const { rows } = await sql<StoredHistory>`
    select loaded_at as "loadedAt", original from ca.loaded_history where satellite_id = ${satelliteId}`.execute(tx)
  return rows[0]
}

/** Returns the time when the table was loaded, which is enough for a cache key. */
export async function findLoadedAt(tx: TenantDb, satelliteId: string): Promise<Date | null> {
  const { rows } = await sql<{ loadedAt: Date }>`
    select loaded_at as "loadedAt" from ca.loaded_history where satellite_id = ${satelliteId}`.execute(tx)
  return rows[0]?.loadedAt ?? null
}

export async function replaceHistory(
  tx: TenantDb,
  tenantId: string,
  { satelliteId, loadedAt, original }: StoredHistory & { readonly satelliteId: string },
): Promise<void> {
  await sql`
    insert into ca.loaded_history (tenant_id, satellite_id, loaded_at, original)
    values (${tenantId}, ${satelliteId}, ${loadedAt}, ${original})
    on conflict (tenant_id, satellite_id) do update set loaded_at = excluded.loaded_at, original = excluded.original`.execute(
    tx,
  )
}

/** Deletes a table; returns true if there was one. */
export async function deleteHistory(tx: TenantDb, satelliteId: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from ca.loaded_history where satellite_id = ${satelliteId}`.execute(
    tx,
  )
  return numAffectedRows > 0n
}

/** Returns the TCA of a satellite's first event in messages; null: there is none. */
export async function findFirstTca(tx: TenantDb, satelliteId: string): Promise<Date | null> {
  const { rows } = await sql<{ tca: Date | null }>`
    select least(
      (select min(tca) from ca.conjunction where satellite_id = ${satelliteId}),
      (select min(tca) from ca.conjunction where other_satellite_id = ${satelliteId})) as tca`.execute(tx)
  return rows[0]?.tca ?? null
}

/** Returns the organisation's satellites with a longer history, longest first, as a hint if a satellite has little. */
export async function listLonger(
  tx: TenantDb,
  { satelliteId, now, most }: { readonly satelliteId: string; readonly now: Date; readonly most: number },
): Promise<{ satelliteId: string; name: string; days: number }[]> {
  const { rows } = await sql<{ satelliteId: string; name: string; days: number }>`
    select satellite.id as "satelliteId", satellite.name,
      floor(extract(epoch from ${now}::timestamptz - first.tca) / 86400)::float8 as days
    from ca.satellite
    cross join lateral (
      select min(tca) as tca from ca.conjunction where satellite_id = satellite.id) as first
    where satellite.id <> ${satelliteId} and satellite.deleted_at is null
      and first.tca < ${now}::timestamptz - make_interval(days => ${DAYS_PER_MONTH})
    order by first.tca, satellite.name limit ${most}`.execute(tx)
  return rows
}
