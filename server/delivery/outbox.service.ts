import { randomUUID } from 'node:crypto'
import type { Finding } from '@apsis/contract/finding.ts'
import { noticeTypeOf } from '@apsis/contract/notifications/notice-type.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import type { NotifyStatus } from '@apsis/contract/notifications/notify-status.ts'
import { DEFAULT_RULES, type NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { type Audience, audiencesOf } from '@apsis/contract/roles.ts'
import { beforeCommit, type TenantDb } from '../platform/database/database.ts'
import { wakeRecurringWorkOf } from '../platform/jobs/recurring-work.repository.ts'
import { chooseWay, endsAlarm, type Occasion, type SaidStatement } from './choice/choose-way.ts'
import { releaseHeld } from './choice/held.repository.ts'
import { actBefore, statementOf } from './choice/statement.ts'
import {
  type DeliveryRow,
  insertDeliveries,
  listSent,
  listSiblings,
  type NewDelivery,
  type Sibling,
} from './delivery.repository.ts'
import {
  type AnyReceiverRow,
  listHearers,
  listReceivers,
  type ReceiverRow,
  type SettingsService,
} from './receiver.repository.ts'
import { LAST_RESORT_AFTER_TRIES, UNHEARD } from './retry.ts'
import { listRules } from './rules.repository.ts'

/** The name of the recurring work that sends, and the interval at which it looks for due deliveries. */
export const SENDING = { name: 'delivery.sending', everyS: 5 } as const
/** The finding of a call by the on-call chain. */
export const CALL = 'duty-called'

export type Posting = {
  readonly tenantId: string
  /** Undefined: the notice is for everybody in the organisation. */
  readonly subject: string | undefined
  readonly audience: Audience
  readonly notification: Notification
  /** For a request or job: only persons who selected this status get the notice. */
  readonly status?: NotifyStatus | undefined
  /** The subject of the notice: notices about one matter keep their order. */
  readonly matter?: string | undefined
  /** The path of the notice's page in the application. */
  readonly link?: string | undefined
  /** The organisation's own satellite that the notice is about. */
  readonly satelliteId?: string | undefined
  readonly now: Date
}

/** The services whose settings apply to an audience. A notice for everybody is sent on every channel of a person. */
const SERVICES_OF: Readonly<Record<Audience, readonly SettingsService[]>> = {
  ca: ['ca'],
  odt: ['odt'],
  payments: ['ca', 'odt'],
  tle: ['ca', 'odt'],
  everybody: ['ca', 'odt'],
  administrators: ['ca', 'odt'],
}

/** The notice that an organisation's page shows for a critical notice that no channel delivers to a person. */
export type Unheard = {
  readonly tenantId: string
  readonly subject: undefined
  readonly audience: Audience
  readonly level: 'critical'
  readonly link?: string
  readonly finding: Finding
}

/**
 * Puts a notice into the outbox, within the transaction of its cause: a row for each channel of each person who may see it and is concerned now
 * (chooseWay). If a receiver is suspended or not confirmed, its delivery is stored as given up. If this happens to a critical notice at every channel
 * of a person, the notice that must be raised about it is returned.
 */
export async function post(tx: TenantDb, posting: Posting): Promise<Unheard[]> {
  const { tenantId, subject, audience, notification, matter = null, link = null, now } = posting
  // A notice without a level that does not belong to a request is shown only on the page.
  if (notification.level === undefined && posting.status === undefined) return []
  const isAsked = ({ services }: ReceiverRow) =>
    SERVICES_OF[audience].some((service) => services[service] !== undefined)
  const occasion = occasionOf(posting)
  const earlier = matter === null ? [] : await listSent(tx, matter)
  const saidTo = ({ id }: ReceiverRow) =>
    earlier.flatMap(({ receiver_id, notification: notice }) => (receiver_id === id ? saidBy(notice) : []))
  // The telephone rings when the on-call chain calls a person, and when the alarm of that call has ended.
  const isCall = subject !== undefined && notification.finding?.code === CALL
  const isConcerned = (one: ReceiverRow) =>
    endsAlarm(occasion.statement, saidTo(one)) || (isAsked(one) && (one.channel !== 'phone' || isCall))
  const hearers = (await listHearers(tx, subject)).filter((one) => mayHear(one, audience) && isConcerned(one))
  if (hearers.length === 0) return []
  const rulesOf = await readRules(
    tx,
    hearers.map((one) => one.subject),
  )
  const pressing: string[] = []
  const rows = hearers.flatMap((receiver): NewDelivery[] => {
    const start = startOf(receiver)
    const row = { id: randomUUID(), receiver_id: receiver.id, kind: 'notice', notification, matter, link, now } as const
    // A person who writes a rule about channels does not think of the telephone, so rules do not apply to it.
    if (receiver.channel === 'phone' && isCall) return [{ ...row, ...start }]
    const way = chooseWay(occasion, {
      channel: receiver.channel,
      ticked: SERVICES_OF[audience].flatMap((service) => receiver.services[service] ?? []),
      reachableBy: hearers
        .filter((one) => one.subject === receiver.subject && startOf(one).state === 'waiting')
        .map(({ channel }) => channel),
      rules: rulesOf(receiver.subject),
      said: saidTo(receiver),
    })
    if (way.kind === 'not') return []
    if (way.kind === 'now' && way.isPressing === true) pressing.push(receiver.id)
    if (way.kind === 'digest')
      return start.state === 'waiting'
        ? [{ ...row, ...start, kind: 'digest' as const, reason: 'digest', nextAt: new Date(way.atMs) }]
        : []
    const isHeld = way.kind === 'later' && start.state === 'waiting'
    return [isHeld ? { ...row, ...start, reason: 'quiet-hours', nextAt: new Date(way.atMs) } : { ...row, ...start }]
  })
  // Delayed notices of the same matter are sent before it.
  if (matter !== null && pressing.length > 0) await releaseHeld(tx, { matter, receiverIds: pressing, now })
  await deliver(tx, tenantId, rows)
  return notification.level === 'critical' ? listUnheard(tx, { tenantId, now }, { hearers, rows }) : []
}

type WrittenDeliveries = { readonly hearers: readonly ReceiverRow[]; readonly rows: readonly NewDelivery[] }

/**
 * Begins the last resort for persons without a usable channel, and returns the persons for whom there is no last
 * resort.
 */
async function listUnheard(
  tx: TenantDb,
  { tenantId, now }: { readonly tenantId: string; readonly now: Date },
  { hearers, rows }: WrittenDeliveries,
): Promise<Unheard[]> {
  const unheard: Unheard[] = []
  for (const own of Map.groupBy(hearers, ({ subject }) => subject).values()) {
    const written = rows.filter(({ receiver_id }) => own.some(({ id }) => id === receiver_id))
    const [first] = written
    const receiver = own.find(({ id }) => id === first?.receiver_id)
    if (first === undefined || receiver === undefined || written.some(({ state }) => state !== 'dead')) continue
    const delivery = { ...first, notification_id: first.notification.id }
    const told = await startLastResort(tx, tenantId, { receiver, delivery, now })
    if (told !== undefined) unheard.push(told)
  }
  return unheard
}

const isHopeful = ({ state, reason, failed }: Sibling) =>
  (state === 'delivered' && !UNHEARD.some((one) => one === reason)) ||
  (state === 'waiting' && failed < LAST_RESORT_AFTER_TRIES)
/** True if the next steps were already taken: they begin when a delivery has failed twice. */
const wasGivenUpBefore = ({ failed }: Sibling) => failed > LAST_RESORT_AFTER_TRIES

type Untaken = {
  readonly receiver: Pick<AnyReceiverRow, 'id' | 'subject' | 'shown'>
  readonly delivery: Pick<DeliveryRow, 'kind' | 'notification' | 'notification_id' | 'matter' | 'link'>
  readonly now: Date
  /**
   * True if the delivery counted as arrived until now, and not as delayed. Undefined if it was being tried: then the number of its tries
   * decides.
   */
  readonly wasHeard?: boolean | undefined
}

/**
 * Sends a CRITICAL notice that does not arrive to those e-mail addresses of the person to which it was not sent. If
 * nothing arrived and every receiver has given up or failed twice, returns the notice for the page, once: when the
 * last receiver reached that state. Waiting until all have given up would take three days.
 */
export async function startLastResort(
  tx: TenantDb,
  tenantId: string,
  { receiver, delivery, now, wasHeard }: Untaken,
): Promise<Unheard | undefined> {
  const { subject } = receiver
  const { kind, notification, notification_id: notificationId, matter, link } = delivery
  const siblings = await listSiblings(tx, { notificationId, subject })
  const tried = new Set(siblings.map(({ receiver_id }) => receiver_id))
  const mails = (await listReceivers(tx, subject)).filter(
    (one) =>
      one.channel === 'email' &&
      startOf(one).state === 'waiting' &&
      Object.keys(one.services).length > 0 &&
      !tried.has(one.id),
  )
  const row = { kind, notification, matter, link, now, state: 'waiting', reason: null } as const
  await deliver(
    tx,
    tenantId,
    mails.map(({ id: receiver_id }) => ({ ...row, id: randomUUID(), receiver_id })),
  )
  const own = siblings.find(({ receiver_id }) => receiver_id === receiver.id)
  const isKnown = wasHeard === undefined ? own !== undefined && wasGivenUpBefore(own) : !wasHeard
  if (mails.length > 0 || siblings.some(isHopeful) || isKnown) return undefined
  const { title, message, finding: quoted, audience = 'everybody' } = notification
  return {
    tenantId,
    subject: undefined,
    audience,
    level: 'critical',
    ...(link === null ? {} : { link }),
    finding: {
      code: 'critical-unheard',
      values: {
        // The values are stored as data, so that each reader gets the text in their language.
        ...(quoted === undefined ? {} : { ...quoted.values, quoted: quoted.code }),
        notice: title,
        message,
        target: receiver.shown,
      },
    },
  }
}

/** Returns the rules that persons have chosen, by subject; a person without a choice has the defaults. */
async function readRules(tx: TenantDb, subjects: readonly string[]): Promise<(subject: string) => NoticeRules> {
  const saved = new Map((await listRules(tx, subjects)).map(({ subject, settings }) => [subject, settings]))
  return (subject) => ({ ...DEFAULT_RULES, ...saved.get(subject) })
}

function occasionOf({ notification, audience, status, satelliteId, now }: Posting): Occasion {
  const { level, finding } = notification
  return {
    type: noticeTypeOf(finding?.code, audience),
    level,
    satelliteId,
    status,
    statement: statementOf(finding),
    actBeforeMs: actBefore(finding, now.getTime()),
    nowMs: now.getTime(),
  }
}

function saidBy({ finding, timestamp }: Notification): SaidStatement[] {
  const statement = statementOf(finding)
  return statement === undefined ? [] : [{ ...statement, atMs: Date.parse(timestamp) }]
}

/** Returns true if a person with these roles may receive notices for an audience. */
export function mayHear({ roles }: { readonly roles: readonly string[] }, audience: Audience): boolean {
  return audiencesOf(new Set(roles)).includes(audience)
}

/** Returns the first state of a delivery to a receiver: waiting, or given up if nothing can be sent to the receiver. */
export function startOf(
  receiver: Pick<ReceiverRow, 'confirmed_at' | 'suspended_at'>,
): Pick<NewDelivery, 'state' | 'reason'> {
  if (receiver.confirmed_at === null) return { state: 'dead', reason: 'unconfirmed' }
  if (receiver.suspended_at !== null) return { state: 'dead', reason: 'suspended' }
  return { state: 'waiting', reason: null }
}

/** Stores deliveries, and wakes the sender when the transaction commits. */
export async function deliver(tx: TenantDb, tenantId: string, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await insertDeliveries(tx, tenantId, deliveries)
  wakeSender(tx, tenantId)
}

/**
 * Wakes the sender of an organisation. All transactions of the organisation need the row of its sender, so it is locked last, and as briefly as
 * possible.
 */
export function wakeSender(tx: TenantDb, tenantId: string): void {
  beforeCommit(tx, () => wakeRecurringWorkOf(tx, { name: SENDING.name, tenantId }, SENDING.everyS))
}
