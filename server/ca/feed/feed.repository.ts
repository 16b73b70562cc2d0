import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

export type FeedSource = 'space-track' | 'file-drop' | 'simulator'

export type FeedRow = {
  name: string
  source: FeedSource
  last_success_at: Date | null
  last_message_at: Date | null
  last_error: string | null
  last_error_at: Date | null
  next_at: Date | null
  memory: Record<string, unknown>
  /** The usual time between two deliveries. */
  period_s: number
  created_at: Date
}

const COLUMNS = sql`name, source, last_success_at, last_message_at, last_error, last_error_at, next_at, memory, period_s, created_at`

export type NewFeed = {
  readonly tenantId: string
  readonly name: string
  readonly source: FeedSource
  readonly periodS: number
}

/** Makes sure that a feed is on the list, with its period. */
export async function insertFeed(tx: TenantDb, { tenantId, name, source, periodS }: NewFeed): Promise<void> {
  await sql`
    insert into ca.feed as feed (tenant_id, name, source, period_s) values (${tenantId}, ${name}, ${source}, ${periodS})
    on conflict (tenant_id, name) do update set period_s = excluded.period_s
    where feed.period_s <> excluded.period_s`.execute(tx)
}

/** The feeds of the organisation by name. */
export async function listFeedRows(tx: TenantDb): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`select ${COLUMNS} from ca.feed order by name`.execute(tx)
  return rows
}

/** Locks a feed until the transaction ends, and returns it. */
export async function lockFeed(tx: TenantDb, name: string): Promise<FeedRow | undefined> {
  const { rows } = await sql<FeedRow>`select ${COLUMNS} from ca.feed where name = ${name} for update`.execute(tx)
  return rows[0]
}

export type FeedChange = {
  readonly successAt?: Date
  readonly messageAt?: Date
  /** Null deletes the error. */
  readonly error?: string | null
  readonly errorAt?: Date
  readonly nextAt?: Date | null
  readonly memory?: Readonly<Record<string, unknown>>
}

export async function updateFeed(tx: TenantDb, name: string, change: FeedChange): Promise<void> {
  const { successAt, messageAt, error, errorAt, nextAt, memory } = change
  const sets = [
    ...(successAt === undefined ? [] : [sql`last_success_at = ${successAt}`]),
    ...(messageAt === undefined ? [] : [sql`last_message_at = ${messageAt}`]),
    ...(error === undefined ? [] : [sql`last_error = ${error}`]),
    ...(errorAt === undefined ? [] : [sql`last_error_at = ${errorAt}`]),
    ...(nextAt === undefined ? [] : [sql`next_at = ${nextAt}`]),
    ...(memory === undefined ? [] : [sql`memory = ${JSON.stringify(memory)}::jsonb`]),
  ]
  if (sets.length > 0) await sql`update ca.feed set ${sql.join(sets)} where name = ${name}`.execute(tx)
}

export async function deleteFeed(tx: TenantDb, name: string): Promise<void> {
  await sql`delete from ca.feed where name = ${name}`.execute(tx)
}
