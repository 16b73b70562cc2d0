import type { TenantDb } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { cutName, cutTexts } from './content/within-limit.ts'
import type { DeliveryRow } from './delivery.repository.ts'
import { startLastResort } from './outbox.service.ts'
import * as receivers from './receiver.repository.ts'
import { MOST_UNWRITTEN } from './retry.ts'
import type { ChannelNotice, SendingParts } from './sending-parts.ts'

/** The services that are needed when a delivery did not arrive. */
export type FollowPlatform = Pick<SendingParts, 'tell'> & {
  readonly log: Log
  readonly now: () => number
  readonly tenantId: string
}

/** A delivery that did not arrive, whether it was tried or not. */
export type MissedDelivery = {
  readonly receiver: receivers.HearerRow
  readonly delivery: DeliveryRow
  readonly sent: {
    /** One of the contract's reasons; null: it was delivered. */
    readonly reason: string | null
    readonly status: number | null
    readonly answer: string | null
  }
}

/** Suspends a receiver until its owner resumes it, and notifies the owner. */
export async function suspend(follow: FollowPlatform, tx: TenantDb, { receiver, sent }: MissedDelivery): Promise<void> {
  const { tenantId, now } = follow
  const reason = sent.reason ?? 'failed'
  await receivers.setSuspended(tx, { id: receiver.id, at: new Date(now()), reason })
  const isOfPerson = receiver.subject !== receivers.NOBODY
  const to = isOfPerson ? { subject: receiver.subject, audience: 'everybody' } : { subject: undefined, audience: 'ca' }
  const notice = { tenantId, ...(to as Pick<ChannelNotice, 'subject' | 'audience'>), level: 'serious' } as const
  const finding = { code: 'channel-suspended', values: { target: receiver.shown, ...answerOf(sent) } } as const
  await tell(follow, tx, { ...notice, finding }, false)
}

/** Returns the answer of a receiver; without an answer, the code of the reason, which each reader gets in their language. */
function answerOf({
  answer,
  status,
  reason,
}: MissedDelivery['sent']): { readonly answer: string } | { readonly reason: string } {
  const said = answer ?? (status === null ? undefined : String(status))
  return said === undefined ? { reason: reason ?? 'failed' } : { answer: said }
}

/**
 * Notifies the owner of a delivery that was set aside, and the administrators. If this notice is itself set aside,
 * that is only logged, because its content may be what cannot be written.
 */
export async function tellPutAside(
  follow: FollowPlatform,
  tx: TenantDb,
  { receiver, delivery }: Pick<MissedDelivery, 'receiver' | 'delivery'>,
): Promise<void> {
  const { tenantId, log } = follow
  const { id: deliveryId, notification } = delivery
  log.error({ deliveryId, tries: MOST_UNWRITTEN }, 'a notice was put aside: it could not be written')
  if (notification.finding?.code === 'delivery-put-aside') return
  const { title } = cutTexts(notification)
  const finding = {
    code: 'delivery-put-aside',
    values: { notice: cutName(title), target: receiver.shown, tries: MOST_UNWRITTEN },
  } as const
  const notice = { tenantId, level: 'serious', finding } as const
  if (receiver.subject !== receivers.NOBODY)
    await tell(follow, tx, { ...notice, subject: receiver.subject, audience: 'everybody' }, false)
  await tell(follow, tx, { ...notice, subject: undefined, audience: 'administrators' }, false)
}

/** Notifies people that the on-call system does not accept its pages. */
export async function tellPagingFails(
  follow: FollowPlatform,
  tx: TenantDb,
  { receiver, delivery, sent }: MissedDelivery,
  isOver: boolean,
): Promise<void> {
  const { tenantId } = follow
  const { title, finding: cause } = delivery.notification
  const { satellite, secondary } = cause?.values ?? {}
  // Names are the same in every language.
  const event = satellite === undefined || secondary === undefined ? title : `${satellite} × ${secondary}`
  const notice = { tenantId, subject: undefined, audience: 'ca', level: 'serious' } as const
  const finding = {
    code: 'paging-failed',
    values: { notice: event, target: receiver.shown, ...answerOf(sent), ...(isOver && { over: 1 }) },
  } as const
  await tell(follow, tx, { ...notice, finding }, false)
}

/** Raises a notice. If its text cannot be written, that is logged, and the end of the try that caused it is still stored. */
async function tell(
  { tell: raise, log }: FollowPlatform,
  tx: TenantDb,
  notice: ChannelNotice,
  isQuiet: boolean,
): Promise<void> {
  await raise(tx, notice, isQuiet).catch((err: unknown) =>
    log.error({ err, code: notice.finding.code }, 'what follows a try was not told'),
  )
}

/** Notifies the organisation on the page if no channel is left and nothing arrived. */
export async function tryLastResort(
  follow: FollowPlatform,
  tx: TenantDb,
  { receiver, delivery }: MissedDelivery,
  wasHeard?: boolean,
): Promise<void> {
  const { tenantId, now } = follow
  const unheard = await startLastResort(tx, tenantId, { receiver, delivery, wasHeard, now: new Date(now()) })
  if (unheard !== undefined) await tell(follow, tx, unheard, true)
}
