import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

/** A critical event that nobody has acknowledged, and the persons whom the chain has called because of it. */
export type AlarmRow = {
  readonly conjunction_id: string
  readonly raised_at: Date
  readonly calls: number
  readonly last_at: Date
  /** The person who was called last. */
  readonly last_subject: string | null
}

export async function listOpenAlarms(tx: TenantDb): Promise<AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    select conjunction_id, raised_at, calls, last_at, last_subject from duty.alarm where closed_at is null`.execute(tx)
  return rows
}

/** Returns the open alarm of an event, locked until the end of the transaction. */
export async function lockAlarm(tx: TenantDb, conjunctionId: string): Promise<AlarmRow | undefined> {
  const { rows } = await sql<AlarmRow>`
    select conjunction_id, raised_at, calls, last_at, last_subject from duty.alarm
    where conjunction_id = ${conjunctionId}::uuid and closed_at is null for update`.execute(tx)
  return rows[0]
}

export async function insertAlarm(
  tx: TenantDb,
  { tenantId, conjunctionId, at }: { readonly tenantId: string; readonly conjunctionId: string; readonly at: Date },
): Promise<void> {
  await sql`
    insert into duty.alarm (tenant_id, conjunction_id, raised_at, calls, last_at)
    values (${tenantId}, ${conjunctionId}::uuid, ${at}, 0, ${at}) on conflict do nothing`.execute(tx)
}

export async function setCalled(
  tx: TenantDb,
  {
    conjunctionId,
    at,
    subject,
    steps = 1,
  }: {
    readonly conjunctionId: string
    readonly at: Date
    readonly subject: string | null
    /** The number of steps of the chain; more than one if steps before it were skipped. */
    readonly steps?: number
  },
): Promise<void> {
  await sql`
    update duty.alarm set calls = calls + ${steps}, last_at = ${at}, last_subject = ${subject}
    where conjunction_id = ${conjunctionId}::uuid and closed_at is null`.execute(tx)
}

export async function closeAlarm(tx: TenantDb, conjunctionId: string, at: Date): Promise<void> {
  await sql`
    update duty.alarm set closed_at = ${at} where conjunction_id = ${conjunctionId}::uuid and closed_at is null`.execute(
    tx,
  )
}
