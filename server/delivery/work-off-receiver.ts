import { randomUUID } from 'node:crypto'
import type { TenantDb } from '../platform/database/database.ts'
import type { WorkFloor } from '../platform/jobs/standing-work.ts'
import * as deliveries from './delivery.repository.ts'
import type { Attachment } from './letter/mail.ts'
import { deliver, mayHear } from './outbox.service.ts'
import * as receivers from './receiver.repository.ts'
import { BREAKER_FAILURES, BREAKER_OPEN_S, LAST_RESORT_AFTER_TRIES, nextTryS, SUSPEND_AFTER_S } from './schedule.ts'
import { type Sent, sendLetter } from './send-letter.ts'
import type { ChannelNotice, SendingParts } from './sending-parts.ts'

type Turn = { readonly parts: SendingParts; readonly floor: WorkFloor; readonly tenantId: string }
type Begun = {
  readonly receiver: receivers.HearerRow
  readonly delivery: deliveries.DeliveryRow
  /** What is sent together with it, itself among them: a digest. */
  readonly gathered: readonly deliveries.DeliveryRow[]
  /** By what a telephone is called, where the organisation has set it. */
  readonly bridge: receivers.AnyReceiverRow | undefined
}

/** Sends what is due for one receiver, one after the other, until nothing is. */
export async function workOffReceiver(turn: Turn, receiverId: string): Promise<void> {
  const { parts, floor, tenantId } = turn
  const { db, now, signal } = floor
  let begun = await db.tenant(tenantId, (tx) => begin(turn, tx, receiverId))
  while (begun !== undefined) {
    const { receiver, delivery, bridge, gathered } = begun
    const attachments =
      receiver.channel === 'email' && delivery.kind !== 'digest' ? await attachmentsOf(turn, delivery.matter) : []
    const startedAt = now()
    const sent = await sendLetter({ ...parts, now, tenantId }, { receiver, delivery, bridge, attachments, gathered })
    const ms = now() - startedAt
    parts.measured(receiver.channel, sent.reason ?? 'delivered', ms / 1_000)
    const ended = { receiver, delivery, bridge, gathered }
    // The end of one try and the begin of the next are one journey.
    begun = await db.tenant(tenantId, async (tx) => {
      await end(turn, tx, { ...ended, sent, ms })
      return signal.aborted ? undefined : begin(turn, tx, receiverId)
    })
  }
}

/** A mail without its files is better than none. */
async function attachmentsOf({ parts, floor, tenantId }: Turn, matter: string | null): Promise<readonly Attachment[]> {
  if (matter === null) return []
  return floor.db
    .tenant(tenantId, (tx) => parts.attachmentsOf(tx, matter))
    .catch((error: unknown) => {
      floor.log.warn({ err: error }, 'the files of a mail could not be read')
      return []
    })
}

/** Takes the next delivery that may be sent, and writes down that it is tried; what may not be sent any more is ended. */
async function begin({ floor, tenantId }: Turn, tx: TenantDb, receiverId: string): Promise<Begun | undefined> {
  const now = new Date(floor.now())
  const receiver = await receivers.findHearer(tx, receiverId)
  if (receiver === undefined) return undefined
  const bridge = receiver.channel === 'phone' ? await receivers.findOrganisationReceiver(tx, 'phone') : undefined
  const isLeftAlone = receiver.open_until !== null && receiver.open_until > now
  for (;;) {
    const found = await deliveries.findNextDelivery(tx, { receiverId, now, onlyCritical: isLeftAlone })
    if (found === undefined) return undefined
    const barrier = barrierOf(receiver, found)
    if (barrier === undefined) {
      const gathered = found.kind === 'digest' ? await gather(tx, receiver, now) : []
      // Its person may have ended the digest since it was found.
      if (found.kind === 'digest' && !gathered.some(({ id }) => id === found.id)) continue
      const tries = await deliveries.insertAttempt(tx, tenantId, found.id, now)
      return { receiver, bridge, gathered, delivery: { ...found, tries, round_tries: found.round_tries + 1 } }
    }
    await deliveries.setDeliveryState(tx, { id: found.id, ...barrier, nextAt: null, now })
  }
}

/** What goes into a digest now; what its person may not hear any more is ended. */
async function gather(tx: TenantDb, receiver: receivers.HearerRow, now: Date): Promise<deliveries.DeliveryRow[]> {
  const kept: deliveries.DeliveryRow[] = []
  for (const row of await deliveries.listGathered(tx, receiver.id, now))
    if (mayHear(receiver, row.notification.audience ?? 'everybody')) kept.push(row)
    else
      await deliveries.setDeliveryState(tx, {
        ...{ id: row.id, state: 'cancelled', reason: 'not-allowed', nextAt: null, now },
      })
  return kept
}

/** What has changed since it was written, so that it is not sent. */
function barrierOf(
  receiver: receivers.HearerRow,
  { kind, notification, is_overtaken }: deliveries.DeliveryRow & { readonly is_overtaken: boolean },
): Pick<deliveries.DeliveryRow, 'state' | 'reason'> | undefined {
  const isOfPerson = receiver.subject !== receivers.NOBODY
  if (isOfPerson && !mayHear(receiver, notification.audience ?? 'everybody'))
    return { state: 'cancelled', reason: 'not-allowed' }
  if (Object.keys(receiver.services).length === 0) return { state: 'cancelled', reason: 'removed' }
  if (is_overtaken) return { state: 'cancelled', reason: 'overtaken' }
  if (receiver.confirmed_at === null && kind !== 'confirmation') return { state: 'dead', reason: 'unconfirmed' }
  // A test is asked for to find out whether a suspended receiver works again.
  if (receiver.suspended_at !== null && kind !== 'test') return { state: 'dead', reason: 'suspended' }
  return undefined
}

type Ended = Begun & { readonly sent: Sent; readonly ms: number }

/** Writes down how a try ended, and what follows. */
async function end(turn: Turn, tx: TenantDb, whole: Ended): Promise<void> {
  const { receiver, delivery, bridge, gathered, sent, ms } = whole
  const { parts, floor } = turn
  const at = new Date(floor.now())
  const { outcome, reason, status, answer } = sent
  const isDelivered = outcome.kind === 'delivered'
  const result = reason ?? 'delivered'
  const failures = receiver.failures + 1
  const isBroken = !isDelivered && failures >= BREAKER_FAILURES
  const openUntil = isBroken ? new Date(at.getTime() + BREAKER_OPEN_S * 1_000) : null
  if (bridge !== undefined) await receivers.setBridgeAnswer(tx, { at, result, status })
  const waitS =
    outcome.kind === 'failed' ? nextTryS(delivery.round_tries, outcome.retryAfterS, parts.random()) : undefined
  const nextAt = waitS === undefined ? null : new Date(at.getTime() + waitS * 1_000)
  const state = isDelivered ? 'delivered' : nextAt === null ? 'dead' : 'waiting'
  // What is sent together arrives together, or is tried again together.
  const sentIds = [...new Set([delivery.id, ...gathered.map(({ id }) => id)])]
  const tried = { receiverId: receiver.id, deliveryId: delivery.id, number: delivery.tries, sentIds }
  const ended = { at, isDelivered, result, status, answer, ms, openUntil }
  await deliveries.endTry(tx, { ...tried, ...ended, state, reason, nextAt })
  if (isDelivered) return
  const failingS = (at.getTime() - (receiver.failing_since ?? at).getTime()) / 1_000
  if (receiver.suspended_at === null && (outcome.kind === 'gone' || failingS > SUSPEND_AFTER_S))
    await suspend(turn, tx, whole)
  if (!delivery.is_critical) return
  if (delivery.kind === 'trigger' && delivery.round_tries === LAST_RESORT_AFTER_TRIES)
    await tellPagingFails(turn, tx, whole)
  if (delivery.kind !== 'notice') return
  if (state === 'dead' || delivery.tries >= LAST_RESORT_AFTER_TRIES) await tryLastResort(turn, tx, whole)
}

async function suspend({ parts, floor, tenantId }: Turn, tx: TenantDb, { receiver, sent }: Ended): Promise<void> {
  const reason = sent.reason ?? 'failed'
  await receivers.setSuspended(tx, { id: receiver.id, at: new Date(floor.now()), reason })
  const isOfPerson = receiver.subject !== receivers.NOBODY
  const to = isOfPerson ? { subject: receiver.subject, audience: 'everybody' } : { subject: undefined, audience: 'ca' }
  const notice = { tenantId, ...(to as Pick<ChannelNotice, 'subject' | 'audience'>), level: 'serious' } as const
  const finding = { code: 'channel-suspended', values: { target: receiver.shown, ...answerOf(sent) } } as const
  await parts.tell(tx, { ...notice, finding }, false)
}

/** What a receiver answered; of one that gave no answer, the code of why, which each reader has in their language. */
function answerOf({ answer, status, reason }: Sent): { readonly answer: string } | { readonly reason: string } {
  const said = answer ?? (status === null ? undefined : String(status))
  return said === undefined ? { reason: reason ?? 'failed' } : { answer: said }
}

/** People are told that the on-call system does not take what it should page them for. */
async function tellPagingFails({ parts, tenantId }: Turn, tx: TenantDb, { receiver, delivery, sent }: Ended) {
  const { title, finding: cause } = delivery.notification
  const { satellite, secondary } = cause?.values ?? {}
  // Names are the same in every language.
  const event = satellite === undefined || secondary === undefined ? title : `${satellite} × ${secondary}`
  const notice = { tenantId, subject: undefined, audience: 'ca', level: 'serious' } as const
  const finding = {
    code: 'paging-failed',
    values: { notice: event, target: receiver.shown, ...answerOf(sent) },
  } as const
  await parts.tell(tx, { ...notice, finding }, false)
}

/**
 * What is CRITICAL and does not get through goes to the e-mail addresses of the person that it has not gone to; where nothing
 * is left to try and nothing arrived, the organisation is told on the page.
 */
async function tryLastResort(
  { parts, floor, tenantId }: Turn,
  tx: TenantDb,
  { receiver, delivery }: Begun,
): Promise<void> {
  const { subject } = receiver
  const siblings = await deliveries.listSiblings(tx, { notificationId: delivery.notification_id, subject })
  const tried = new Set(siblings.map(({ receiver_id }) => receiver_id))
  const mails = (await receivers.listReceivers(tx, subject)).filter(
    (one) =>
      one.channel === 'email' &&
      one.confirmed_at !== null &&
      one.suspended_at === null &&
      Object.keys(one.services).length > 0 &&
      !tried.has(one.id),
  )
  const { kind, notification, matter, link } = delivery
  const now = new Date(floor.now())
  const rows = mails.map(({ id: receiver_id }) => ({
    ...{ id: randomUUID(), receiver_id, kind, notification, matter, link, now },
    ...({ state: 'waiting', reason: null } as const),
  }))
  await deliver(tx, tenantId, rows)
  if (mails.length > 0 || siblings.some(({ state }) => state === 'waiting' || state === 'delivered')) return
  const { title, message, finding: quoted, audience = 'everybody' } = notification
  const notice = {
    tenantId,
    subject: undefined,
    audience,
    level: 'critical',
    finding: {
      code: 'critical-unheard',
      values: {
        // As data, so that each reader has what it said in their language.
        ...(quoted === undefined ? {} : { ...quoted.values, quoted: quoted.code }),
        ...{ notice: title, message, target: receiver.shown },
      },
    },
  } as const
  await parts.tell(tx, notice, true)
}
