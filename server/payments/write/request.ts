import { missing } from '@apsis/astro/missing.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { writeOnce } from '../../platform/once/once.ts'

export type Platform = { readonly db: Database; readonly now: () => number }
export type Request = {
  readonly caller: Pick<Caller, 'tenantId' | 'subject' | 'username' | 'roles'>
  readonly requestId: string
}

/** The maximum number of writes of an organisation that wait in one process; at 20 ms each they take two seconds. */
const MOST_WAITING = 100
const waiting = new Map<string, { readonly last: Promise<unknown>; readonly count: number }>()

/**
 * Does a write in one transaction. With an Idempotency-Key the outcome is stored in the same transaction, so that no money is moved twice.
 * The writes of an organisation run one after the other here, because all of them need its balance. If they waited for the balance in the
 * database, they would occupy connections that others need, and would be refused after waiting too long.
 */
export async function write<T>({ db }: Platform, { caller }: Request, work: (tx: TenantDb) => Promise<T>): Promise<T> {
  const { tenantId } = caller
  const { last, count } = waiting.get(tenantId) ?? { last: Promise.resolve(), count: 0 }
  if (count >= MOST_WAITING)
    throw new ApiError('unavailable', 'Too many orders of your organisation are being written: try again.', {
      headers: { 'retry-after': '2' },
    })
  const turn = last.then(() => writeOnce(db, tenantId, work))
  // The result of one write does not affect the next.
  const over = turn.then(
    () => leave(tenantId),
    () => leave(tenantId),
  )
  waiting.set(tenantId, { last: over, count: count + 1 })
  return turn
}

function leave(tenantId: string): void {
  const { last, count } = waiting.get(tenantId) ?? missing()
  if (count === 1) waiting.delete(tenantId)
  else waiting.set(tenantId, { last, count: count - 1 })
}

type RecordedAction = {
  readonly action: string
  readonly object: string
  readonly outcome?: 'done' | 'refused'
  readonly detail: Readonly<Record<string, unknown>>
}

/** Writes an action and its author into the audit record of the organisation. */
export async function record(tx: TenantDb, { caller, requestId }: Request, what: RecordedAction): Promise<void> {
  const { action, object, outcome = 'done', detail } = what
  const entry = { actor: caller.subject, action: `payments.${action}`, object, outcome, requestId, detail }
  await insertAudit(tx, caller.tenantId, entry)
}
