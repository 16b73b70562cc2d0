import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { DutyCall } from '@apsis/contract/ca/event/duty-call.ts'
import { callAt } from '@apsis/contract/duty/escalation.ts'
import { lastCommandAt } from '../../ca/contact/contact.service.ts'
import { addProductNote } from '../../ca/event/decision.service.ts'
import { findEvent, listUrgent } from '../../ca/event/event.service.ts'
import { callInEnglish } from '../../delivery/content/manner.service.ts'
import { listAnswers } from '../../delivery/delivery.service.ts'
import { CALL } from '../../delivery/outbox.service.ts'
import { notify } from '../../notifications/notification.service.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { forEachItem } from '../../platform/jobs/each-item.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import * as plans from '../plan/plan.repository.ts'
import { ESCALATION, isReached, listReachable } from '../plan/plan.service.ts'
import { gapsWithin, type Rota, type RotaGap } from '../plan/rota.ts'
import * as alarms from './alarm.repository.ts'
import { callNotice, leftOut } from './call-notice.ts'
import { nextStep } from './next-step.ts'

/** The organisation is notified of a gap this long before the gap begins. */
const GAP_TOLD_MS = DAY_MS
/** Contacts are computed from an orbit; a result is kept for this time. */
const CONTACT_KEPT_MS = 5 * MINUTE_MS
/** If contacts could not be found, or are not known yet, they are requested again after this time. */
const FAULT_KEPT_MS = MINUTE_MS
/** A run waits this long for the contacts of all events together; the next run requests the remaining ones. */
const MOST_ASKING_MS = 5_000

/**
 * Calls the chain for critical events that nobody has acknowledged. The next step depends only on the events and the rows that the last run
 * stored. Each call is one transaction with its note in the record, so a run that was lost is repeated.
 */
export const escalationWork: RecurringWork = {
  ...ESCALATION,
  async turn({ db, log, now, signal }: WorkPlatform, tenantId) {
    const at = now()
    const ids = await db.tenant(tenantId, async (tx) => {
      if ((await plans.findPlan(tx)) === undefined) return []
      const critical = await listUrgent(tx, at)
      const open = await alarms.listOpenAlarms(tx)
      return [...new Set([...critical, ...open.map(({ conjunction_id }) => conjunction_id)])]
    })
    const follow = (id: string, lastCommand?: number) =>
      db.tenant(tenantId, (tx) => followEvent(tx, { tenantId, id, at, lastCommand }))
    // A contact makes a call earlier, never later (waitS): persons who must be called even if no contact is known are
    // called first.
    const waiting: string[] = []
    const what = 'the chain could not be called for an event'
    // Each part is tried even if an earlier part failed; the run fails with the first failure.
    const parts = [
      () =>
        forEachItem({ log, signal, what }, ids, async (id) => {
          if (await follow(id)) waiting.push(id)
        }),
      () => {
        const ending = AbortSignal.any([signal, AbortSignal.timeout(MOST_ASKING_MS)])
        return forEachItem({ log, signal: ending, what }, waiting, async (id) => {
          const lastCommand = await askCommand({ db, log, ending }, { tenantId, id, at })
          if (lastCommand !== undefined) await follow(id, lastCommand)
        })
      },
      () => db.tenant(tenantId, (tx) => tellGaps(tx, { tenantId, at })),
    ]
    const done: PromiseSettledResult<void>[] = []
    for (const part of parts) done.push(...(await Promise.allSettled([part()])))
    const failed = done.find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  },
}

type EscalationQuestion = { readonly tenantId: string; readonly id: string; readonly at: number }
type FollowedEvent = EscalationQuestion & { readonly lastCommand: number | undefined }

const commands = new Map<string, { readonly untilMs: number; readonly at: number | undefined }>()

type Asking = Pick<WorkPlatform, 'db' | 'log'> & { readonly ending: AbortSignal }

/**
 * Returns the same as lastCommandOf, but undefined if that fails or takes too long: the satellite may be removed, or
 * its passes may take too long to compute. The chain then waits as if no contact were known, which depends only on
 * the time to TCA.
 */
function askCommand({ db, log, ending }: Asking, asked: EscalationQuestion): Promise<number | undefined> {
  const answer = lastCommandOf(db, asked).catch((error: unknown) => {
    log.warn(
      { err: error, conjunctionId: asked.id },
      'no contact of an event could be found: people are called without',
    )
    return undefined
  })
  // An answer that comes too late is kept for the next runs.
  const late = sleep(MOST_ASKING_MS, undefined, { signal: ending, ref: false }).catch(() => undefined)
  return Promise.race([answer, late])
}

/** Returns the last time before TCA at which the satellite of an event can be commanded; called only when the decision is overdue. */
async function lastCommandOf(db: Database, { tenantId, id, at }: EscalationQuestion): Promise<number | undefined> {
  const known = commands.get(id)
  if (known !== undefined && at < known.untilMs) return known.at
  for (const [other, { untilMs }] of commands) if (untilMs <= at) commands.delete(other)
  const event = await db.tenant(tenantId, (tx) => findEvent(tx, { id, now: at }))
  if (event === undefined || event.satelliteId === null || at < Date.parse(event.decideBefore)) return undefined
  commands.set(id, { untilMs: at + FAULT_KEPT_MS, at: undefined })
  const span = { now: new Date(at), to: new Date(event.conjunctionData.tca) }
  const found = await lastCommandAt({ db, tenantId }, event.satelliteId, span)
  commands.set(id, { untilMs: at + CONTACT_KEPT_MS, at: found })
  return found
}

/** Opens or closes the alarm of an event, or calls the next person, depending on the event and the time; returns true if a call is still to come. */
async function followEvent(tx: TenantDb, { tenantId, id, at, lastCommand }: FollowedEvent): Promise<boolean> {
  const plan = await plans.findPlan(tx)
  const isWaiting = (await listUrgent(tx, at)).includes(id)
  if (plan === undefined || !isWaiting) {
    await alarms.closeAlarm(tx, id, new Date(at))
    return false
  }
  await alarms.insertAlarm(tx, { tenantId, conjunctionId: id, at: new Date(at) })
  const [alarm, event] = [await alarms.lockAlarm(tx, id), await findEvent(tx, { id, now: at })]
  if (alarm === undefined || event === undefined || plan.rota.chain.length === 0) return false
  const deadlines = {
    decideAt: Date.parse(event.decideBefore),
    lastCommandAt: lastCommand,
    tcaAt: Date.parse(event.conjunctionData.tca),
  }
  if (at < callAt({ lastMs: alarm.last_at.getTime(), calls: alarm.calls }, deadlines)) return true
  await callNext(tx, { tenantId, id, at, rota: plan.rota, alarm, event })
  return false
}

type Calling = EscalationQuestion & {
  readonly rota: Rota
  readonly alarm: alarms.AlarmRow
  readonly event: NonNullable<Awaited<ReturnType<typeof findEvent>>>
}

/**
 * Calls the person of the next step in the chain who can be called, and notes this in the record, including the steps that are skipped. If nobody in
 * the chain can be called, everybody with a role of collision avoidance is notified.
 */
async function callNext(tx: TenantDb, { tenantId, id, at, rota, alarm, event }: Calling): Promise<void> {
  const steps = rota.chain.length
  const { next, passedOver } = nextStep(rota, { calls: alarm.calls, at, callable: await listReachable(tx) })
  const now = new Date(at)
  const subject = next?.person.subject ?? null
  const before = await answersOf(tx, { id, subject: alarm.last_subject })
  await alarms.setCalled(tx, { conjunctionId: id, at: now, subject, steps: next?.turns ?? steps })
  const note = (call: DutyCall) => addProductNote(tx, { tenantId, id, why: callInEnglish(call), call, now })
  const made = [
    ...passedOver.map(leftOut),
    ...(next === undefined ? [] : [{ step: next.step, steps, person: next.person.username, before: null }]),
  ]
  // The result of the previous call is recorded only once.
  for (const [place, call] of made.entries()) await note(place === 0 ? { ...call, before } : call)
  await notify(tx, { tenantId, subject: next?.person.subject, ...callNotice(event, { step: next?.step ?? 0 }) })
}

/**
 * Returns the channels by which the previous call reached its person, and the result for each; null if nobody was
 * called before.
 */
async function answersOf(
  tx: TenantDb,
  { id, subject }: { readonly id: string; readonly subject: string | null },
): Promise<DutyCall['before']> {
  return subject === null ? null : listAnswers(tx, { matter: id, subject, finding: CALL })
}

type Gaps = { readonly tenantId: string; readonly at: number }

/** Notifies the organisation once of each period in which no call would reach the person of a step. */
async function tellGaps(tx: TenantDb, { tenantId, at }: Gaps): Promise<void> {
  const plan = await plans.findPlan(tx)
  if (plan === undefined) return
  const callable = await listReachable(tx)
  const gaps = gapsWithin(plan.rota, { from: at, to: at + GAP_TOLD_MS }, (person) => isReached(callable, person))
  const seen = gaps.map((gap) => ({ gap, told: plan.notified_gaps.find((one) => isSameGap(one, gap, at)) }))
  const nameOf = (holder: string | undefined) => callable.people.find(({ subject }) => subject === holder)?.username
  // A gap that is over is dropped, so that the next one is reported whenever it begins.
  const kept = seen.map(({ gap, told }) => keptOf(gap, told?.from))
  if (JSON.stringify(kept) === JSON.stringify(plan.notified_gaps.map(inOrder))) return
  await plans.setNotifiedGaps(tx, kept)
  for (const { gap } of seen.filter(({ told }) => told === undefined)) {
    const { step, from, until, holder } = gap
    const person = nameOf(holder)
    const deaf = person === undefined ? {} : { person }
    await notify(tx, {
      tenantId,
      subject: undefined,
      audience: 'ca',
      level: 'serious',
      finding: {
        code: 'duty-gap',
        values: { step, fromAt: isoOf(from), ...(until !== undefined && { untilAt: isoOf(until) }), ...deaf },
      },
      matter: 'duty',
      link: '/account/notifications',
    })
  }
}

const isoOf = (ms: number) => new Date(ms).toISOString()

/** Returns true for the same gap. The start of a gap that has begun is the time of each check, but it stays the same gap until it is over. */
function isSameGap(told: plans.NotifiedGap, { step, from, holder = '' }: RotaGap, at: number): boolean {
  if (told.step !== step || told.holder !== holder) return false
  const begin = Date.parse(told.from)
  const isOver = told.until !== null && Date.parse(told.until) <= at
  return begin === from || (from === at && begin <= at && !isOver)
}

const keptOf = ({ step, from, until, holder = '' }: RotaGap, toldFrom = isoOf(from)): plans.NotifiedGap => ({
  step,
  from: toldFrom,
  until: until === undefined ? null : isoOf(until),
  holder,
})

/** The database does not keep the order of an object's fields. */
const inOrder = ({ step, from, until, holder }: plans.NotifiedGap): plans.NotifiedGap => ({ step, from, until, holder })
