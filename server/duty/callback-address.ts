import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../platform/auth/secret-box.ts'

/** Who calls back: each has an address of its own. */
type CallbackOf = 'paging' | 'bridge'

/** The part of an address that says of which organisation it is; nobody but us can make one. */
export const callbackToken = (box: SecretBox, of: CallbackOf, tenantId: string): string =>
  `${Buffer.from(tenantId).toString('base64url')}.${createHmac('sha256', box.derive(of)).update(tenantId).digest('base64url')}`

/** The organisation of an address; undefined: it was not made here. */
export function tenantOf(box: SecretBox, of: CallbackOf, token: string): string | undefined {
  const tenantId = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
  const [given, expected] = [Buffer.from(token), Buffer.from(callbackToken(box, of, tenantId))]
  return given.length === expected.length && timingSafeEqual(given, expected) ? tenantId : undefined
}
