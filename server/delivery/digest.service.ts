import { createHmac, timingSafeEqual } from 'node:crypto'
import { DEFAULT_RULES } from '@apsis/contract/notifications/rule.ts'
import { emit } from '../events/event.service.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { cancelGathered } from './choice/held.repository.ts'
import { listRules, replaceRules } from './rules.repository.ts'

/** Whose digest a link ends. */
export type Subscription = { readonly tenantId: string; readonly subject: string }

/** The link of a digest that ends it: nobody but the holder of the key can make one. */
export const unsubscribeUrl = (publicUrl: string, box: SecretBox, subscription: Subscription): string =>
  `${publicUrl}/api/v1/notifications/digests/unsubscriptions/${tokenOf(box, subscription)}`

function tokenOf(box: SecretBox, { tenantId, subject }: Subscription): string {
  const [tenant, person] = [tenantId, subject].map((text) => Buffer.from(text).toString('base64url'))
  const mac = createHmac('sha256', box.derive('unsubscribe')).update(`${tenant} ${person}`).digest('base64url')
  return `${tenant}.${person}.${mac}`
}

/** Whose digest a token ends; undefined: it was not made here. */
export function readSubscription(box: SecretBox, token: string): Subscription | undefined {
  const [tenantId = '', subject = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(box, { tenantId, subject }))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? { tenantId, subject } : undefined
}

/** Whether a person gets no digest any more. */
export async function isDigestEnded(db: Database, { tenantId, subject }: Subscription): Promise<boolean> {
  const [saved] = await db.tenant(tenantId, (tx) => listRules(tx, [subject]))
  return { ...DEFAULT_RULES, ...saved?.settings }.digestAt === null
}

/** Ends the digest of a person, and what waits for it; once it has ended, nothing changes any more. */
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
    await cancelGathered(tx, subject, new Date(now()))
    const entry = { actor: subject, action: 'digest.unsubscribe', object: subject, outcome: 'done', requestId } as const
    await insertAudit(tx, tenantId, entry)
    emit(tx, { tenantId, subject, type: 'userconfig', data: { rules: replaced?.version ?? 0 } })
  })
}
