import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { writeOnce } from '../../platform/once/once.ts'

export type Floor = { readonly db: Database; readonly now: () => number }
export type Request = {
  readonly caller: Pick<Caller, 'tenantId' | 'subject' | 'username' | 'roles'>
  readonly requestId: string
}

/** Does a write in one transaction: under an Idempotency-Key its outcome is kept with it, so that no money moves twice. */
export const write = <T>({ db }: Floor, { caller }: Request, work: (tx: TenantDb) => Promise<T>): Promise<T> =>
  writeOnce(db, caller.tenantId, work)

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
