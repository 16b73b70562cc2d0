import { DEFAULT_RULES } from '@apsis/contract/notifications/rule.ts'
import { emit } from '../events/event.service.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { cancelWaiting } from './choice/held.repository.ts'
import { listRules, replaceRules } from './rules.repository.ts'
import type { Subscription } from './subscription.service.ts'

/** Returns true if a person has ended the digest. */
export async function isDigestEnded(db: Database, { tenantId, subject }: Subscription): Promise<boolean> {
  const [saved] = await db.tenant(tenantId, (tx) => listRules(tx, [subject]))
  return { ...DEFAULT_RULES, ...saved?.settings }.digestAt === null
}

/** Ends the digest of a person, and cancels its waiting deliveries; if it has already ended, nothing changes. */
export function endDigest(
  { db, now }: { readonly db: Database; readonly now: () => number },
  { tenantId, subject, requestId }: Subscription & { readonly requestId: string },
): Promise<void> {
  return db.tenant(tenantId, async (tx) => {
    const [saved] = await listRules(tx, [subject])
    const settings = { ...DEFAULT_RULES, ...saved?.settings }
    if (settings.digestAt === null) return
    const replaced = await replaceRules(tx, {
      tenantId,
      subject,
      settings: { digestAt: null },
      expected: undefined,
    })
    await cancelWaiting(tx, { subject, kind: 'digest', now: new Date(now()) })
    const entry = { actor: subject, action: 'digest.unsubscribe', object: subject, outcome: 'done', requestId } as const
    await insertAudit(tx, tenantId, entry)
    emit(tx, { tenantId, subject, type: 'userconfig', data: { rules: replaced?.version ?? 0 } })
  })
}
