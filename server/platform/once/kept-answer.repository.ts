import { sql } from 'kysely'
import type { TenantDb } from '../database/database.ts'

/** With each new key, at most this number of old ones are removed, so that they cannot accumulate. */
const MOST_REMOVED = 20

/** A key of one caller, for one call of the contract. */
export type AnswerKey = {
  readonly tenantId: string
  readonly subject: string
  readonly call: string
  readonly key: string
}

const isKey = ({ tenantId, subject, call, key }: AnswerKey) =>
  sql`tenant_id = ${tenantId} and subject = ${subject} and call = ${call} and key = ${key}`

/** Takes a key for a call; false if it is already taken. A key older than `since` is dropped and taken again. */
export async function takeKey(
  tx: TenantDb,
  key: AnswerKey,
  taking: { readonly sentHash: Buffer; readonly now: Date; readonly until: Date; readonly since: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into platform.kept_answer as known (tenant_id, subject, call, key, sent_hash, work_until, created_at)
    values (${key.tenantId}, ${key.subject}, ${key.call}, ${key.key}, ${taking.sentHash}, ${taking.until}, ${taking.now})
    on conflict (tenant_id, subject, call, key) do update
    set sent_hash = excluded.sent_hash, work_until = excluded.work_until, has_written = false, outcome = null, answer = null,
      created_at = excluded.created_at
    where known.created_at < ${taking.since}`.execute(tx)
  return numAffectedRows === 1n
}

/** Takes over the key of work that ended without an answer, unless the work may have had an effect whose answer is unknown. */
export async function takeOver(
  tx: TenantDb,
  key: AnswerKey,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update platform.kept_answer set work_until = ${until}
    where ${isKey(key)} and answer is null and work_until <= ${now} and (outcome is not null or not has_written)`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export type KeptRow = {
  readonly sentHash: string
  readonly workUntil: Date
  readonly outcome: unknown
  readonly answer: string | null
}

export async function findKept(tx: TenantDb, key: AnswerKey): Promise<KeptRow | undefined> {
  const { rows } = await sql<KeptRow>`
    select encode(sent_hash, 'hex') as "sentHash", work_until as "workUntil", outcome, answer
    from platform.kept_answer where ${isKey(key)}`.execute(tx)
  return rows[0]
}

/** Records that this transaction writes, if it does: PostgreSQL gives it a transaction number at its first write. */
export async function noteWritten(tx: TenantDb, key: AnswerKey): Promise<void> {
  await sql`
    update platform.kept_answer set has_written = true
    where ${isKey(key)} and not has_written and pg_current_xact_id_if_assigned() is not null`.execute(tx)
}

export async function setOutcome(tx: TenantDb, key: AnswerKey, outcome: unknown): Promise<void> {
  await sql`
    update platform.kept_answer set outcome = ${JSON.stringify(outcome)}::jsonb, has_written = true
    where ${isKey(key)}`.execute(tx)
}

export async function setAnswer(tx: TenantDb, key: AnswerKey, answer: string): Promise<void> {
  await sql`update platform.kept_answer set answer = ${answer} where ${isKey(key)}`.execute(tx)
}

/** Releases a key. */
export async function deleteKept(tx: TenantDb, key: AnswerKey): Promise<void> {
  await sql`delete from platform.kept_answer where ${isKey(key)}`.execute(tx)
}

/** Ends work that failed: its key is released if nothing was written, and is kept otherwise. */
export async function endWork(tx: TenantDb, key: AnswerKey, now: Date): Promise<void> {
  await sql`delete from platform.kept_answer where ${isKey(key)} and not has_written`.execute(tx)
  await sql`update platform.kept_answer set work_until = ${now} where ${isKey(key)}`.execute(tx)
}

/** Removes some expired keys of an organisation, except those that another transaction is removing at this moment. */
export async function deleteSomeOld(tx: TenantDb, tenantId: string, since: Date): Promise<void> {
  await sql`
    delete from platform.kept_answer where (tenant_id, subject, call, key) in (
      select tenant_id, subject, call, key from platform.kept_answer
      where tenant_id = ${tenantId} and created_at < ${since}
      order by created_at limit ${MOST_REMOVED} for update skip locked
    )`.execute(tx)
}
