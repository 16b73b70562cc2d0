import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import type { Channel } from '@apsis/contract/notifications/channel.ts'
import { CHANNEL_NAMES, type ChannelName } from '@apsis/contract/notifications/channel-names.ts'
import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import { NOTICE_CODE, type Notification } from '@apsis/contract/notifications/notification.ts'
import type { NotificationSettings } from '@apsis/contract/userconfig/userconfig.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import type { SecretBox } from '../platform/auth/secret-box.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import { requireDelivery } from './delivery.service.ts'
import { deliver, startOf } from './outbox.service.ts'
import * as repository from './receiver.repository.ts'
import { endOfOldSecret } from './signed-post.service.ts'
import { maskTarget, shownTarget } from './target.ts'
import { pairOf, publicKeyText, secretText } from './webhook-signature.ts'

const ASK_AGAIN_MS = 10 * 60_000
const CONFIRM_MS = 7 * 24 * HOUR_MS
const NONCE_BYTES = 16
/** The limit of new addresses: the person who is asked to confirm an address may be a stranger, and our server is the sender. */
const ADDRESSES_OF_PERSON_AN_HOUR = 10
const ADDRESSES_OF_ORGANISATION_A_DAY = 50
/** The limit for one mailbox, whatever follows the + in its address; colleagues may share a mailbox. */
const ADDRESSES_OF_MAILBOX_A_DAY = 3
const ADDRESSES_OF_MAILBOX_FOR_PERSON_A_DAY = 1
const QUESTIONS_TO_MAILBOX_A_DAY = 3
/**
 * The matter of the tests that are sent to new URLs when settings are saved. They are limited, because the owner of a new URL may be a
 * stranger, too. In an hour a person may cause as many tests as one save can contain URLs. Other channels are tested only by hand.
 */
const SAVED = 'saved'
const TESTS_OF_PERSON_AN_HOUR = 30
const TESTS_OF_ORGANISATION_A_DAY = 200

export type Platform = { readonly db: Database; readonly box: SecretBox; readonly now: () => number }
export type Request = { readonly caller: Caller; readonly requestId: string }
type Row = repository.ReceiverRow

/** Returns settings in their stored form: values that may contain a secret are sealed. */
export function sealSettings(
  box: SecretBox,
  settings: NotificationSettings,
  stored?: NotificationSettings,
): NotificationSettings {
  const taken = new Set<string>()
  return mapUrls(settings, (url, channel) => {
    // If a masked value is sent back, the stored value stays. If several addresses have the same masked form, each of
    // them is used once.
    const alike = stored?.[channel].url.filter((one) => maskTarget(openTarget(box, one)) === url) ?? []
    const known = alike.find((one) => !taken.has(one)) ?? alike[0]
    if (known !== undefined) taken.add(known)
    return known !== undefined && maskTarget(url) !== openTarget(box, known)
      ? sealed(box, openTarget(box, known))
      : sealed(box, url)
  })
}

/** Returns settings for display: secrets in URLs are cut to their last characters. */
export function showSettings(box: SecretBox, settings: NotificationSettings): NotificationSettings {
  return mapUrls(settings, (url) => maskTarget(openTarget(box, url)))
}

// A blank address is stored unchanged.
const sealed = (box: SecretBox, text: string) => (text.trim() === '' ? text : box.seal(text))
const openTarget = (box: SecretBox, text: string) => (text.trim() === '' ? text : box.open(text))

function mapUrls(
  settings: NotificationSettings,
  change: (url: string, channel: Exclude<ChannelName, 'email'>) => string,
): NotificationSettings {
  const mapped = (channel: Exclude<ChannelName, 'email'>) => ({
    ...settings[channel],
    url: settings[channel].url.map((url) => change(url, channel)),
  })
  return { ...settings, msteams: mapped('msteams'), slack: mapped('slack'), webhook: mapped('webhook') }
}

type Syncing = {
  readonly tenantId: string
  readonly subject: string
  readonly service: repository.SettingsService
  /** The settings in their stored form; undefined if they were removed. */
  readonly settings: NotificationSettings | undefined
}

/**
 * Applies saved settings: new receivers are stored, and receivers that are no longer named are removed from this
 * service. Returns the receivers that can be sent to and that no settings named before: it is not known yet whether
 * they work.
 */
export async function syncReceivers(
  tx: TenantDb,
  { box, now }: Omit<Platform, 'db'>,
  syncing: Syncing,
): Promise<Unproven[]> {
  const { tenantId, subject, service, settings } = syncing
  const at = new Date(now())
  // The settings of both services may name one address, and may be saved simultaneously.
  await repository.lockReceivers(tx, subject)
  // The telephone is separate from the settings: saving them does not change it.
  const known = (await repository.listReceivers(tx, subject)).filter(({ channel }) => channel !== 'phone')
  const named = settings === undefined ? [] : targetsOf(box, settings)
  const fresh: Unproven[] = []
  for (const { channel, target } of named) {
    const target_key = keyOf(box, channel, target)
    const row = known.find((one) => one.channel === channel && one.target_key === target_key)
    const services = { ...row?.services, [service]: settings?.statuses ?? [] }
    if (row !== undefined && Object.keys(row.services).length > 0) {
      await repository.setServices(tx, row.id, services)
      continue
    }
    if (row !== undefined) {
      await repository.nameAgain(tx, { id: row.id, services, now: at })
      if (row.confirmed_at !== null) fresh.push({ id: row.id, channel })
      continue
    }
    const id = randomUUID()
    const added = {
      id,
      subject,
      channel,
      target_key,
      target: box.seal(target),
      shown: shownTarget(channel, target),
      services,
    }
    const base_key = channel === 'email' ? keyOf(box, channel, withoutTag(target)) : null
    if (base_key !== null) await requireMayAsk(tx, { subject, baseKey: base_key, now: at })
    await repository.insertReceiver(tx, { ...added, tenantId, now: at, isConfirmed: channel !== 'email', base_key })
    if (channel === 'email') await ask(tx, { tenantId, id, now: at, address: target })
    else fresh.push({ id, channel })
  }
  const isNamed = (row: Row) =>
    named.some(({ channel, target }) => row.channel === channel && row.target_key === keyOf(box, channel, target))
  for (const row of known) {
    if (row.services[service] === undefined || isNamed(row)) continue
    const { [service]: _, ...rest } = row.services
    await repository.setServices(tx, row.id, rest)
  }
  return fresh
}

type Unproven = { readonly id: string; readonly channel: ChannelName }
type Proving = {
  readonly tenantId: string
  readonly subject: string
  readonly saved: readonly Unproven[]
  readonly now: Date
}

/** Sends a test to each channel that was just saved, within the limits. Returns the number of tests. */
export async function testSaved(tx: TenantDb, { tenantId, subject, saved, now }: Proving): Promise<number> {
  if (saved.length === 0) return 0
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const sent = await repository.countSent(tx, { matter: SAVED, subject, hourAgo: ago(HOUR_MS), dayAgo: ago(DAY_MS) })
  const left = Math.min(TESTS_OF_PERSON_AN_HOUR - sent.person, TESTS_OF_ORGANISATION_A_DAY - sent.organisation)
  const ids = saved.map(({ id }) => id)
  const underTest = await repository.listUnderTest(tx, ids)
  const due = saved.filter(({ id }) => !underTest.includes(id))
  // Tests of mailboxes are not limited, because the owner of a mailbox has agreed to mails.
  const mails = due.filter(({ channel }) => channel === 'email')
  const urls = due.filter(({ channel }) => channel !== 'email').slice(0, Math.max(0, left))
  for (const { id: receiverId } of mails) await enqueueTest(tx, { tenantId, receiverId, now })
  for (const { id: receiverId } of urls) await enqueueTest(tx, { tenantId, receiverId, now, matter: SAVED })
  return mails.length + urls.length
}

function targetsOf(box: SecretBox, settings: NotificationSettings): { channel: ChannelName; target: string }[] {
  return CHANNEL_NAMES.flatMap((channel) => {
    const given =
      channel === 'email' ? settings.email.addresses : settings[channel].url.map((url) => openTarget(box, url))
    return [...new Set(given.map((target) => target.trim()))]
      .filter((target) => target !== '')
      .map((target) => ({ channel, target }))
  })
}

/** Returns the mailbox of an address: the part after a + is a tag of its owner (RFC 5233). */
const withoutTag = (address: string) => address.replace(/^([^+@]+)\+[^@]*@/, '$1@')

type NewAddress = { readonly subject: string; readonly baseKey: string; readonly now: Date }

/** Throws 429 if one more confirmation question would be too many, because we would become a sender of unwanted mail. */
async function requireMayAsk(tx: TenantDb, { subject, baseKey, now }: NewAddress): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const counted = await repository.countAddresses(tx, { subject, baseKey, hourAgo: ago(HOUR_MS), dayAgo: ago(DAY_MS) })
  if (counted.person >= ADDRESSES_OF_PERSON_AN_HOUR)
    throw tooManyAsked(
      `You added ${ADDRESSES_OF_PERSON_AN_HOUR} addresses within an hour: add the others later.`,
      HOUR_MS,
    )
  if (counted.organisation >= ADDRESSES_OF_ORGANISATION_A_DAY)
    throw tooManyAsked(
      `Your organisation added ${ADDRESSES_OF_ORGANISATION_A_DAY} addresses within a day: add the others later.`,
      DAY_MS,
    )
  if (counted.mailboxOfPerson >= ADDRESSES_OF_MAILBOX_FOR_PERSON_A_DAY || counted.mailbox >= ADDRESSES_OF_MAILBOX_A_DAY)
    throw tooManyAsked(
      'This mailbox was asked within a day, by this address or by one with another tag behind the +.',
      DAY_MS,
    )
}

const tooManyAsked = (message: string, waitMs: number) =>
  new ApiError('too-many-requests', message, { headers: { 'retry-after': String(waitMs / 1_000) } })

function keyOf(box: SecretBox, channel: ChannelName, target: string): string {
  const same = channel === 'email' ? target.toLowerCase() : target
  return createHmac('sha256', box.derive('target')).update(`${channel} ${same}`).digest('hex')
}

type Asking = {
  readonly tenantId: string
  readonly id: string
  readonly now: Date
  readonly address: string
  readonly isTelephone?: boolean
}

/** Puts a question into the outbox: it asks the owner of an address or a number whether they want notices there. */
export async function ask(tx: TenantDb, { tenantId, id, now, address, isTelephone = false }: Asking): Promise<string> {
  await repository.setConfirmation(tx, { id, nonce: randomBytes(NONCE_BYTES).toString('base64url'), now })
  const question = {
    title: isTelephone ? 'Confirm this telephone' : 'Confirm this address',
    message: isTelephone
      ? `Somebody wants Apsis to call ${address}.`
      : `Somebody wants Apsis to send notices to ${address}. Nothing else is sent until you confirm it. If it was not you, do nothing.`,
  }
  return enqueue(tx, { tenantId, receiverId: id, kind: 'confirmation', now, ...question })
}

type Enqueuing = {
  readonly tenantId: string
  readonly receiverId: string
  readonly kind: 'confirmation' | 'test'
  readonly now: Date
  readonly title: string
  readonly message: string
  readonly matter?: string | null
}

/** Enqueues a delivery that is not in the list of notifications; returns its id. */
async function enqueue(
  tx: TenantDb,
  { tenantId, receiverId, kind, now, title, message, matter = null }: Enqueuing,
): Promise<string> {
  const id = randomUUID()
  const notification: Notification = {
    id: randomUUID(),
    code: NOTICE_CODE,
    title,
    message,
    status: '2xx',
    timestamp: now.toISOString(),
    state: 'fresh',
    audience: 'everybody',
  }
  const row = { id, receiver_id: receiverId, kind, notification, matter, link: null, now }
  await deliver(tx, tenantId, [{ ...row, state: 'waiting', reason: null }])
  return id
}

/** Sends a test to a receiver that is new, or got nothing for a long time, so that a fault is known before the receiver is needed. */
export async function enqueueTest(
  tx: TenantDb,
  about: Pick<Enqueuing, 'tenantId' | 'receiverId' | 'now' | 'matter'>,
): Promise<string> {
  return enqueue(tx, {
    ...about,
    kind: 'test',
    title: 'Test',
    message: 'This channel works: a notice of Apsis arrives here.',
  })
}

/** Returns the channels that are in the caller's settings. */
export async function listChannels({ db, box, now }: Platform, caller: Caller): Promise<Channel[]> {
  const rows = await db.tenant(caller.tenantId, (tx) => repository.listReceivers(tx, caller.subject))
  return rows.filter((row) => Object.keys(row.services).length > 0).map((row) => present(box, row, now()))
}

type Revoking = {
  readonly tenantId: string
  readonly channel: 'email' | 'phone'
  readonly now: Date
}

/**
 * Withdraws confirmations of the simulator once the channel really sends. The owner of an address is asked at once; a number is
 * not called automatically, because its owner requests the call. Returns the affected owners, who must be notified.
 */
export async function revokeSimulated(tx: TenantDb, { tenantId, channel, now }: Revoking): Promise<Row[]> {
  const inUse = (await repository.revokeSimulated(tx, channel)).filter((row) => Object.keys(row.services).length > 0)
  if (channel === 'email') for (const { id, shown } of inUse) await ask(tx, { tenantId, id, now, address: shown })
  return inUse.filter(({ simulated_at }) => simulated_at !== null)
}

/** Returns the notice that tells the person about the withdrawn confirmation. */
export const revokedFinding = ({ shown }: Pick<Row, 'shown'>) =>
  ({ code: 'channel-simulated', values: { target: shown } }) as const

/** Returns, for each person, how many channels outside the application can bring critical notices, and how many are proven. */
export async function countChannels(tx: TenantDb): Promise<ReadonlyMap<string, repository.Usable>> {
  return new Map((await repository.countUsable(tx)).map((one) => [one.subject, one]))
}

export async function testChannel(platform: Platform, request: Request, id: string): Promise<Delivery> {
  return manage(platform, request, { id, action: 'test' }, async (tx, row) => {
    const { reason } = startOf({ ...row, suspended_at: null })
    if (reason === 'unconfirmed')
      throw new ApiError('conflict', 'Nothing is sent to this address until its owner has confirmed it.')
    const { tenantId, subject } = request.caller
    const sent = await enqueueTest(tx, { tenantId, receiverId: id, now: new Date(platform.now()) })
    return requireDelivery(tx, { id: sent, subject })
  })
}

export async function askConfirmation(platform: Platform, request: Request, id: string): Promise<Delivery> {
  return manage(platform, request, { id, action: 'ask' }, async (tx, row) => {
    if (row.confirmed_at !== null) throw new ApiError('conflict', 'This channel is confirmed already.')
    const now = platform.now()
    if (row.confirm_asked_at !== null && now - row.confirm_asked_at.getTime() < ASK_AGAIN_MS)
      throw new ApiError('conflict', 'Its owner was asked less than ten minutes ago: look into the mailbox first.')
    if (
      row.channel === 'email' &&
      (await repository.countQuestions(tx, id, new Date(now - DAY_MS))) >= QUESTIONS_TO_MAILBOX_A_DAY
    )
      throw tooManyAsked(`This mailbox was asked ${QUESTIONS_TO_MAILBOX_A_DAY} times within a day.`, DAY_MS)
    const { tenantId, subject } = request.caller
    const isTelephone = row.channel === 'phone'
    const sent = await ask(tx, { tenantId, id, now: new Date(now), address: row.shown, isTelephone })
    return requireDelivery(tx, { id: sent, subject })
  })
}

/** Returns the content of the link in a question: the receiver, and a secret that only its mailbox has seen. */
export function confirmationToken(box: SecretBox, row: Pick<Row, 'id' | 'confirm_nonce'>): string {
  const mac = createHmac('sha256', box.derive('confirmation'))
    .update(`${row.id} ${row.confirm_nonce}`)
    .digest('base64url')
  return `${row.id}.${mac}`
}

/** Confirms an address by the token of its link, once. */
export async function confirmChannel(
  { db, box, now }: Platform,
  { caller, requestId }: Request,
  token: string,
): Promise<Channel> {
  const [id = ''] = token.split('.')
  const { tenantId, subject: actor } = caller
  return db.tenant(tenantId, async (tx) => {
    const row = UUID.test(id) ? await repository.findReceiver(tx, id, { held: true }) : undefined
    const isFresh = row?.confirm_asked_at != null && now() - row.confirm_asked_at.getTime() < CONFIRM_MS
    if (row === undefined || row.confirm_nonce === null || !isFresh || !isSame(confirmationToken(box, row), token))
      throw new ApiError(
        'not-found',
        'This link does not work, or not any more: ask for a new one on the settings page.',
      )
    const at = new Date(now())
    await repository.setConfirmed(tx, id, at)
    const entry = { actor, action: 'channel.confirm', object: id, outcome: 'done', requestId } as const
    await insertAudit(tx, tenantId, { ...entry, detail: { channel: row.channel } })
    return present(
      box,
      { ...row, confirmed_at: at, confirm_nonce: null, simulated_at: row.asked_in_simulator ? at : null },
      now(),
    )
  })
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export async function resumeChannel(platform: Platform, request: Request, id: string): Promise<Channel> {
  return manage(platform, request, { id, action: 'resume' }, async (tx, row) => {
    await repository.setResumed(tx, id, new Date(platform.now()))
    return present(platform.box, { ...row, suspended_at: null, suspended_reason: null, failures: 0 }, platform.now())
  })
}

export type NewSecret = {
  readonly secret: string
  readonly publicKey: string
  readonly oldSecretEndsAt: string | null
}

export async function rotateChannelSecret(
  platform: Platform,
  request: Request,
  { id, oldSecretHours: hours }: { readonly id: string; readonly oldSecretHours: number },
): Promise<NewSecret> {
  return manage(platform, request, { id, action: 'rotate' }, async (tx, row) => {
    if (row.channel !== 'webhook') throw new ApiError('conflict', 'Only webhooks are signed.')
    const generation = row.secret_generation + 1
    const oldEndsAt = endOfOldSecret({ oldEndsAt: row.old_secret_ends_at, hours, now: platform.now() })
    await repository.setGeneration(tx, { id, generation, oldEndsAt })
    const pair = pairOf(platform.box, id, generation)
    const oldSecretEndsAt = oldEndsAt?.toISOString() ?? null
    return { secret: secretText(pair), publicKey: publicKeyText(pair), oldSecretEndsAt }
  })
}

type Managing = { readonly id: string; readonly action: 'test' | 'ask' | 'resume' | 'rotate' }

/** Runs a step on a channel of the caller, and records it. */
async function manage<T>(
  { db }: Platform,
  { caller, requestId }: Request,
  { id, action }: Managing,
  work: (tx: TenantDb, row: Row) => Promise<T>,
): Promise<T> {
  const { tenantId, subject: actor } = caller
  return db.tenant(tenantId, async (tx) => {
    const row = await repository.findReceiver(tx, id, { held: true })
    if (row?.subject !== actor || Object.keys(row.services).length === 0)
      throw new ApiError('not-found', 'There is no such channel of yours.')
    const answer = await work(tx, row)
    const entry = { actor, action: `channel.${action}`, object: id, outcome: 'done', requestId } as const
    await insertAudit(tx, tenantId, { ...entry, detail: { channel: row.channel } })
    return answer
  })
}

function present(box: SecretBox, row: Row, now: number): Channel {
  const time = (at: Date | null) => at?.toISOString() ?? null
  const oldEnds =
    row.old_secret_ends_at !== null && row.old_secret_ends_at.getTime() > now ? row.old_secret_ends_at : null
  return {
    channelId: row.id,
    channel: row.channel,
    target: row.shown,
    services: (['ca', 'odt'] as const).filter((service) => row.services[service] !== undefined),
    isConfirmed: row.confirmed_at !== null,
    simulatedAt: time(row.simulated_at),
    confirmationAskedAt: row.confirmed_at === null ? time(row.confirm_asked_at) : null,
    suspendedAt: time(row.suspended_at),
    suspendedReason: row.suspended_reason as Channel['suspendedReason'],
    lastDeliveredAt: time(row.last_delivered_at),
    lastTriedAt: time(row.last_tried_at),
    lastResult: row.last_result as Channel['lastResult'],
    lastStatus: row.last_status,
    lastAnswer: row.last_answer,
    lastDurationS: row.last_ms === null ? null : row.last_ms / 1_000,
    failures: row.failures,
    publicKey: row.channel === 'webhook' ? publicKeyText(pairOf(box, row.id, row.secret_generation)) : null,
    oldSecretEndsAt: time(oldEnds),
  }
}
