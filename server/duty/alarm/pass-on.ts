import type { DutyCall } from '@apsis/contract/ca/event/duty-call.ts'
import { addProductNote, addStepWithin } from '../../ca/event/decision.service.ts'
import { type findEvent, isWaitingUrgent } from '../../ca/event/event.service.ts'
import { callInEnglish } from '../../delivery/content/manner.service.ts'
import { notify } from '../../notifications/notification.service.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { findPlan } from '../plan/plan.repository.ts'
import { listReachable } from '../plan/plan.service.ts'
import * as alarms from './alarm.repository.ts'
import { callNotice, leftOut } from './call-notice.ts'
import { type NextStep, nextStep } from './next-step.ts'

type PassOnRequest = { readonly conjunctionId: string; readonly subject: string; readonly at: number }

/** Returns the next person in the chain to call for an event, other than this one, and the persons who are skipped because they have no channel. */
export async function nextOfChain(
  tx: TenantDb,
  { conjunctionId, subject, at }: PassOnRequest,
): Promise<ReturnType<typeof nextStep>> {
  const rota = (await findPlan(tx))?.rota
  if (rota === undefined) return { next: undefined, passedOver: [] }
  const calls = (await alarms.listOpenAlarms(tx)).find((one) => one.conjunction_id === conjunctionId)?.calls ?? 0
  const { people, channels } = await listReachable(tx)
  const callable = { people: people.filter((one) => one.subject !== subject), channels }
  const { next, passedOver } = nextStep(rota, { calls, at, callable })
  // Other skipped steps are not reported, because some of them belong to this person.
  return { next, passedOver: passedOver.filter(({ person }) => person !== undefined) }
}

type Event = NonNullable<Awaited<ReturnType<typeof findEvent>>>
type Opening = { readonly tenantId: string; readonly event: Event; readonly chainNow: number }

/**
 * Returns the alarm of an event for which somebody may be called, locked until the end of the transaction. Before the chain's first run there is no
 * alarm yet; it is opened here, so that the chain continues from this call.
 */
export async function lockOpenAlarm(
  tx: TenantDb,
  { tenantId, event, chainNow }: Opening,
): Promise<alarms.AlarmRow | undefined> {
  const { conjunctionId } = event
  if (isWaitingUrgent(event) && (await findPlan(tx)) !== undefined)
    await alarms.insertAlarm(tx, { tenantId, conjunctionId, at: new Date(chainNow) })
  return alarms.lockAlarm(tx, conjunctionId)
}

type Passing = {
  readonly tenantId: string
  readonly event: Event
  /** The alarm that `lockOpenAlarm` returned. */
  readonly alarm: alarms.AlarmRow | undefined
  readonly by: { readonly subject: string; readonly username: string }
  readonly note: string
  readonly requestId: string
  readonly now: Date
  /** The time on the chain's clock, from which the chain waits after this call. */
  readonly chainNow: number
}

/**
 * Calls the next person in the chain at once, as if this person's time were over; if the chain has nobody else, everybody with a role of collision
 * avoidance is notified. The event stays unacknowledged, so that the chain continues if nobody answers.
 */
export async function passOn(
  tx: TenantDb,
  { tenantId, event, alarm, by, note, requestId, now, chainNow }: Passing,
): Promise<NextStep | undefined> {
  const { conjunctionId } = event
  const { next, passedOver } = await nextOfChain(tx, { conjunctionId, subject: by.subject, at: chainNow })
  const { step = 0, steps = 0, person } = next ?? {}
  const passed = { by: by.username, note }
  const call: DutyCall = { step, steps, person: person?.username ?? null, before: null, passed }
  const why = callInEnglish(call)
  for (const one of passedOver.map(leftOut))
    await addProductNote(tx, { tenantId, id: conjunctionId, why: callInEnglish(one), call: one, now })
  const entry = { id: conjunctionId, step: { action: 'NOTE', why }, ifMatch: undefined, requestId, now, call } as const
  await addStepWithin(tx, { tenantId, ...by }, entry)
  if (alarm !== undefined && next !== undefined)
    await alarms.setCalled(tx, {
      conjunctionId,
      at: new Date(chainNow),
      subject: next.person.subject,
      steps: next.turns,
    })
  const told = callNotice(event, { step, by: by.username, ...(note === '' ? {} : { note }) })
  await notify(tx, { tenantId, subject: person?.subject, ...told })
  return next
}
