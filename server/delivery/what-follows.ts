import type { TenantDb } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { cutName, cutTexts } from './content/within-limit.ts'
import type { DeliveryRow } from './delivery.repository.ts'
import { startLastResort } from './outbox.service.ts'
import * as receivers from './receiver.repository.ts'
import { MOST_UNWRITTEN } from './retry.ts'
import type { ChannelNotice, SendingParts } from './sending-parts.ts'

/** What is needed to see to what follows a delivery that did not arrive. */
export type FollowPlatform = Pick<SendingParts, 'tell'> & {
  readonly log: Log
  readonly now: () => number
  readonly tenantId: string
}

/** A delivery that did not arrive, tried or not. */
export type MissedDelivery = {
  readonly receiver: receivers.HearerRow
  readonly delivery: DeliveryRow
  readonly sent: {
    /** A reason of the contract; null: it was delivered. */
    readonly reason: string | null
    readonly status: number | null
    readonly answer: string | null
  }
}

/** Sends nothing more to a receiver until its owner says so, and tells them. */
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

/** What a receiver answered; of one that gave no answer, the code of why, which each reader has in their language. */
function answerOf({
  answer,
  status,
  reason,
}: MissedDelivery['sent']): { readonly answer: string } | { readonly reason: string } {
  const said = answer ?? (status === null ? undefined : String(status))
  return said === undefined ? { reason: reason ?? 'failed' } : { answer: said }
}

/**
 * Its owner and the administrators are told of a delivery that was put aside. What is told of one that told this goes to the log alone:
 * it may be the telling that cannot be written.
 */
export async function tellPutAside(
  follow: FollowPlatform,
  tx: TenantDb,
  { receiver, delivery }: Pick<MissedDelivery, 'receiver' | 'delivery'>,
): Promise<void> {
  const { tenantId, log } = follow
  const { id: deliveryId, notification } = delivery
  log.error({ deliveryId, tries: MOST_UNWRITTEN }, 'a letter was put aside: it could not be written')
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

/** People are told that the on-call system does not take what it should page them for. */
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

/** What cannot be put into words is logged: the end of the try that it follows from is written down all the same. */
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

/** Where nothing is left to try and nothing arrived, the organisation is told on the page. */
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
