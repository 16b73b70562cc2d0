import { createHash } from 'node:crypto'
import { DAY_MS } from '@apsis/astro/constants.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { type AnswerKey, findAnswer, setAnswer, takeKey } from './answer.repository.ts'

export type Floor = { readonly db: Database; readonly now: () => number }
export type Request = {
  readonly caller: Pick<Caller, 'tenantId' | 'subject' | 'username' | 'roles'>
  readonly requestId: string
  /** The header Idempotency-Key. */
  readonly idempotencyKey?: string | undefined
}

const KEEP_ANSWERS_MS = DAY_MS
const KEY = /^[\x21-\x7e]{1,255}$/

/** Keys of writes before this time may be used again. */
export const answersSince = (now: number): Date => new Date(now - KEEP_ANSWERS_MS)

type Sent = { readonly call: string; readonly input: unknown }

/**
 * Does a write in one transaction, once for each Idempotency-Key: its answer is kept in the same transaction, so that there is
 * either both or neither. A write that is refused keeps nothing, and may be tried again under the same key.
 */
export function write<T>(
  { db, now }: Floor,
  { caller, idempotencyKey }: Request,
  sent: Sent,
  work: (tx: TenantDb) => Promise<T>,
): Promise<T> {
  const { tenantId, subject } = caller
  if (idempotencyKey === undefined) return db.tenant(tenantId, work)
  if (!KEY.test(idempotencyKey)) throw keyError('request-invalid', 'must be 1 to 255 visible characters of ASCII')
  const key: AnswerKey = { tenantId, subject, key: idempotencyKey }
  const sentHash = createHash('sha256')
    .update(JSON.stringify([sent.call, sent.input]))
    .digest()
  return db.tenant(tenantId, async (tx) => {
    const at = now()
    if (await takeKey(tx, key, { sentHash, now: new Date(at), since: answersSince(at) })) {
      const answer = await work(tx)
      await setAnswer(tx, key, answer)
      return answer
    }
    const known = await findAnswer(tx, key)
    if (known?.sentHash !== sentHash.toString('hex'))
      throw keyError('unprocessable', 'was used for another request in the last 24 hours')
    // What was kept is what the same work answered.
    return known.answer as T
  })
}

function keyError(code: 'request-invalid' | 'unprocessable', message: string): ApiError {
  const errors = [{ code: 'header.idempotency-key', header: 'Idempotency-Key', message }]
  return new ApiError(code, `Idempotency-Key: ${message}`, { errors })
}

type Recorded = {
  readonly action: string
  readonly object: string
  readonly outcome?: 'done' | 'refused'
  readonly detail: Readonly<Record<string, unknown>>
}

/** Writes into the audit record of the organisation who did what. */
export async function record(tx: TenantDb, { caller, requestId }: Request, what: Recorded): Promise<void> {
  const { action, object, outcome = 'done', detail } = what
  const entry = { actor: caller.subject, action: `payments.${action}`, object, outcome, requestId, detail }
  await insertAudit(tx, caller.tenantId, entry)
}
