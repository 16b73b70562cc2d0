import { sql } from 'kysely'
import type { TenantDb } from '../../platform/database/database.ts'

export type AnswerKey = { readonly tenantId: string; readonly subject: string; readonly key: string }

/**
 * Takes a key for a write; false where it is taken. Whoever comes second waits until the first has committed or given up.
 * One that is older than `since` is forgotten, and taken anew.
 */
export async function takeKey(
  tx: TenantDb,
  { tenantId, subject, key }: AnswerKey,
  taking: { readonly sentHash: Buffer; readonly now: Date; readonly since: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into payments.answer as known (tenant_id, subject, key, sent_hash, created_at)
    values (${tenantId}, ${subject}, ${key}, ${taking.sentHash}, ${taking.now})
    on conflict (tenant_id, subject, key) do update
    set sent_hash = excluded.sent_hash, answer = null, created_at = excluded.created_at
    where known.created_at < ${taking.since}`.execute(tx)
  return numAffectedRows === 1n
}

export async function setAnswer(tx: TenantDb, { subject, key }: AnswerKey, answer: unknown): Promise<void> {
  await sql`
    update payments.answer set answer = ${JSON.stringify(answer)}::jsonb where subject = ${subject} and key = ${key}`.execute(
    tx,
  )
}

type KnownAnswer = { readonly sentHash: string; readonly answer: unknown }

export async function findAnswer(tx: TenantDb, { subject, key }: AnswerKey): Promise<KnownAnswer | undefined> {
  const { rows } = await sql<KnownAnswer>`
    select encode(sent_hash, 'hex') as "sentHash", answer from payments.answer
    where subject = ${subject} and key = ${key}`.execute(tx)
  return rows[0]
}

export async function deleteAnswers(tx: TenantDb, before: Date): Promise<void> {
  await sql`delete from payments.answer where created_at < ${before}`.execute(tx)
}
