import { randomUUID } from 'node:crypto'
import type { Notification } from '@apsis/contract/notifications/notification.ts'
import { type Audience, audiencesOf } from '@apsis/contract/roles.ts'
import type { NotifyStatus } from '@apsis/contract/userconfig/userconfig.ts'
import { beforeCommit, type TenantDb } from '../platform/database/database.ts'
import { wakeStandingWorkOf } from '../platform/jobs/standing-work.repository.ts'
import { insertDeliveries, type NewDelivery } from './delivery.repository.ts'
import { SENDING } from './letter-kinds.ts'
import { listHearers, type ReceiverRow, type SettingsService } from './receiver.repository.ts'

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
 * Puts a notice into the outbox, within the transaction of its cause: a row for each channel of each person who may hear it.
 * One that cannot be sent, because its receiver is suspended or not confirmed, is written down as given up.
 */
export async function post(tx: TenantDb, posting: Posting): Promise<void> {
  const { tenantId, subject, audience, notification, now } = posting
  // What neither is urgent in any degree nor belongs to a request is for the page alone.
  if (notification.level === undefined && posting.status === undefined) return
  const hearers = (await listHearers(tx, subject)).filter((one) => mayHear(one, audience) && wants(one, posting))
  if (hearers.length === 0) return
  await deliver(
    tx,
    tenantId,
    hearers.map((receiver) => ({
      id: randomUUID(),
      receiver_id: receiver.id,
      kind: 'notice' as const,
      notification,
      matter: posting.matter ?? null,
      link: posting.link ?? null,
      now,
      ...startOf(receiver),
    })),
  )
}

/** Whether the roles of a person allow them to hear what is for an audience. */
export function mayHear({ roles }: { readonly roles: readonly string[] }, audience: Audience): boolean {
  return audiencesOf(new Set(roles)).includes(audience)
}

function wants({ services }: ReceiverRow, { audience, status, notification }: Posting): boolean {
  const asked = SERVICES_OF[audience].flatMap((service) => services[service] ?? [undefined])
  const isNamed = SERVICES_OF[audience].some((service) => services[service] !== undefined)
  // What is CRITICAL arrives whatever is ticked; statuses select notices of requests and jobs only.
  if (status === undefined || notification.level === 'critical') return isNamed
  return isNamed && asked.includes(status)
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
