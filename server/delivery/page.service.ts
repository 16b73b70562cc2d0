import { randomUUID } from 'node:crypto'
import type { Finding } from '@apsis/contract/finding.ts'
import { NOTICE_CODE, type Notification, type NotificationLevel } from '@apsis/contract/notifications/notification.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { deliver } from './outbox.service.ts'
import * as repository from './receiver.repository.ts'
import { maskTarget, readTarget, shownTarget, type TargetFault, type TargetRules } from './target.ts'

/** The address of an organisation's on-call system and its keys; all of them are sealed. */
export type PagingTarget = {
  readonly url: string
  readonly routingKey: string
  /** The secret that verifies the calls of the on-call system; null: no call from it is accepted. */
  readonly callbackSecret: string | null
}

export type PagingReceiver = { readonly target: PagingTarget; readonly row: repository.AnyReceiverRow }

export const lockReceivers = (tx: TenantDb): Promise<void> => repository.lockReceivers(tx)

/** Returns the on-call system of the organisation; undefined if it has none. */
export async function findPaging(tx: TenantDb, box: SecretBox): Promise<PagingReceiver | undefined> {
  const row = await repository.findOrganisationReceiver(tx, 'paging')
  return row && { row, target: openPaging(box, row.target) }
}

/** Returns the receiver id of the organisation's on-call system; undefined if it has none. */
export async function findPagingId(tx: TenantDb): Promise<string | undefined> {
  return (await repository.findOrganisationReceiver(tx, 'paging'))?.id
}

/** Returns the reason why nothing would be sent to an address; undefined if it is allowed. */
export function pagingFault(url: string, rules: TargetRules): TargetFault | undefined {
  const read = readTarget('webhook', url, rules)
  return read instanceof URL ? undefined : read
}

const SHOWN_CHARACTERS = 4

/** Returns the parts of a target that may be shown. */
export const showPaging = ({ url, routingKey }: PagingTarget) => ({
  url: maskTarget(url),
  routingKey: `…${routingKey.slice(-SHOWN_CHARACTERS)}`,
})

export const openPaging = (box: SecretBox, sealed: string): PagingTarget => JSON.parse(box.open(sealed)) as PagingTarget

type Setting = { readonly tenantId: string; readonly target: PagingTarget; readonly now: Date }

/** Stores the on-call system of the organisation; if the previous one was suspended, the suspension ends. */
export async function setPaging(tx: TenantDb, box: SecretBox, { tenantId, target, now }: Setting): Promise<void> {
  const [sealed, shown] = [box.seal(JSON.stringify(target)), shownTarget('webhook', target.url)]
  await repository.upsertOrganisationReceiver(tx, {
    tenantId,
    id: randomUUID(),
    channel: 'paging',
    target: sealed,
    shown,
    now,
  })
}

/** Removes the on-call system and its keys; waiting deliveries are not sent. */
export async function removePaging(tx: TenantDb): Promise<boolean> {
  const row = await repository.findOrganisationReceiver(tx, 'paging')
  if (row === undefined) return false
  await repository.forgetReceiver(tx, row.id)
  return true
}

export type Page = {
  readonly tenantId: string
  readonly receiverId: string
  readonly kind: 'trigger' | 'acknowledge' | 'resolve'
  /** The key of the alarm in the on-call system. */
  readonly matter: string
  readonly link: string | null
  readonly title: string
  readonly message: string
  readonly level: NotificationLevel
  readonly finding?: Finding
  readonly now: Date
}

/** Puts a message for the on-call system into the outbox. */
export async function page(tx: TenantDb, p: Page): Promise<void> {
  const { tenantId, receiverId: receiver_id, kind, matter, link, now } = p
  const notification: Notification = {
    id: randomUUID(),
    code: NOTICE_CODE,
    status: '2xx',
    timestamp: now.toISOString(),
    state: 'fresh' as const,
    audience: 'ca' as const,
    title: p.title,
    message: p.message,
    level: p.level,
    ...(p.finding !== undefined && { finding: p.finding }),
  }
  const row = { id: randomUUID(), receiver_id, kind, notification, matter, link, now }
  await deliver(tx, tenantId, [{ ...row, state: 'waiting', reason: null }])
}
