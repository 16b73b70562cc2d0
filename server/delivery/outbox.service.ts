import { randomUUID } from 'node:crypto'
import { noticeTypeOf } from '@apsis/contract/notifications/notice-type.ts'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { DEFAULT_RULES, type NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { type Audience, audiencesOf } from '@apsis/contract/roles.ts'
import type { NotifyStatus } from '@apsis/contract/userconfig/userconfig.ts'
import { beforeCommit, type TenantDb } from '../platform/database/database.ts'
import { wakeStandingWorkOf } from '../platform/jobs/standing-work.repository.ts'
import { chooseWay, type Occasion, type Said } from './choice/choose-way.ts'
import { statementOf } from './choice/statement.ts'
import { insertDeliveries, listTold, type NewDelivery } from './delivery.repository.ts'
import { listHearers, type ReceiverRow, type SettingsService } from './receiver.repository.ts'
import { listRules } from './rules.repository.ts'

/** The standing work that sends: its name, and how often it is looked for what is due again. */
export const SENDING = { name: 'delivery.sending', everyS: 5 } as const
/** By this finding a call of the on-call chain is known. */
export const CALL = 'duty-called'

export type Posting = {
  readonly tenantId: string
  /** Undefined: everybody of the organisation. */
  readonly subject: string | undefined
  readonly audience: Audience
  readonly notification: Notification
  /** Of a request or job: only those hear of it who selected it. */
  readonly status?: NotifyStatus | undefined
  /** What it is about: notices of one matter keep their order. */
  readonly matter?: string | undefined
  /** Path of its page in the application. */
  readonly link?: string | undefined
  /** Own satellite that it is about. */
  readonly satelliteId?: string | undefined
  readonly now: Date
}

/** Whose settings speak for an audience; what is for everybody is sent wherever a person may be reached. */
const SERVICES_OF: Readonly<Record<Audience, readonly SettingsService[]>> = {
  ca: ['ca'],
  odt: ['odt'],
  payments: ['ca', 'odt'],
  tle: ['ca', 'odt'],
  everybody: ['ca', 'odt'],
}

/**
 * Puts a notice into the outbox, within the transaction of its cause: a row for each channel of each person who may hear it
 * and whom it concerns now (chooseWay). One that cannot be sent, because its receiver is suspended or not confirmed, is
 * written down as given up.
 */
export async function post(tx: TenantDb, posting: Posting): Promise<void> {
  const { tenantId, subject, audience, notification, matter = null, link = null, now } = posting
  // What neither is urgent in any degree nor belongs to a request is for the page alone.
  if (notification.level === undefined && posting.status === undefined) return
  const isAsked = ({ services }: ReceiverRow) =>
    SERVICES_OF[audience].some((service) => services[service] !== undefined)
  // The telephone rings when the on-call chain calls, and for nothing else.
  const isCall = notification.finding?.code === CALL
  const hearers = (await listHearers(tx, subject)).filter(
    (one) => mayHear(one, audience) && isAsked(one) && (one.channel !== 'phone' || isCall),
  )
  if (hearers.length === 0) return
  const rulesOf = await readRules(
    tx,
    hearers.map((one) => one.subject),
  )
  const earlier = matter === null ? [] : await listTold(tx, matter)
  const occasion = occasionOf(posting)
  const rows = hearers.flatMap((receiver): NewDelivery[] => {
    const start = startOf(receiver)
    const row = { id: randomUUID(), receiver_id: receiver.id, kind: 'notice', notification, matter, link, now } as const
    // No rule of channels can have meant a telephone.
    if (receiver.channel === 'phone') return [{ ...row, ...start }]
    const way = chooseWay(occasion, {
      channel: receiver.channel,
      ticked: SERVICES_OF[audience].flatMap((service) => receiver.services[service] ?? []),
      reachableBy: hearers
        .filter((one) => one.subject === receiver.subject && startOf(one).state === 'waiting')
        .map(({ channel }) => channel),
      rules: rulesOf(receiver.subject),
      said: earlier.flatMap(({ receiver_id, notification: notice }) =>
        receiver_id === receiver.id ? saidBy(notice) : [],
      ),
    })
    if (way.kind === 'not') return []
    if (way.kind === 'digest')
      return start.state === 'waiting'
        ? [{ ...row, ...start, kind: 'digest' as const, reason: 'digest', nextAt: new Date(way.atMs) }]
        : []
    const isHeld = way.kind === 'later' && start.state === 'waiting'
    return [isHeld ? { ...row, ...start, reason: 'quiet-hours', nextAt: new Date(way.atMs) } : { ...row, ...start }]
  })
  await deliver(tx, tenantId, rows)
}

/** What persons have chosen, by subject; who never chose has the defaults. */
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
    nowMs: now.getTime(),
  }
}

function saidBy({ finding, timestamp }: Notification): Said[] {
  const statement = statementOf(finding)
  return statement === undefined ? [] : [{ ...statement, atMs: Date.parse(timestamp) }]
}

/** Whether the roles of a person allow them to hear what is for an audience. */
export function mayHear({ roles }: { readonly roles: readonly string[] }, audience: Audience): boolean {
  return audiencesOf(new Set(roles)).includes(audience)
}

/** Whether a receiver can be sent to at all. */
export function startOf(
  receiver: Pick<ReceiverRow, 'confirmed_at' | 'suspended_at'>,
): Pick<NewDelivery, 'state' | 'reason'> {
  if (receiver.confirmed_at === null) return { state: 'dead', reason: 'unconfirmed' }
  if (receiver.suspended_at !== null) return { state: 'dead', reason: 'suspended' }
  return { state: 'waiting', reason: null }
}

/** Writes deliveries, and wakes who sends them once the transaction commits. */
export async function deliver(tx: TenantDb, tenantId: string, deliveries: readonly NewDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await insertDeliveries(tx, tenantId, deliveries)
  wakeSender(tx, tenantId)
}

/** All of an organisation need the row of its sender: it is locked last, and for as short as can be. */
export function wakeSender(tx: TenantDb, tenantId: string): void {
  beforeCommit(tx, () => wakeStandingWorkOf(tx, { name: SENDING.name, tenantId }, SENDING.everyS))
}
