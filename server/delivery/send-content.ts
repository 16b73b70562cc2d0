import type { NextCall } from '@apsis/contract/duty/next-call.ts'
import type { TitleAndMessage } from '@apsis/contract/notice-text/notice-in-words.ts'
import type { ReceiverLanguage } from '@apsis/contract/notifications/rule.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import type { OutboundProxy } from '../platform/outbound-settings.ts'
import { openPool } from '../platform/thread/pool.ts'
import { acknowledgeUrl, isAcknowledgeable } from './acknowledge-link.service.ts'
import { bounceToken, returnAddress } from './bounce-token.ts'
import { confirmationToken } from './channel.service.ts'
import { callEvent } from './content/call.ts'
import { slackMessage, teamsMessage } from './content/cards.ts'
import { DELIVERY_WORDS } from './content/delivery-words.data.ts'
import type { ComingFacts, DeliveryContent, EventFigures, HistoryLine, NotAttached } from './content/facts.ts'
import type { Attachment } from './content/mail.ts'
import { saidIn } from './content/manner.service.ts'
import { pageEvent } from './content/page-event.ts'
import type { SituationNow } from './content/situation-mail.ts'
import { webhookEvent } from './content/webhook.ts'
import { cutName, cutTexts, withinLimit } from './content/within-limit.ts'
import { GET_READY, type MailOrder, WRITE_MAIL } from './content/write-mail.ts'
import type { DeliveryRow } from './delivery.repository.ts'
import { NoAnswerError, type PostOptions, postGuarded, proxyFaultOf } from './guarded-post.ts'
import type { MailDoor } from './mail-door.ts'
import { openPaging } from './page.service.ts'
import type { EncounterPlane } from './picture/plane-picture.ts'
import { type AnyReceiverRow, type HearerRow, NOBODY } from './receiver.repository.ts'
import { judgeHttp, NOT_WRITTEN, type Outcome, SENT_TO_NOBODY } from './retry.ts'
import { type SubscriptionKind, unsubscribeUrl } from './subscription.service.ts'
import { readTarget, type UrlChannel } from './target.ts'
import { callKey, openTelephone } from './telephone.service.ts'
import { pairOf, signatureHeaders } from './webhook-signature.ts'

export type SendResult = {
  readonly outcome: Outcome
  /** One of the contract's reasons; null: it was delivered. */
  readonly reason: string | null
  readonly status: number | null
  readonly answer: string | null
  /** The fault of the proxy, for the administrator of the installation. */
  readonly proxyFault?: string | undefined
}

export type SendingConfig = {
  readonly publicUrl: string
  readonly mailFrom: string
  readonly bounceAddress: string | undefined
  readonly isSimulated: boolean
  readonly allowLoopback: boolean
  readonly proxy: OutboundProxy | undefined
  /** Returns all addresses of a name; by default it asks the name service. */
  readonly resolve?: PostOptions['resolve']
}

export type Sending = {
  readonly config: SendingConfig
  readonly box: SecretBox
  readonly mail: MailDoor
  readonly now: () => number
  readonly tenantId: string
}

export type Parcel = {
  readonly receiver: HearerRow
  readonly delivery: DeliveryRow
  /**
   * For a mail: the newest message about the event, or the reason why it is not attached; undefined if there is no
   * message, and for other channels.
   */
  readonly message: Attachment | NotAttached | undefined
  /** The messages about the event, oldest first; empty if there is no event, or no message. */
  readonly history: readonly HistoryLine[]
  readonly figures: EventFigures | undefined
  readonly comingFacts: ComingFacts | undefined
  readonly plane: EncounterPlane | undefined
  /** The next call of the on-call chain if nobody acknowledges the event; undefined if there is none. */
  readonly nextCall: NextCall | undefined
  /** The deliveries that are sent together, including this one; empty if this one is sent alone. */
  readonly gathered: readonly DeliveryRow[]
  /** The situation, for a situation report; undefined for other deliveries. */
  readonly situation: SituationNow | undefined
  /** The bridge that calls a telephone; undefined if there is none, so that the call is simulated. */
  readonly bridge: AnyReceiverRow | undefined
}

/** A delivery whose content is written and not yet sent. */
export type WrittenContent = { readonly send: () => Promise<SendResult> }

/**
 * The pool in which contents are written. Deliveries wait only for each other: a computation of an organisation may take a minute. The pool is
 * separate, so that a mail that cannot be written ends a process of the pool, and not the sending process. Critical deliveries use it, too, so that
 * they wait for no other work.
 */
const contentPool = openPool({ priority: 0 })

/** Starts a process that writes mails, so that the first mail does not wait for it. If it cannot start now, the first mail starts one. */
export function prepareWriting(): void {
  contentPool.run(GET_READY, 'start', null).catch(() => undefined)
}

/**
 * Writes the content of a delivery for one try, for the channel of its receiver. Throws if the content cannot be written. If all data is simulated, a
 * simulated delivery counts as a real one; otherwise it does not count.
 */
export async function writeContent(sending: Sending, parcel: Parcel): Promise<WrittenContent> {
  const { send } = await write(sending, parcel)
  return {
    async send() {
      const sent = await send()
      return sending.config.isSimulated && sent.reason === SENT_TO_NOBODY ? { ...sent, reason: null } : sent
    },
  }
}

async function write(sending: Sending, parcel: Parcel): Promise<WrittenContent> {
  const { receiver, delivery } = parcel
  const isForProgram = receiver.channel === 'webhook'
  const language = isForProgram ? 'en' : receiver.language
  const writing = { ...sending, language, isForProgram, shown: receiver.shown }
  const content = aboutEvent(aboutChain(contentOf(writing, delivery), parcel), parcel)
  if (receiver.channel === 'email') return writeMail(sending, parcel, { writing, content })
  if (receiver.channel === 'phone' && parcel.bridge === undefined)
    return { send: () => Promise.resolve(SIMULATED_CALL) }
  return writePost(sending, parcel, content)
}

type ContentInWriting = { readonly writing: Writing; readonly content: DeliveryContent }

async function writeMail(sending: Sending, parcel: Parcel, written: ContentInWriting): Promise<WrittenContent> {
  const { receiver, delivery } = parcel
  const { now, tenantId } = sending
  const door = doorOfTry(sending, delivery)
  const page = await contentPool.run(WRITE_MAIL, tenantId, orderOf(sending, parcel, written))
  const isAboutMany = delivery.kind === 'digest' || delivery.kind === 'situation-report'
  const mail = { ...page, attachments: isAboutMany ? [] : attachedOf(parcel) }
  const sent = { at: new Date(now()), tenantId, subject: receiver.subject }
  return { send: () => door.send(mail, sent).catch(unexpected) }
}

/** Returns the content of a mail, depending on its kind. */
function orderOf(
  { config, box, tenantId }: Sending,
  parcel: Parcel,
  { writing, content }: ContentInWriting,
): MailOrder {
  const { receiver, delivery, gathered, situation } = parcel
  const options = { from: config.mailFrom, to: box.open(receiver.target), host: new URL(config.publicUrl).hostname }
  const endUrl = (what: SubscriptionKind) =>
    unsubscribeUrl(config.publicUrl, { box, what }, { tenantId, subject: receiver.subject })
  if (delivery.kind === 'digest') {
    const contents = gathered.map((row) => contentOf(writing, row))
    return { kind: 'digest', contents, options: { ...options, content, unsubscribeUrl: endUrl('digest') } }
  }
  if (delivery.kind === 'situation-report') {
    if (situation === undefined) throw new TypeError('a situation report is written from the situation')
    const unsubscribe = { unsubscribeUrl: endUrl('situation-report') }
    return { kind: 'situation-report', situation, options: { ...options, content, ...unsubscribe } }
  }
  if (delivery.kind !== 'confirmation') return { kind: 'mail', content, options }
  const url = `${content.settingsUrl}?confirm=${encodeURIComponent(confirmationToken(box, receiver))}`
  const action = { label: DELIVERY_WORDS[receiver.language].confirm, url }
  return { kind: 'mail', content, options: { ...options, action } }
}

function writePost(sending: Sending, parcel: Parcel, content: DeliveryContent): WrittenContent {
  const { config, now } = sending
  const { publicUrl, allowLoopback, proxy, resolve } = config
  const { posted, body } = withinLimit(content, (shorter) => postOf(sending, parcel, shorter))
  const url = readTarget(posted.channel, posted.target, { ownHost: new URL(publicUrl).hostname, allowLoopback })
  if (!(url instanceof URL)) {
    const refused: SendResult = { outcome: { kind: 'refused' }, reason: url, status: null, answer: null }
    return { send: () => Promise.resolve(refused) }
  }
  const headers = { ...HEADERS, ...(posted.signer && signed(sending, posted.signer, { content, body })) }
  return {
    async send() {
      try {
        const answered = await postGuarded(url, { headers, body, allowLoopback, proxy, ...(resolve && { resolve }) })
        const outcome = judgeHttp(answered, now())
        const reason = outcome.kind === 'delivered' ? null : outcome.kind === 'gone' ? 'gone' : 'http-status'
        return { outcome, reason, status: answered.status, answer: answered.words ?? null }
      } catch (error) {
        if (!(error instanceof NoAnswerError)) return unexpected()
        const proxyFault = proxyFaultOf(error)
        return { outcome: { kind: 'failed' }, reason: error.reason, status: null, answer: null, proxyFault }
      }
    },
  }
}

const aboutChain = (content: DeliveryContent, { nextCall }: Parcel): DeliveryContent =>
  nextCall === undefined ? content : { ...content, nextCall }

const attachedOf = ({ message }: Parcel): Attachment[] => (typeof message === 'object' ? [message] : [])

const aboutEvent = (
  content: DeliveryContent,
  { history, plane, figures, comingFacts, message }: Parcel,
): DeliveryContent => ({
  ...content,
  history,
  ...(typeof message === 'string' && { notAttached: message }),
  ...(plane === undefined ? {} : { plane: { ...plane, names: [cutName(plane.names[0]), cutName(plane.names[1])] } }),
  ...(figures === undefined ? {} : { figures }),
  ...(comingFacts === undefined ? {} : { comingFacts }),
})

/** Returns the `MailDoor` for one try: if returned mails are read, the mail has a sender address for this try only. */
function doorOfTry({ config, box, mail, tenantId }: Sending, { id: deliveryId, tries: number }: DeliveryRow): MailDoor {
  const { bounceAddress } = config
  if (bounceAddress === undefined) return mail
  const token = bounceToken(box, tenantId, { deliveryId, number })
  const comesBack = { address: returnAddress(bounceAddress, token), token }
  return { ...mail, send: (written, sent) => mail.send({ ...written, comesBack }, sent) }
}

/** The body to post, its target, and the channel whose rules apply to the target. */
type Post = {
  readonly channel: UrlChannel
  readonly target: string
  readonly body: object
  /** The receiver whose secret signs the post; absent: it is not signed. */
  readonly signer?: AnyReceiverRow
}

/** The answer to a call without a bridge: the call can be read in the application, and nobody was called. */
export const SIMULATED_ANSWER = 'SIMULATED'
const SIMULATED_CALL: SendResult = {
  outcome: { kind: 'delivered' },
  reason: SENT_TO_NOBODY,
  status: null,
  answer: SIMULATED_ANSWER,
}

function postOf(sending: Sending, parcel: Parcel, content: DeliveryContent): Post {
  const { channel } = parcel.receiver
  if (channel === 'paging') return pagePost(sending, parcel, content)
  return channel === 'phone' ? callPost(sending, parcel, content) : cardPost(sending, parcel.receiver, content)
}

function callPost({ box }: Sending, { receiver, delivery, bridge }: Parcel, content: DeliveryContent): Post {
  if (bridge === undefined) throw new TypeError('a call without a bridge is simulated')
  const called =
    receiver.subject === NOBODY
      ? undefined
      : { ...openTelephone(box, receiver.target), person: receiver.username, key: callKey(box, delivery) }
  const body = callEvent({ content, language: receiver.language, called })
  return { channel: 'webhook', target: box.open(bridge.target), body, signer: bridge }
}

function cardPost({ box }: Sending, receiver: AnyReceiverRow, content: DeliveryContent): Post {
  const { channel, target } = receiver
  if (channel === 'email' || channel === 'paging' || channel === 'phone')
    throw new TypeError(`${channel} takes no card`)
  const post = { channel, target: box.open(target), body: bodyOf(channel, content) }
  return channel === 'webhook' ? { ...post, signer: receiver } : post
}

function pagePost({ box, config }: Sending, { receiver, delivery }: Parcel, content: DeliveryContent): Post {
  const { url, routingKey } = openPaging(box, receiver.target)
  const { kind, matter, id } = delivery
  if (kind !== 'trigger' && kind !== 'acknowledge' && kind !== 'resolve') throw new TypeError(`${kind} pages nobody`)
  const source = new URL(config.publicUrl).hostname
  const body = pageEvent({ content, action: kind, dedupKey: matter ?? id, routingKey, source })
  return { channel: 'webhook', target: url, body }
}

const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Apsis' }

/** The result if the platform is at fault; the text of the error may contain an address, so it is not stored. */
export const FAULT_OF_OURS: SendResult = { outcome: { kind: 'failed' }, reason: 'failed', status: null, answer: null }
const unexpected = (): SendResult => FAULT_OF_OURS
/** The result if writing the content exceeded its limits. */
export const UNWRITTEN: SendResult = { outcome: { kind: 'failed' }, reason: NOT_WRITTEN, status: null, answer: null }

type Writing = {
  readonly config: Pick<SendingConfig, 'publicUrl' | 'isSimulated'>
  readonly box: SecretBox
  readonly tenantId: string
  /** The language of the recipient. */
  readonly language: ReceiverLanguage
  /** True if a program reads the content: the wording is then that of the API, with numbers that a program can read. */
  readonly isForProgram?: boolean
  /** The part of the target that may be shown. */
  readonly shown: string
}

/** Returns the content of a delivery, for any channel. */
export function contentOf(writing: Writing, delivery: DeliveryRow): DeliveryContent {
  const { config, box, tenantId, language, shown, isForProgram = false } = writing
  const { publicUrl, isSimulated } = config
  const settingsUrl = `${publicUrl}/account/notifications`
  const { id, tries, kind, link } = delivery
  const short = { ...delivery, notification: cutTexts(delivery.notification) }
  const notification = isForProgram
    ? short.notification
    : cutTexts({ ...short.notification, ...wordsOf(short, { language, shown }) })
  const url = link === null ? settingsUrl : `${publicUrl}${link}`
  const asked = isAcknowledgeable(delivery)
    ? { acknowledgeUrl: acknowledgeUrl(publicUrl, box, { tenantId, deliveryId: id }) }
    : {}
  const isEventSimulated = notification.finding?.values.simulated === 1
  return {
    deliveryId: id,
    tries,
    kind,
    notification,
    url,
    settingsUrl,
    isSimulated,
    isEventSimulated,
    language,
    ...asked,
  }
}

/** Returns title and message in the language of the person; a delivery that is not a notice has no finding, and keeps its text. */
function wordsOf(
  { kind, notification }: DeliveryRow,
  { language, shown }: Pick<Writing, 'language' | 'shown'>,
): TitleAndMessage {
  const words = DELIVERY_WORDS[language]
  if (language === 'en' || kind === 'notice' || kind === 'digest' || kind === 'situation-report')
    return saidIn(language, notification)
  if (kind === 'test') return { title: words.testTitle, message: words.testText }
  if (kind !== 'confirmation') return notification
  return { title: words.confirm, message: words.confirmText.replace('{address}', shown) }
}

function bodyOf(channel: 'msteams' | 'slack' | 'webhook', content: DeliveryContent): object {
  if (channel === 'msteams') return teamsMessage(content)
  return channel === 'slack' ? slackMessage(content) : webhookEvent(content)
}

type Text = { readonly content: DeliveryContent; readonly body: string }

function signed({ box, now }: Sending, receiver: AnyReceiverRow, { content, body }: Text): Record<string, string> {
  const { id, secret_generation: generation, old_secret_ends_at: oldEndsAt } = receiver
  const isExchanged = oldEndsAt !== null && oldEndsAt.getTime() > now()
  const generations = isExchanged ? [generation, generation - 1] : [generation]
  const timestampS = Math.floor(now() / 1_000)
  const pairs = generations.map((one) => pairOf(box, id, one))
  return signatureHeaders({ id: content.deliveryId, timestampS, body }, pairs)
}
