import { callAt } from '@apsis/contract/duty/escalation.ts'
import type { NextCall } from '@apsis/contract/duty/next-call.ts'
import { Id } from '@apsis/contract/page.ts'
import { personName } from '@apsis/contract/person-name.ts'
import { findEvent, isWaitingUrgent } from '../../ca/event/event.service.ts'
import { listPeople } from '../../platform/auth/member.repository.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { findPlan } from '../plan/plan.repository.ts'
import { listReachable } from '../plan/plan.service.ts'
import * as alarms from './alarm.repository.ts'
import { nextStep } from './next-step.ts'

type NextCallQuestion = {
  readonly matter: string
  readonly now: number
  /**
   * The time on the chain's clock. In a drill that clock is ahead of the ordinary one; people read the time of the
   * ordinary clock.
   */
  readonly chainNow: number
}

/**
 * Returns whom the chain calls next for an event if nobody acknowledges, and when (`callAt`); undefined if there is
 * no chain, or if nobody has to act on the event. When the decision is overdue, a contact may require a call earlier
 * than TCA does: the returned time is then the latest possible.
 */
export async function nextCallOf(
  tx: TenantDb,
  { matter, now, chainNow }: NextCallQuestion,
): Promise<NextCall | undefined> {
  if (!Id.safeParse(matter).success) return undefined
  const rota = (await findPlan(tx))?.rota
  if (rota === undefined || rota.chain.length === 0) return undefined
  const event = await findEvent(tx, { id: matter, now: chainNow })
  if (event === undefined || !isWaitingUrgent(event)) return undefined
  const alarm = (await alarms.listOpenAlarms(tx)).find(({ conjunction_id }) => conjunction_id === matter)
  // Before the first run of the chain there is no alarm; it is raised within seconds.
  const { calls, lastMs } =
    alarm === undefined ? { calls: 0, lastMs: chainNow } : { calls: alarm.calls, lastMs: alarm.last_at.getTime() }
  const decideAt = Date.parse(event.decideBefore)
  const at = callAt({ lastMs, calls }, { decideAt, tcaAt: Date.parse(event.conjunctionData.tca) })
  const { next } = nextStep(rota, { calls, at: Math.max(at, chainNow), callable: await listReachable(tx) })
  return {
    person: next?.person.username ?? null,
    at: new Date(at - (chainNow - now)).toISOString(),
    when: at <= chainNow ? 'now' : lastMs < decideAt ? 'exact' : 'latest',
  }
}

/** Returns the next call for deliveries, which use people's names. */
export async function nextCallByName(tx: TenantDb, asked: NextCallQuestion): Promise<NextCall | undefined> {
  const call = await nextCallOf(tx, asked)
  const { person } = call ?? {}
  return call && person ? { ...call, person: personName(person, await listPeople(tx, [person])) } : call
}
