import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

export type CalendarRow = {
  secret_hash: Buffer
  created_at: Date
  created_by: string
  /** True if the person who made the address may see observations: the calendar includes ordered passes. */
  has_passes: boolean
}

export async function findCalendar(tx: TenantDb): Promise<CalendarRow | undefined> {
  const { rows } = await sql<CalendarRow>`
    select secret_hash, created_at, created_by, has_passes from ca.manoeuvre_calendar`.execute(tx)
  return rows[0]
}

/** Stores an address in place of the previous one. */
export async function upsertCalendar(tx: TenantDb, tenantId: string, row: CalendarRow): Promise<void> {
  await sql`
    insert into ca.manoeuvre_calendar (tenant_id, secret_hash, created_at, created_by, has_passes)
    values (${tenantId}, ${row.secret_hash}, ${row.created_at}, ${row.created_by}, ${row.has_passes})
    on conflict (tenant_id) do update set secret_hash = excluded.secret_hash, created_at = excluded.created_at,
      created_by = excluded.created_by, has_passes = excluded.has_passes`.execute(tx)
}

/** Deletes the address; returns false if there was none. */
export async function deleteCalendar(tx: TenantDb): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from ca.manoeuvre_calendar`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}
