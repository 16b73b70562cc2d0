import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'
import { countRows } from '../../platform/database/page.repository.ts'

export type MessageState = 'waiting' | 'done' | 'failed' | 'withdrawn'

export type MessageRow = {
  readonly provider_key: string
  readonly direction: 'sent' | 'received'
  readonly id: string
  readonly pass_id: string
  readonly type: string
  readonly body: string | null
  readonly body_hash: string | null
  readonly state: MessageState
  readonly tries: number
  readonly expires_at: Date | null
  readonly result: string | null
  readonly status: number | null
  readonly detail: string | null
  readonly answer: unknown
  readonly created_at: Date
  readonly ended_at: Date | null
}

type NewMessage = Pick<MessageRow, 'id' | 'provider_key' | 'pass_id' | 'type' | 'body' | 'expires_at'>

/** Enqueues a message to a provider; a message with the same id is stored once. */
export async function insertSent(tx: TenantDb, tenantId: string, row: NewMessage, now: Date): Promise<void> {
  await sql`
    insert into odt.provider_message (tenant_id, provider_key, direction, id, pass_id, type, body, state, next_at,
      expires_at, created_at)
    values (${tenantId}, ${row.provider_key}::uuid, 'sent', ${row.id}, ${row.pass_id}::uuid, ${row.type}, ${row.body},
      'waiting', ${now}, ${row.expires_at}, ${now})
    on conflict do nothing`.execute(tx)
}

/** Locks the order of a pass until the transaction ends, and returns it. */
export async function lockOrder(tx: TenantDb, passId: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select * from odt.provider_message
    where pass_id = ${passId}::uuid and direction = 'sent' and type = 'pass.order' for update`.execute(tx)
  return rows[0]
}

/** Withdraws a message that has not reached the provider. */
export async function withdraw(tx: TenantDb, id: string, now: Date): Promise<void> {
  await sql`
    update odt.provider_message set state = 'withdrawn', next_at = null, ended_at = ${now}
    where id = ${id} and direction = 'sent' and state = 'waiting'`.execute(tx)
}

/** Ends the order of a pass on which the provider reports: it is not sent again, and does not count as too late. */
export async function settleOrder(tx: TenantDb, passId: string, now: Date): Promise<void> {
  await sql`
    update odt.provider_message set state = 'done', result = 'delivered', next_at = null, ended_at = ${now}
    where pass_id = ${passId}::uuid and direction = 'sent' and type = 'pass.order' and state in ('waiting', 'failed')`.execute(
    tx,
  )
}

/** Returns, for each pass, the time when its provider last reported something new. */
export async function listLastSent(tx: TenantDb, passIds: readonly string[]): Promise<Map<string, Date>> {
  if (passIds.length === 0) return new Map()
  const { rows } = await sql<{ pass_id: string; notified_at: Date }>`
    select pass_id, max(ended_at) as notified_at from odt.provider_message
    where pass_id = any(${[...passIds]}::uuid[]) and direction = 'received' and state = 'done' and result = 'taken'
    group by pass_id`.execute(tx)
  return new Map(rows.map(({ pass_id, notified_at }) => [pass_id, notified_at]))
}

/** Returns the orders of passes that will no longer reach their provider, and the reports of passes that failed. */
export async function listFailures(tx: TenantDb, passIds: readonly string[]): Promise<MessageRow[]> {
  if (passIds.length === 0) return []
  const { rows } = await sql<MessageRow>`
    select * from odt.provider_message
    where pass_id = any(${[...passIds]}::uuid[]) and (
      (direction = 'sent' and type = 'pass.order' and state = 'failed') or
      (direction = 'received' and type in ('pass.refused', 'pass.failed') and state = 'done'))
    order by place`.execute(tx)
  return rows
}

/** Returns the keys of the providers with a message that is due, and whether any message waits at all. */
export async function listDue(tx: TenantDb, now: Date): Promise<{ keys: string[]; isAnyWaiting: boolean }> {
  const { rows } = await sql<{ provider_key: string; is_due: boolean }>`
    select provider_key, bool_or(next_at <= ${now}) as is_due from odt.provider_message
    where state = 'waiting' group by provider_key order by provider_key`.execute(tx)
  return {
    keys: rows.filter(({ is_due }) => is_due).map(({ provider_key }) => provider_key),
    isAnyWaiting: rows.length > 0,
  }
}

type Claim = {
  readonly key: string
  readonly now: Date
  readonly nextOf: (tries: number) => Date
  /** False: the provider is switched off and gets no order; an order that is too late is still processed, so that it ends. */
  readonly isEnabled: boolean
}

/** Takes a provider's oldest due message, and counts the attempt before it is made, so that an interrupted attempt counts, too. */
export async function claimNext(tx: TenantDb, { key, now, nextOf, isEnabled }: Claim): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select * from odt.provider_message
    where provider_key = ${key}::uuid and state = 'waiting' and next_at <= ${now}
      and (${isEnabled} or type <> 'pass.order' or expires_at <= ${now})
    order by place limit 1 for update`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const tries = row.tries + 1
  await sql`
    update odt.provider_message set tries = ${tries}, next_at = ${nextOf(tries)}
    where provider_key = ${key}::uuid and direction = 'sent' and id = ${row.id}`.execute(tx)
  return { ...row, tries }
}

type TryEnd = Pick<MessageRow, 'provider_key' | 'id' | 'state' | 'result' | 'status'> & { readonly now: Date }

/** Stores the result of an attempt; a message that was withdrawn meanwhile stays withdrawn. */
export async function endTry(tx: TenantDb, { provider_key, id, state, result, status, now }: TryEnd): Promise<void> {
  await sql`
    update odt.provider_message set result = ${result}, status = ${status},
      state = case when state = 'waiting' then ${state} else state end,
      next_at = case when state = 'waiting' and ${state} <> 'waiting' then null else next_at end,
      ended_at = case when ${state} <> 'waiting' then ${now} else ended_at end
    where provider_key = ${provider_key}::uuid and direction = 'sent' and id = ${id}`.execute(tx)
}

type Came = Pick<MessageRow, 'provider_key' | 'id' | 'pass_id' | 'type' | 'body_hash'>

/**
 * Stores a received message; returns undefined if it is new. A copy waits for the transaction of the first, and gets its answer. A message that
 * was refused may be sent again, and is then checked again.
 */
export async function insertReceived(
  tx: TenantDb,
  tenantId: string,
  row: Came,
  now: Date,
): Promise<MessageRow | undefined> {
  const { numAffectedRows } = await sql`
    insert into odt.provider_message (tenant_id, provider_key, direction, id, pass_id, type, body_hash, state, tries,
      created_at, ended_at)
    values (${tenantId}, ${row.provider_key}::uuid, 'received', ${row.id}, ${row.pass_id}::uuid, ${row.type},
      ${row.body_hash}, 'done', 1, ${now}, ${now})
    on conflict (tenant_id, provider_key, direction, id) do update
      set state = 'done', tries = odt.provider_message.tries + 1, pass_id = excluded.pass_id, type = excluded.type,
        body_hash = excluded.body_hash, ended_at = excluded.ended_at
      where odt.provider_message.state = 'failed'`.execute(tx)
  if (numAffectedRows === 1n) return undefined
  const { rows } = await sql<MessageRow>`
    select * from odt.provider_message
    where provider_key = ${row.provider_key}::uuid and direction = 'received' and id = ${row.id}`.execute(tx)
  return rows[0]
}

/** Returns true if the same message was received and accepted before. */
export async function isKnown(tx: TenantDb, { provider_key, id }: Came): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from odt.provider_message where provider_key = ${provider_key}::uuid
      and direction = 'received' and id = ${id} and state = 'done') as known`.execute(tx)
  return rows[0]?.known === true
}

type Outcome = Pick<MessageRow, 'provider_key' | 'id' | 'result' | 'status' | 'detail' | 'answer'>

export async function setReceived(
  tx: TenantDb,
  { provider_key, id, result, status, detail, answer }: Outcome,
): Promise<void> {
  await sql`
    update odt.provider_message set result = ${result}, status = ${status}, detail = ${detail},
      answer = ${JSON.stringify(answer)}::jsonb
    where provider_key = ${provider_key}::uuid and direction = 'received' and id = ${id}`.execute(tx)
}

type RefusedMessage = Came & Pick<MessageRow, 'status' | 'detail'>

/** Stores a refused message after its own transaction was rolled back. */
export async function insertRefused(tx: TenantDb, tenantId: string, row: RefusedMessage, now: Date): Promise<void> {
  await sql`
    insert into odt.provider_message (tenant_id, provider_key, direction, id, pass_id, type, body_hash, state, tries,
      result, status, detail, created_at, ended_at)
    values (${tenantId}, ${row.provider_key}::uuid, 'received', ${row.id}, ${row.pass_id}::uuid, ${row.type},
      ${row.body_hash}, 'failed', 1, 'refused', ${row.status}, ${row.detail}, ${now}, ${now})
    on conflict (tenant_id, provider_key, direction, id) do update
      set tries = odt.provider_message.tries + 1, status = excluded.status, detail = excluded.detail,
        ended_at = excluded.ended_at
      where odt.provider_message.state = 'failed'`.execute(tx)
}

export async function listMessages(
  tx: TenantDb,
  { key, limit, offset }: { readonly key: string; readonly limit: number; readonly offset: number },
): Promise<{ rows: MessageRow[]; total: number }> {
  const { rows } = await sql<MessageRow>`
    select * from odt.provider_message where provider_key = ${key}::uuid
    order by place desc limit ${limit} offset ${offset}`.execute(tx)
  const total = await countRows(tx, sql`from odt.provider_message where provider_key = ${key}::uuid`)
  return { rows, total }
}

export async function countWaiting(tx: TenantDb): Promise<Map<string, number>> {
  const { rows } = await sql<{ provider_key: string; waiting: number }>`
    select provider_key, count(*)::int as waiting from odt.provider_message where state = 'waiting'
    group by provider_key`.execute(tx)
  return new Map(rows.map(({ provider_key, waiting }) => [provider_key, waiting]))
}

/** Deletes messages that ended long ago. A copy of an old call-back is refused because of its timestamp. */
export async function clearEnded(tx: TenantDb, before: Date): Promise<void> {
  await sql`delete from odt.provider_message where state <> 'waiting' and ended_at < ${before}`.execute(tx)
}
