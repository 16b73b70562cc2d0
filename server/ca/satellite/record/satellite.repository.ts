import type { SatelliteConfiguration } from '@apsis/contract/ca/satellite/configuration.ts'
import type { Sort } from '@apsis/contract/page.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../../platform/database/database.ts'
import { orderBy } from '../../../platform/database/order.repository.ts'
import { countRows } from '../../../platform/database/page.repository.ts'

export type SatelliteRow = {
  id: string
  name: string
  norad_id: number
  cospar_id: string | null
  tag: string | null
  configuration: SatelliteConfiguration
  is_simulated: boolean
  version: number
  created_at: Date
  updated_at: Date
}

export type SatelliteFields = {
  readonly name: string
  readonly noradId: number
  readonly cosparId?: string | undefined
  readonly tag?: string | undefined
  readonly configuration: SatelliteConfiguration
}

const COLUMNS = sql`id, name, norad_id, cospar_id, tag, configuration, is_simulated, version, created_at, updated_at`
/** A removed satellite can be restored for this time. */
const RESTORABLE = sql`deleted_at > now() - interval '30 days'`

export async function insertSatellite(
  tx: TenantDb,
  fields: SatelliteFields & { readonly tenantId: string; readonly id: string; readonly isSimulated: boolean },
): Promise<SatelliteRow> {
  const { rows } = await sql<SatelliteRow>`
    insert into ca.satellite (tenant_id, id, name, norad_id, cospar_id, tag, configuration, is_simulated)
    values (${fields.tenantId}, ${fields.id}, ${fields.name}, ${fields.noradId}, ${fields.cosparId ?? null},
      ${fields.tag ?? null}, ${JSON.stringify(fields.configuration)}::jsonb, ${fields.isSimulated})
    returning ${COLUMNS}`.execute(tx)
  return only(rows)
}

/** Replaces the fields that a person can change, of a satellite that the transaction has locked. */
export async function updateSatellite(tx: TenantDb, id: string, fields: SatelliteFields): Promise<SatelliteRow> {
  const { rows } = await sql<SatelliteRow>`
    update ca.satellite set name = ${fields.name}, norad_id = ${fields.noradId}, cospar_id = ${fields.cosparId ?? null},
      tag = ${fields.tag ?? null}, configuration = ${JSON.stringify(fields.configuration)}::jsonb,
      version = version + 1, updated_at = now()
    where id = ${id} and deleted_at is null
    returning ${COLUMNS}`.execute(tx)
  return only(rows)
}

/** Hides a satellite; false if there is none to hide. */
export async function hideSatellite(tx: TenantDb, id: string): Promise<boolean> {
  const result = await sql`
    update ca.satellite set deleted_at = now(), version = version + 1, updated_at = now()
    where id = ${id} and deleted_at is null`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Restores a hidden satellite; undefined if there is none that can be restored. */
export async function unhideSatellite(tx: TenantDb, id: string): Promise<SatelliteRow | undefined> {
  const { rows } = await sql<SatelliteRow>`
    update ca.satellite set deleted_at = null, version = version + 1, updated_at = now()
    where id = ${id} and ${RESTORABLE} returning ${COLUMNS}`.execute(tx)
  return rows[0]
}

/** Returns a satellite by its id, including a hidden one. */
export async function findAnySatellite(
  tx: TenantDb,
  id: string,
): Promise<(SatelliteRow & { deleted_at: Date | null }) | undefined> {
  const { rows } = await sql<SatelliteRow & { deleted_at: Date | null }>`
    select ${COLUMNS}, deleted_at from ca.satellite where id = ${id}`.execute(tx)
  return rows[0]
}

export async function findSatellite(tx: TenantDb, id: string): Promise<SatelliteRow | undefined> {
  const { rows } = await sql<SatelliteRow>`
    select ${COLUMNS} from ca.satellite where id = ${id} and deleted_at is null`.execute(tx)
  return rows[0]
}

/** Returns a satellite with a lock: nobody else changes it until the transaction ends. */
export async function lockSatellite(tx: TenantDb, id: string): Promise<SatelliteRow | undefined> {
  const { rows } = await sql<SatelliteRow>`
    select ${COLUMNS} from ca.satellite where id = ${id} and deleted_at is null for update`.execute(tx)
  return rows[0]
}

export async function findSatelliteByNorad(tx: TenantDb, noradId: number): Promise<SatelliteRow | undefined> {
  const { rows } = await sql<SatelliteRow>`
    select ${COLUMNS} from ca.satellite where norad_id = ${noradId} and deleted_at is null`.execute(tx)
  return rows[0]
}

export async function listActiveSatellites(tx: TenantDb): Promise<SatelliteRow[]> {
  const { rows } = await sql<SatelliteRow>`
    select ${COLUMNS} from ca.satellite where deleted_at is null order by lower(name), id`.execute(tx)
  return rows
}

export type SatelliteFilter = {
  readonly satelliteId?: string | undefined
  readonly cosparId?: string | undefined
  readonly noradId?: number | undefined
  /** A part of the name. */
  readonly name?: string | undefined
  /** True to list the hidden satellites that can be restored, instead of the satellites that are not hidden. */
  readonly deleted?: boolean | undefined
  readonly sort?: Sort<keyof typeof SORTED>
  readonly offset: number
  readonly limit: number
}

const SORTED = {
  name: sql`lower(name)`,
  noradId: sql`norad_id`,
  cosparId: sql`cospar_id`,
  createdAt: sql`created_at`,
  updatedAt: sql`updated_at`,
}

/** Returns a page of satellites by name, and the number of all that match. */
export async function listSatellites(
  tx: TenantDb,
  { satelliteId, cosparId, noradId, name, deleted = false, sort = 'name', offset, limit }: SatelliteFilter,
): Promise<{ rows: SatelliteRow[]; total: number }> {
  const matching = sql`
    from ca.satellite where ${deleted ? RESTORABLE : sql`deleted_at is null`}
      ${satelliteId === undefined ? sql`` : sql`and id = ${satelliteId}`}
      ${cosparId === undefined ? sql`` : sql`and cospar_id = ${cosparId}`}
      ${noradId === undefined ? sql`` : sql`and norad_id = ${noradId}`}
      ${name === undefined ? sql`` : sql`and position(lower(${name}) in lower(name)) > 0`}`
  const total = await countRows(tx, matching)
  const { rows } = await sql<SatelliteRow>`
    select ${COLUMNS} ${matching} ${orderBy(sort, SORTED)} limit ${limit} offset ${offset}`.execute(tx)
  return { rows, total }
}

/** Returns which of the two names of a satellite is already used by another satellite. */
export async function findClash(
  tx: TenantDb,
  { id, name, noradId }: { readonly id: string; readonly name: string; readonly noradId: number },
): Promise<{ name: boolean; noradId: boolean }> {
  const { rows } = await sql<{ name: boolean; noradId: boolean }>`
    select coalesce(bool_or(lower(name) = lower(${name})), false) as name,
      coalesce(bool_or(norad_id = ${noradId}), false) as "noradId"
    from ca.satellite
    where deleted_at is null and id <> ${id} and (lower(name) = lower(${name}) or norad_id = ${noradId})`.execute(tx)
  return only(rows)
}

function only<T>([row]: readonly T[]): T {
  if (row === undefined) throw new TypeError('the statement answered no row')
  return row
}

/** Returns the satellites whose events are shown, each with its version. */
export async function listSatelliteVersions(tx: TenantDb): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from ca.satellite where deleted_at is null`.execute(tx)
  return rows
}
