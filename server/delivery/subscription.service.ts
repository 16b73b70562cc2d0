import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../platform/auth/secret-box.ts'

/** Recurring mails that a mail program can end by one click (RFC 8058). */
export type SubscriptionKind = 'digest' | 'situation-report'

/** The person whose subscription a link ends. */
export type Subscription = { readonly tenantId: string; readonly subject: string }

/** The purpose of the key of each kind, so that the link of one kind does not end the other. */
const KEYS = { digest: 'unsubscribe', 'situation-report': 'unsubscribe situation-report' } as const
const PATHS = { digest: 'digests', 'situation-report': 'situation-reports' } as const

type Holder = { readonly box: SecretBox; readonly what: SubscriptionKind }

/** Returns the link in a mail that ends its subscription; only the holder of the key can make it. */
export const unsubscribeUrl = (publicUrl: string, holder: Holder, subscription: Subscription): string =>
  `${publicUrl}/api/v1/notifications/${PATHS[holder.what]}/unsubscriptions/${tokenOf(holder, subscription)}`

function tokenOf({ box, what }: Holder, { tenantId, subject }: Subscription): string {
  const [tenant, person] = [tenantId, subject].map((text) => Buffer.from(text).toString('base64url'))
  const mac = createHmac('sha256', box.derive(KEYS[what])).update(`${tenant} ${person}`).digest('base64url')
  return `${tenant}.${person}.${mac}`
}

/** Returns the person whose subscription a token ends; undefined if the token was not made here, or was made for another purpose. */
export function readSubscription(holder: Holder, token: string): Subscription | undefined {
  const [tenantId = '', subject = ''] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString())
  const [given, expected] = [Buffer.from(token), Buffer.from(tokenOf(holder, { tenantId, subject }))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? { tenantId, subject } : undefined
}
