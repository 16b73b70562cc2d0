import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import { acknowledgeUrl, isAcknowledgeable } from './acknowledge-link.service.ts'
import { confirmationToken } from './channel.service.ts'
import type { DeliveryRow } from './delivery.repository.ts'
import { NoAnswerError, postGuarded } from './guarded-post.ts'
import { slackMessage, teamsMessage } from './letter/cards.ts'
import type { Letter } from './letter/facts.ts'
import { type Attachment, mailOf } from './letter/mail.ts'
import { pageEvent } from './letter/page-event.ts'
import type { MailDoor } from './mail-door.ts'
import { openPaging } from './page.service.ts'
import type { AnyReceiverRow } from './receiver.repository.ts'
import { judgeHttp, type Outcome } from './schedule.ts'
import { signatureHeaders } from './signature.ts'
import { pairOf } from './signing-pairs.ts'
import { readTarget, type UrlChannel } from './target.ts'

export type Sent = {
  readonly outcome: Outcome
  /** A reason of the contract; null: it was delivered. */
  readonly reason: string | null
  readonly status: number | null
  readonly answer: string | null
}

export type SendingConfig = {
  readonly publicUrl: string
  readonly mailFrom: string
  readonly isSimulated: boolean
  readonly allowLoopback: boolean
}

export type Sending = {
  readonly config: SendingConfig
  readonly box: SecretBox
  readonly mail: MailDoor
  readonly now: () => number
  readonly tenantId: string
}

type Parcel = {
  readonly receiver: AnyReceiverRow
  readonly delivery: DeliveryRow
  readonly attachments: readonly Attachment[]
}

/** Version of the body of a webhook; a change that is more than an addition is a new one. */
export const WEBHOOK_VERSION = 1

/** Makes one try to send, by whatever the channel of the receiver is. It throws nothing. */
export async function sendLetter(sending: Sending, parcel: Parcel): Promise<Sent> {
  const { receiver, delivery } = parcel
  const { config, box, mail, now } = sending
  const letter = letterOf(sending, delivery)
  if (receiver.channel === 'email') {
    const to = box.open(receiver.target)
    const host = new URL(config.publicUrl).hostname
    const action =
      delivery.kind === 'confirmation'
        ? {
            label: 'Confirm this address',
            url: `${letter.settingsUrl}?confirm=${encodeURIComponent(confirmationToken(box, receiver))}`,
          }
        : undefined
    const options = { from: config.mailFrom, to, host, attachments: parcel.attachments, ...(action && { action }) }
    return mail.send(mailOf(letter, options), new Date(now())).catch(unexpected)
  }
  const { publicUrl, allowLoopback } = config
  const posted = receiver.channel === 'paging' ? pagePost(sending, parcel, letter) : cardPost(sending, receiver, letter)
  const url = readTarget(posted.channel, posted.target, { ownHost: new URL(publicUrl).hostname, allowLoopback })
  if (!(url instanceof URL)) return { outcome: { kind: 'refused' }, reason: url, status: null, answer: null }
  const body = JSON.stringify(posted.body)
  const headers = { ...HEADERS, ...(receiver.channel === 'webhook' && signed(sending, receiver, { letter, body })) }
  try {
    const answered = await postGuarded(url, { headers, body, allowLoopback })
    const outcome = judgeHttp(answered, now())
    const reason = outcome.kind === 'delivered' ? null : outcome.kind === 'gone' ? 'gone' : 'http-status'
    return { outcome, reason, status: answered.status, answer: answered.word ?? null }
  } catch (error) {
    if (!(error instanceof NoAnswerError)) return unexpected()
    return { outcome: { kind: 'failed' }, reason: error.reason, status: null, answer: null }
  }
}

/** What is posted, where, and by the rules of which channel. */
type Post = { readonly channel: UrlChannel; readonly target: string; readonly body: object }

function cardPost({ box }: Sending, { channel, target }: AnyReceiverRow, letter: Letter): Post {
  if (channel === 'email' || channel === 'paging') throw new TypeError(`${channel} takes no card`)
  return { channel, target: box.open(target), body: bodyOf(channel, letter) }
}

function pagePost({ box, config }: Sending, { receiver, delivery }: Parcel, letter: Letter): Post {
  const { url, routingKey } = openPaging(box, receiver.target)
  const { kind, matter, id } = delivery
  if (kind !== 'trigger' && kind !== 'acknowledge' && kind !== 'resolve') throw new TypeError(`${kind} pages nobody`)
  const source = new URL(config.publicUrl).hostname
  const body = pageEvent({ letter, action: kind, dedupKey: matter ?? id, routingKey, source })
  return { channel: 'webhook', target: url, body }
}

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Apsis' }

/** A fault of ours; what the error says may hold an address, and is not kept. */
const unexpected = (): Sent => ({ outcome: { kind: 'failed' }, reason: 'failed', status: null, answer: null })

function letterOf({ config: { publicUrl, isSimulated }, box, tenantId }: Sending, delivery: DeliveryRow): Letter {
  const settingsUrl = `${publicUrl}/account/notifications`
  const { id, tries, kind, notification, link } = delivery
  const url = link === null ? settingsUrl : `${publicUrl}${link}`
  const asked = isAcknowledgeable(delivery)
    ? { acknowledgeUrl: acknowledgeUrl(publicUrl, box, { tenantId, deliveryId: id }) }
    : {}
  return { deliveryId: id, tries, kind, notification, url, settingsUrl, isSimulated, ...asked }
}

function bodyOf(channel: 'msteams' | 'slack' | 'webhook', letter: Letter): object {
  if (channel === 'msteams') return teamsMessage(letter)
  return channel === 'slack' ? slackMessage(letter) : webhookEvent(letter)
}

/** The body of a webhook: the notification as the API shows it, in an envelope of Standard Webhooks. */
export function webhookEvent({ kind, notification, url, tries, isSimulated, acknowledgeUrl }: Letter): WebhookEvent {
  // In which state one reader has it says nothing to a program.
  const { state: _, ...data } = notification
  return {
    type: kind === 'test' ? 'test' : 'notification',
    version: WEBHOOK_VERSION,
    timestamp: notification.timestamp,
    attempt: tries,
    simulated: isSimulated,
    data: { ...data, url, ...(acknowledgeUrl !== undefined && { acknowledgeUrl }) },
  }
}

export type WebhookEvent = {
  readonly type: 'test' | 'notification'
  readonly version: typeof WEBHOOK_VERSION
  readonly timestamp: string
  readonly attempt: number
  readonly simulated: boolean
  /** `acknowledgeUrl` takes a POST that acknowledges the event, once. */
  readonly data: Omit<Notification, 'state'> & { readonly url: string; readonly acknowledgeUrl?: string }
}

type Text = { readonly letter: Letter; readonly body: string }

function signed({ box, now }: Sending, receiver: AnyReceiverRow, { letter, body }: Text): Record<string, string> {
  const { id, secret_generation: generation, old_secret_ends_at: oldEndsAt } = receiver
  const isExchanged = oldEndsAt !== null && oldEndsAt.getTime() > now()
  const generations = isExchanged ? [generation, generation - 1] : [generation]
  const timestampS = Math.floor(now() / 1_000)
  const pairs = generations.map((one) => pairOf(box, id, one))
  return signatureHeaders({ id: letter.deliveryId, timestampS, body }, pairs)
}
