import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../platform/auth/secret-box.ts'

/** The two senders of callbacks; each has its own address. */
type CallbackOf = 'paging' | 'bridge'

/** Returns the part of an address that identifies the organisation; only the platform can make it. */
export const callbackToken = (box: SecretBox, of: CallbackOf, tenantId: string): string =>
  `${Buffer.from(tenantId).toString('base64url')}.${createHmac('sha256', box.derive(of)).update(tenantId).digest('base64url')}`

/** Returns the organisation of an address; undefined if it was not made here. */
export function tenantOf(box: SecretBox, of: CallbackOf, token: string): string | undefined {
  const tenantId = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
  const [given, expected] = [Buffer.from(token), Buffer.from(callbackToken(box, of, tenantId))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? tenantId : undefined
}
