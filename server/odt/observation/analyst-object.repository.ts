import { FIRST_ANALYST_NUMBER } from '@apsis/contract/odt/observation/analyst-object.ts'
import type { InitialOrbit } from '@apsis/contract/odt/observation/initial-orbit.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { lockUntilEnd } from '../../platform/database/lock.repository.ts'

export type AnalystRow = {
  readonly norad_id: number
  readonly name: string
  readonly observation_id: string
  readonly sensor_code: string
  readonly rank: number
  readonly orbit: InitialOrbit
  readonly message: string
  readonly is_simulated: boolean
  readonly created_at: Date
  readonly created_by_name: string
}

const COLUMNS = sql`norad_id, name, observation_id, sensor_code, rank, orbit, message, is_simulated, created_at, created_by_name`

/** Locks the organisation's list of analyst objects until the transaction ends. */
export async function lockAnalystObjects(tx: TenantDb, tenantId: string): Promise<void> {
  await lockUntilEnd(tx, `odt.analyst_object:${tenantId}`)
}

/** Returns the followed objects, newest first. */
export async function listAnalystObjects(tx: TenantDb): Promise<AnalystRow[]> {
  const { rows } = await sql<AnalystRow>`
    select ${COLUMNS} from odt.analyst_object where removed_at is null order by created_at desc, norad_id desc`.execute(
    tx,
  )
  return rows
}

/** Returns the next number after all numbers that were ever assigned. */
export async function nextNumber(tx: TenantDb): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(norad_id) + 1, ${FIRST_ANALYST_NUMBER})::integer as next from odt.analyst_object`.execute(tx)
  return rows[0]?.next ?? FIRST_ANALYST_NUMBER
}

export type NewAnalystRow = AnalystRow & { readonly created_by: string }

export async function insertAnalystObject(tx: TenantDb, tenantId: string, row: NewAnalystRow): Promise<void> {
  await sql`
    insert into odt.analyst_object (tenant_id, norad_id, name, observation_id, sensor_code, rank, orbit, message,
      is_simulated, created_at, created_by, created_by_name)
    values (${tenantId}, ${row.norad_id}, ${row.name}, ${row.observation_id}, ${row.sensor_code}, ${row.rank},
      ${JSON.stringify(row.orbit)}::jsonb, ${row.message}, ${row.is_simulated}, ${row.created_at}, ${row.created_by},
      ${row.created_by_name})`.execute(tx)
}

/** Marks an object as no longer followed; returns undefined if none has this number. */
export async function markRemoved(
  tx: TenantDb,
  { noradId, at, by }: { readonly noradId: number; readonly at: Date; readonly by: string },
): Promise<{ observation_id: string; name: string } | undefined> {
  const { rows } = await sql<{ observation_id: string; name: string }>`
    update odt.analyst_object set removed_at = ${at}, removed_by = ${by}
    where norad_id = ${noradId} and removed_at is null returning observation_id, name`.execute(tx)
  return rows[0]
}
