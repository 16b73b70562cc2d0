import { DAY_MS } from '@apsis/astro/constants.ts'
import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import { type Audience, audiencesOf } from '@apsis/contract/roles.ts'
import type { Check } from '@apsis/contract/status/status.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import * as repository from './delivery.repository.ts'
import { mayHear, startOf, wakeSender } from './outbox.service.ts'
import { listHearers } from './receiver.repository.ts'
import { LAST_RESORT_AFTER_TRIES } from './retry.ts'

type Listing = {
  readonly state?: Delivery['state'] | undefined
  readonly reason?: Delivery['reason'] | undefined
  readonly 'channel-id'?: string | undefined
  readonly until?: string | undefined
  readonly page: number
  readonly limit: number
}

/** Returns a page of the deliveries to the caller, newest first, and their total number. */
export function listDeliveries(
  db: Database,
  { tenantId, subject }: Caller,
  { state, reason, 'channel-id': channelId, until, page, limit }: Listing,
): Promise<{ items: Delivery[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const listing = { subject, state, reason, channelId, until, limit, offset: (page - 1) * limit }
    const { rows, total } = await repository.listDeliveries(tx, listing)
    return { items: rows.map(present), total }
  })
}

/** The period that is searched for critical notices that reached nobody. */
const LOST_SHOWN_MS = DAY_MS

/** `isSimulated`: if all data is simulated, nobody depends on notices outside the application. */
type Looking = { readonly nowMs: number; readonly isSimulated: boolean }

/**
 * Counts the critical notices without a recipient. A notice that was omitted because an equal one was sent before
 * does not count.
 */
async function countUnsent(
  tx: TenantDb,
  { since, audiences }: { readonly since: Date; readonly audiences: readonly Audience[] },
): Promise<number> {
  const live = (await listHearers(tx, undefined)).filter(
    (one) => one.channel !== 'phone' && startOf(one).state === 'waiting',
  )
  const deaf = audiences.filter((audience) => !live.some((one) => mayHear(one, audience)))
  return deaf.length === 0 ? 0 : repository.countUnsent(tx, { since, audiences: deaf })
}

/** Checks that every critical notice of the last day that the caller may see has reached somebody, or still can. */
export async function checkCritical(tx: TenantDb, { roles }: Pick<Caller, 'roles'>, at: Looking): Promise<Check> {
  const since = new Date(at.nowMs - LOST_SHOWN_MS)
  const unsent = at.isSimulated ? 0 : await countUnsent(tx, { since, audiences: audiencesOf(roles) })
  const sent = await repository.countCritical(tx, {
    since,
    audiences: audiencesOf(roles),
    failures: LAST_RESORT_AFTER_TRIES,
  })
  const [all, lost] = [sent.all + unsent, sent.lost + unsent]
  const check = { name: 'critical notices', value: lost, unit: '1' } as const
  if (lost > 0)
    return {
      ...check,
      level: 'critical',
      message: `${lost} of ${all} critical notices of the last 24 h reached nobody outside the application.`,
      finding: { code: 'critical-lost', values: { lost, count: all } },
    }
  if (all === 0)
    return {
      ...check,
      level: 'inactive',
      message: 'No critical notice was sent in the last 24 h.',
      finding: { code: 'critical-none', values: {} },
    }
  return {
    ...check,
    level: 'ok',
    message: 'Every critical notice of the last 24 h has reached somebody or is on its way.',
    finding: { code: 'critical-arrives', values: { count: all } },
  }
}

/** Retries a delivery that was given up. */
export function replayDelivery(
  { db, now }: { readonly db: Database; readonly now: () => number },
  { caller, requestId }: { readonly caller: Caller; readonly requestId: string },
  id: string,
): Promise<Delivery> {
  const { tenantId, subject } = caller
  return db.tenant(tenantId, async (tx) => {
    const { state } = await requireDelivery(tx, { id, subject })
    if (state !== 'dead') throw new ApiError('conflict', 'Only a delivery that was given up can be replayed.')
    await repository.restartDelivery(tx, id, new Date(now()))
    wakeSender(tx, tenantId)
    const entry = { actor: subject, action: 'delivery.replay', object: id, outcome: 'done', requestId } as const
    await insertAudit(tx, tenantId, entry)
    return requireDelivery(tx, { id, subject })
  })
}

export async function requireDelivery(
  tx: TenantDb,
  { id, subject }: { readonly id: string; readonly subject: string },
): Promise<Delivery> {
  const row = await repository.findDelivery(tx, { id, subject })
  if (row === undefined) throw new ApiError('not-found', 'There is no such delivery to you.')
  return present(row)
}

/** Returns, for each channel of a person, how the newest notice about a matter with a certain finding arrived. */
export function listAnswers(
  tx: TenantDb,
  about: { readonly matter: string; readonly subject: string; readonly finding: string },
): Promise<repository.AnswerRow[]> {
  return repository.listAnswers(tx, about)
}

function present(row: repository.ListedDelivery): Delivery {
  const time = (at: Date | null) => at?.toISOString() ?? null
  return {
    deliveryId: row.id,
    channelId: row.receiver_id,
    channel: row.channel,
    target: row.shown,
    kind: row.kind,
    title: row.notification.title,
    finding: row.notification.finding ?? null,
    notificationId: row.notification_id,
    isCritical: row.is_critical,
    state: row.state,
    reason: row.reason as Delivery['reason'],
    status: row.status,
    answer: row.answer,
    tries: row.tries,
    createdAt: row.created_at.toISOString(),
    triedAt: time(row.tried_at),
    nextAt: time(nextTryOf(row)),
    endedAt: time(row.ended_at),
  }
}

/** Returns the time of the next try. It is not before the receiver's pause ends, unless the delivery is critical. */
function nextTryOf({ next_at, open_until, is_critical }: repository.ListedDelivery): Date | null {
  if (next_at === null || is_critical || open_until === null) return next_at
  return open_until > next_at ? open_until : next_at
}
