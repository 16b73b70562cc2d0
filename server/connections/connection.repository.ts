import type {
  ConnectionKind,
  ConnectionState,
  FeedKind,
  ReadingResult,
} from '@apsis/contract/connections/connection.ts'
import { sql } from 'kysely'
import type { TenantDb } from '../platform/database/database.ts'
import { lockUntilEnd } from '../platform/database/lock.repository.ts'

export type ConnectionRow = {
  readonly id: string
  readonly kind: ConnectionKind
  readonly name: string
  readonly address: string | null
  readonly account: string | null
  /** The secret, sealed. */
  readonly secret: string | null
  readonly secret_set_at: Date | null
  readonly folder: string | null
  /** For a mailbox: the folder that is read. */
  readonly mail_folder: string | null
  /** For a mailbox: the addresses and domains whose mails are accepted. */
  readonly senders: readonly string[] | null
  readonly is_staging: boolean
  readonly state: ConnectionState
  readonly state_since: Date
  readonly state_detail: string | null
  readonly version: number
}

const COLUMNS = sql`id, kind, name, address, account, secret, secret_set_at, folder, mail_folder, senders, is_staging, state, state_since, state_detail, version`

export async function listConnections(tx: TenantDb): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    select ${COLUMNS} from connections.connection order by name`.execute(tx)
  return rows
}

export async function findConnection(tx: TenantDb, id: string): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    select ${COLUMNS} from connections.connection where id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Locks a connection until the transaction ends, and returns it. */
export async function lockConnection(tx: TenantDb, id: string): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    select ${COLUMNS} from connections.connection where id = ${id}::uuid for update`.execute(tx)
  return rows[0]
}

/** Locks the organisation's list of connections until the transaction ends. */
export async function lockConnections(tx: TenantDb, tenantId: string): Promise<void> {
  await lockUntilEnd(tx, `connections.connection:${tenantId}`)
}

export type NewConnectionRow = Omit<ConnectionRow, 'version' | 'state_since' | 'secret_set_at'>

export async function insertConnection(
  tx: TenantDb,
  tenantId: string,
  row: NewConnectionRow,
  now: Date,
): Promise<void> {
  const secretSetAt = row.secret === null ? null : now
  await sql`
    insert into connections.connection (tenant_id, id, kind, name, address, account, secret, secret_set_at, folder,
      mail_folder, senders, is_staging, state, state_since, state_detail, created_at)
    values (${tenantId}, ${row.id}::uuid, ${row.kind}, ${row.name}, ${row.address}, ${row.account}, ${row.secret},
      ${secretSetAt}, ${row.folder}, ${row.mail_folder}, ${row.senders}::text[], ${row.is_staging}, ${row.state}, ${now}, ${row.state_detail}, ${now})`.execute(
    tx,
  )
}

export type ConnectionChange = Pick<
  ConnectionRow,
  'id' | 'name' | 'address' | 'account' | 'mail_folder' | 'senders' | 'is_staging'
> & {
  /** Undefined: the stored secret stays. */
  readonly secret: string | undefined
  readonly now: Date
}

export async function updateConnection(tx: TenantDb, change: ConnectionChange): Promise<void> {
  const { id, name, address, account, mail_folder: mailFolder, senders, is_staging: isStaging, secret, now } = change
  const sealed = secret === undefined ? sql`` : sql`, secret = ${secret}, secret_set_at = ${now}`
  await sql`
    update connections.connection set name = ${name}, address = ${address}, account = ${account},
      mail_folder = ${mailFolder}, senders = ${senders}::text[], is_staging = ${isStaging}, version = version + 1 ${sealed}
    where id = ${id}::uuid`.execute(tx)
}

type StateChange = {
  readonly id: string
  readonly state: ConnectionState
  readonly detail: string | null
  readonly at: Date
}

/** Changes the state of a connection; returns true if it had a different state before. */
export async function updateState(tx: TenantDb, { id, state, detail, at }: StateChange): Promise<boolean> {
  const result = await sql`
    update connections.connection set state = ${state}, state_since = ${at}, state_detail = ${detail},
      version = version + 1
    where id = ${id}::uuid and state <> ${state}`.execute(tx)
  return result.numAffectedRows === 1n
}

/** Deletes a connection with its feeds and readings; its requests stay, because they still count for the limits. */
export async function deleteConnection(tx: TenantDb, id: string): Promise<void> {
  await sql`delete from connections.connection where id = ${id}::uuid`.execute(tx)
}

export type FeedRow = {
  readonly connection_id: string
  readonly kind: FeedKind
  /** The usual time between two deliveries. */
  readonly period_s: number
  readonly last_success_at: Date | null
  readonly last_message_at: Date | null
  readonly last_result: ReadingResult | null
  readonly last_detail: string | null
  /** Null: the last reading succeeded. */
  readonly last_failed_at: Date | null
  readonly next_at: Date | null
  readonly memory: Record<string, unknown>
  readonly created_at: Date
}

const FEED_COLUMNS = sql`connection_id, kind, period_s, last_success_at, last_message_at, last_result, last_detail,
  last_failed_at, next_at, memory, created_at`

export async function listFeedRows(tx: TenantDb): Promise<FeedRow[]> {
  const { rows } = await sql<FeedRow>`
    select ${FEED_COLUMNS} from connections.feed order by connection_id, kind`.execute(tx)
  return rows
}

export type FeedKey = { readonly connectionId: string; readonly kind: FeedKind }

/** Locks a feed until the transaction ends, and returns it. */
export async function lockFeed(tx: TenantDb, { connectionId, kind }: FeedKey): Promise<FeedRow | undefined> {
  const { rows } = await sql<FeedRow>`
    select ${FEED_COLUMNS} from connections.feed
    where connection_id = ${connectionId}::uuid and kind = ${kind} for update`.execute(tx)
  return rows[0]
}

type NewFeed = FeedKey & { readonly periodS: number; readonly now: Date }

/** Makes sure that a connection has a feed, with its period. */
export async function upsertFeed(
  tx: TenantDb,
  tenantId: string,
  { connectionId, kind, periodS, now }: NewFeed,
): Promise<void> {
  await sql`
    insert into connections.feed (tenant_id, connection_id, kind, period_s, created_at)
    values (${tenantId}, ${connectionId}::uuid, ${kind}, ${periodS}, ${now})
    on conflict (tenant_id, connection_id, kind) do update set period_s = excluded.period_s`.execute(tx)
}

/** Deletes the feeds of a connection except those of these kinds. */
export async function deleteOtherFeeds(tx: TenantDb, connectionId: string, kinds: readonly FeedKind[]): Promise<void> {
  await sql`
    delete from connections.feed
    where connection_id = ${connectionId}::uuid and not (kind = any(${[...kinds]}::text[]))`.execute(tx)
}

export type FeedChange = {
  readonly successAt?: Date
  readonly messageAt?: Date
  readonly result?: ReadingResult
  readonly detail?: string | null
  /** Null: the last reading succeeded. */
  readonly failedAt?: Date | null
  readonly nextAt?: Date | null
  readonly memory?: Readonly<Record<string, unknown>>
}

export async function updateFeed(tx: TenantDb, { connectionId, kind }: FeedKey, change: FeedChange): Promise<void> {
  const { successAt, messageAt, result, detail, failedAt, nextAt, memory } = change
  const sets = [
    ...(successAt === undefined ? [] : [sql`last_success_at = ${successAt}`]),
    ...(messageAt === undefined ? [] : [sql`last_message_at = ${messageAt}`]),
    ...(result === undefined ? [] : [sql`last_result = ${result}`]),
    ...(detail === undefined ? [] : [sql`last_detail = ${detail}`]),
    ...(failedAt === undefined ? [] : [sql`last_failed_at = ${failedAt}`]),
    ...(nextAt === undefined ? [] : [sql`next_at = ${nextAt}`]),
    ...(memory === undefined ? [] : [sql`memory = ${JSON.stringify(memory)}::jsonb`]),
  ]
  if (sets.length === 0) return
  await sql`
    update connections.feed set ${sql.join(sets)}
    where connection_id = ${connectionId}::uuid and kind = ${kind}`.execute(tx)
}

/** Makes every feed of a connection due now. */
export async function wakeFeeds(tx: TenantDb, connectionId: string): Promise<void> {
  await sql`update connections.feed set next_at = null where connection_id = ${connectionId}::uuid`.execute(tx)
}
