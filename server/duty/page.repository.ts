import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'

/** The last message about an event that was sent to the on-call system. */
export type PageRow = {
  readonly conjunction_id: string
  readonly state: 'trigger' | 'acknowledge' | 'resolve'
  readonly triggered_at: Date
  /** The last time at which an alarm of the event ended; null: it never did. */
  readonly ended_at: Date | null
}

/** Returns the events whose alarm is open in the on-call system. */
export async function listOpenPages(tx: TenantDb): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`
    select conjunction_id, state, triggered_at, ended_at from duty.page where state <> 'resolve'`.execute(tx)
  return rows
}

export async function countOpenPages(tx: TenantDb): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from duty.page where state <> 'resolve'`.execute(tx)
  return rows[0]?.open ?? 0
}

/** Returns the last message about an event, locked until the end of the transaction. */
export async function lockPage(tx: TenantDb, conjunctionId: string): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select conjunction_id, state, triggered_at, ended_at from duty.page
    where conjunction_id = ${conjunctionId}::uuid for update`.execute(tx)
  return rows[0]
}

type PageState = { readonly tenantId: string; readonly conjunctionId: string; readonly state: PageRow['state'] }

/** Stores the last message about an event; `at` is stored when its alarm is opened, and when it ends. */
export async function upsertPage(
  tx: TenantDb,
  { tenantId, conjunctionId, state, at }: PageState & { readonly at: Date },
): Promise<void> {
  await sql`
    insert into duty.page as page (tenant_id, conjunction_id, state, triggered_at)
    values (${tenantId}, ${conjunctionId}::uuid, ${state}, ${at})
    on conflict (tenant_id, conjunction_id) do update set state = excluded.state,
      triggered_at = case excluded.state when 'trigger' then excluded.triggered_at else page.triggered_at end,
      ended_at = case excluded.state when 'resolve' then excluded.triggered_at else page.ended_at end`.execute(tx)
}

/** Deletes the messages to an on-call system, because it is no longer paged or is replaced by another one. */
export async function closePages(tx: TenantDb, at: Date): Promise<void> {
  await sql`update duty.page set state = 'resolve', ended_at = ${at} where state <> 'resolve'`.execute(tx)
}
