import { randomUUID } from 'node:crypto'
import type { Finding } from '@apsis/contract/finding.ts'
import type { Delivery } from '@apsis/contract/notifications/delivery.ts'
import { NOTICE_CODE, type Notification } from '@apsis/contract/notifications/notification.ts'
import { DEFAULT_RULES, type NoticeRules } from '@apsis/contract/notifications/rule.ts'
import { emit } from '../events/event.service.ts'
import { ApiError } from '../platform/api-error.ts'
import type { Caller } from '../platform/auth/caller.ts'
import { insertAudit } from '../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../platform/database/database.ts'
import { forEachItem } from '../platform/jobs/each-item.ts'
import { upsertRecurringWork } from '../platform/jobs/recurring-work.repository.ts'
import type { RecurringWork } from '../platform/jobs/recurring-work.ts'
import { cancelWaiting } from './choice/held.repository.ts'
import { nextTimeOf } from './choice/quiet-hours.ts'
import { inEnglish } from './content/manner.service.ts'
import { isReportWaiting } from './delivery.repository.ts'
import { requireDelivery } from './delivery.service.ts'
import { deliver, mayHear, startOf } from './outbox.service.ts'
import { listHearers } from './receiver.repository.ts'
import { listReportsDue, listRules, lockRules, replaceRules, setReportDue } from './rules.repository.ts'
import type { Subscription } from './subscription.service.ts'

/** The recurring work that writes reports when they are due, and the interval at which it looks for due reports. */
const SITUATION_REPORTS = { name: 'delivery.situation-report', everyS: 30 } as const
/** The page of all open events, to which the report links. */
const LINK = '/ca/conjunctions'

type Platform = { readonly db: Database; readonly now: () => number }
type Times = Pick<NoticeRules, 'situationReportAt' | 'timeZone'>

/** Returns the next instant after a given one at which the local clock shows one of these times of day; undefined if there are no times. */
export function nextReportOf({ situationReportAt: times, timeZone }: Times, afterMs: number): number | undefined {
  return times.length === 0 ? undefined : Math.min(...times.map((time) => nextTimeOf(time, timeZone, afterMs)))
}

type Planning = {
  readonly tenantId: string
  readonly subject: string
  readonly before: Partial<NoticeRules>
  readonly after: Partial<NoticeRules>
  readonly nowMs: number
}

/**
 * Plans the reports of a person by their current rules. If neither the times nor the time zone have changed, a due report stays due, so that no
 * report is lost by a save during an outage. Returns the entry for the audit trail.
 */
export async function planReports(
  tx: TenantDb,
  { tenantId, subject, before, after, nowMs }: Planning,
): Promise<Partial<Times>> {
  const [old, chosen] = [timesOf(before), timesOf(after)]
  const times = { situationReportAt: chosen.situationReportAt, timeZone: chosen.timeZone }
  if (JSON.stringify(old) === JSON.stringify(chosen)) return {}
  const nextMs = nextReportOf(chosen, nowMs)
  await setReportDue(tx, { subject, at: nextMs === undefined ? null : new Date(nextMs) })
  if (nextMs !== undefined)
    await upsertRecurringWork(tx, { name: SITUATION_REPORTS.name, tenantId }, SITUATION_REPORTS.everyS)
  return old.situationReportAt.length + chosen.situationReportAt.length === 0 ? {} : times
}

function timesOf(rules: Partial<NoticeRules>): Times {
  const { situationReportAt, timeZone } = { ...DEFAULT_RULES, ...rules }
  return { situationReportAt, timeZone }
}

/** Writes the report of each person whose report is due; if several of its times have passed, only one report is written. */
export const situationReportWork: RecurringWork = {
  ...SITUATION_REPORTS,
  async turn({ db, log, now, signal }, tenantId) {
    const due = await db.tenant(tenantId, (tx) => listReportsDue(tx, new Date(now())))
    await forEachItem({ log, signal, what: 'a situation report was not written' }, due, (subject) =>
      db.tenant(tenantId, (tx) => writeDue(tx, { tenantId, subject, nowMs: now() })),
    )
  },
}

type Due = { readonly tenantId: string; readonly subject: string; readonly nowMs: number }

/** Writes a due report and sets its next time. The worker that locks the row of the person does this; another worker then finds nothing due. */
async function writeDue(tx: TenantDb, { tenantId, subject, nowMs }: Due): Promise<void> {
  const saved = await lockRules(tx, subject)
  const dueMs = saved?.report_due_at?.getTime()
  if (saved === undefined || dueMs === undefined || dueMs > nowMs) return
  const times = timesOf(saved.settings)
  let [lastMs, nextMs, missed] = [dueMs, nextReportOf(times, dueMs), 0]
  while (nextMs !== undefined && nextMs <= nowMs) {
    ;[lastMs, nextMs, missed] = [nextMs, nextReportOf(times, nextMs), missed + 1]
  }
  await setReportDue(tx, { subject, at: nextMs === undefined ? null : new Date(nextMs) })
  const dueAt = new Date(lastMs).toISOString()
  const values = missed === 0 ? { dueAt } : { dueAt, missed, missedFromAt: new Date(dueMs).toISOString() }
  const now = new Date(nowMs)
  await enqueue(tx, { tenantId, now, values, receiverIds: await listReaders(tx, subject) })
}

/** Returns a person's addresses for reports: none if the person may not see events or has confirmed no address. */
async function listReaders(tx: TenantDb, subject: string): Promise<string[]> {
  return (await listHearers(tx, subject))
    .filter((one) => one.channel === 'email' && one.services.ca !== undefined)
    .filter((one) => mayHear(one, 'ca') && startOf(one).state === 'waiting')
    .map(({ id }) => id)
}

type Enqueuing = {
  readonly tenantId: string
  readonly now: Date
  readonly values: Finding['values']
  readonly receiverIds: readonly string[]
}

/** Puts a report into the outbox, and returns the ids of its deliveries; its content is read when it is sent. */
async function enqueue(tx: TenantDb, { tenantId, now, values, receiverIds }: Enqueuing): Promise<string[]> {
  const finding: Finding = { code: 'situation-report', values }
  const notification: Notification = {
    id: randomUUID(),
    code: NOTICE_CODE,
    ...inEnglish(finding),
    status: '2xx',
    timestamp: now.toISOString(),
    state: 'fresh',
    audience: 'ca',
    finding,
  }
  const row = { kind: 'situation-report', notification, matter: null, link: LINK, now } as const
  const rows = receiverIds.map((receiver_id) => ({
    ...row,
    id: randomUUID(),
    receiver_id,
    state: 'waiting' as const,
    reason: null,
  }))
  await deliver(tx, tenantId, rows)
  return rows.map(({ id }) => id)
}

type Request = { readonly caller: Caller; readonly requestId: string }

/** Sends the caller a report at once; the times of the regular reports do not change. */
export function sendReport({ db, now }: Platform, { caller, requestId }: Request): Promise<Delivery[]> {
  const { tenantId, subject } = caller
  return db.tenant(tenantId, async (tx) => {
    const receiverIds = await listReaders(tx, subject)
    if (receiverIds.length === 0)
      throw new ApiError(
        'conflict',
        'The settings of collision avoidance have no e-mail address of yours that is confirmed and not suspended.',
      )
    if (await isReportWaiting(tx, receiverIds))
      throw new ApiError('conflict', 'A situation report is on its way to you already.')
    const ids = await enqueue(tx, { tenantId, now: new Date(now()), values: { asked: 1 }, receiverIds })
    const entry = {
      actor: subject,
      action: 'situation-report.send',
      object: subject,
      outcome: 'done',
      requestId,
    } as const
    await insertAudit(tx, tenantId, { ...entry, detail: { addresses: ids.length } })
    return Promise.all(ids.map((id) => requireDelivery(tx, { id, subject })))
  })
}

/** Returns true if a person has ended the situation reports. */
export async function areReportsEnded(db: Database, { tenantId, subject }: Subscription): Promise<boolean> {
  const [saved] = await db.tenant(tenantId, (tx) => listRules(tx, [subject]))
  return timesOf(saved?.settings ?? {}).situationReportAt.length === 0
}

/** Ends a person's situation reports, including a waiting one; if they have already ended, nothing changes. */
export function endReports(
  { db, now }: Platform,
  { tenantId, subject, requestId }: Subscription & { readonly requestId: string },
): Promise<void> {
  return db.tenant(tenantId, async (tx) => {
    const saved = await lockRules(tx, subject)
    if (timesOf(saved?.settings ?? {}).situationReportAt.length === 0) return
    const settings = { situationReportAt: [] }
    const replaced = await replaceRules(tx, { tenantId, subject, settings, expected: undefined })
    await setReportDue(tx, { subject, at: null })
    await cancelWaiting(tx, { subject, kind: 'situation-report', now: new Date(now()) })
    const action = 'situation-report.unsubscribe'
    await insertAudit(tx, tenantId, { actor: subject, action, object: subject, outcome: 'done', requestId })
    emit(tx, { tenantId, subject, type: 'userconfig', data: { rules: replaced?.version ?? 0 } })
  })
}
