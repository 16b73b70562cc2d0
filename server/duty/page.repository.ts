import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'

/** What the on-call system was told of an event last. */
export type PageRow = {
  readonly conjunction_id: string
  readonly state: 'trigger' | 'acknowledge' | 'resolve'
  readonly triggered_at: Date
  /** When an alarm of the event ended last; null: none has. */
  readonly ended_at: Date | null
}

/** Events whose alarm is open there. */
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

/** What was told of an event, kept from being changed by anybody else until the transaction ends. */
export async function holdPage(tx: TenantDb, conjunctionId: string): Promise<PageRow | undefined> {
  const { rows } = await sql<PageRow>`
    select conjunction_id, state, triggered_at, ended_at from duty.page
    where conjunction_id = ${conjunctionId}::uuid for update`.execute(tx)
  return rows[0]
}

type PageState = { readonly tenantId: string; readonly conjunctionId: string; readonly state: PageRow['state'] }

/** Keeps what was told of an event; `at` counts where its alarm is opened, and where it ends. */
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

/** Forgets what an on-call system was told: it is not paged any more, or another one takes its place. */
export async function closePages(tx: TenantDb, at: Date): Promise<void> {
  await sql`update duty.page set state = 'resolve', ended_at = ${at} where state <> 'resolve'`.execute(tx)
}
