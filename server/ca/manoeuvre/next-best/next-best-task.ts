import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import { HOURLY_PERIOD_S } from '@apsis/astro/manoeuvre/burn-time.ts'
import { REMEDIATION } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import type { NextBest, PlanRequest } from '@apsis/contract/ca/manoeuvre-plan.ts'
import type { PlanTask } from '../plan-parts.ts'
import { planBurn } from '../plan-task.ts'
import { openEvent } from '../planned-event.ts'
import { type ScreenTask, screenBurn } from '../screen-task.ts'

export type NextBestTask = {
  readonly plan: PlanTask
  readonly screen: ScreenTask
  /** What the plan itself is, which the next best has to be better than. */
  readonly verdict: NextBest['verdict']
}

/** Half and whole revolutions before TCA: half ones cost least, whole ones move the satellite to the other side of its path. */
const LEADS = { orbits: [0.5, 1, 1.5, 2.5, 3.5, 4.5], hours: [3, 6, 9, 12, 18, 24] }
/** Beside what was asked for: the target of flight rule F12, and a hundredth of it, which goes further away. */
const FURTHER_SHARE = 0.01
/** Of objects that fly along together: twice the distance. */
const FURTHER_FACTOR = 2
const BEST_FIRST = ['PASS', 'WARN', 'NOT_ASSESSED', 'FAIL'] as const
const rankOf = (verdict: NextBest['verdict']) => BEST_FIRST.indexOf(verdict)

/**
 * Of other times and further targets the burn that its screening likes best, then the one that costs least; null where none
 * is better than the plan. Each is planned, flown and screened like a plan. For the pool.
 */
export function findNext({ plan, screen, verdict }: NextBestTask): NextBest | null {
  const found: NextBest[] = []
  const { periodS } = openEvent(plan.message, plan.request.dynamics).model
  for (const target of targetsOf(plan))
    for (const start of startsOf(periodS)) {
      const request = requestOf(plan, { target, start })
      const planned = planBurn({ ...plan, request })
      if ('refused' in planned || !planned.burn.meetsTarget) continue
      const { burn } = planned
      const { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, deltaVMagnitude, after } = burn
      const screened = screenBurn({
        ...screen,
        burn: { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, drag: null },
      })
      const { probability } = after
      found.push({ request, verdict: screened.ofMessages.verdict, ignitionEpoch, deltaVMagnitude, probability })
    }
  const [best] = found.toSorted(
    (a, b) => rankOf(a.verdict) - rankOf(b.verdict) || a.deltaVMagnitude - b.deltaVMagnitude,
  )
  return best !== undefined && rankOf(best.verdict) < rankOf(verdict) ? best : null
}

type Target = PlanRequest['target']

function targetsOf({ request, acceptedProbability, message, separationM }: PlanTask): Target[] {
  if (message.isBySeparation === true) {
    const value = request.target?.value ?? separationM
    return [request.target, { kind: 'MISS_DISTANCE', value: FURTHER_FACTOR * value }]
  }
  const standard = { kind: 'PROBABILITY', value: REMEDIATION * acceptedProbability } as const
  const further = { ...standard, value: FURTHER_SHARE * standard.value }
  return [...(request.target === undefined ? [] : [request.target]), standard, further]
}

/** The request of the plan at another time and with another target. */
function requestOf({ request }: PlanTask, { target, start }: Pick<PlanRequest, 'target' | 'start'>): PlanRequest {
  const { until: _, strategy: __, plannedBurn: ___, ...rest } = request
  return { ...rest, start, target }
}

/** As people of this orbit count: in revolutions, or in seconds where the leads are hours. */
const startsOf = (periodS: number): PlanRequest['start'][] =>
  periodS < HOURLY_PERIOD_S
    ? LEADS.orbits.map((value) => ({ unit: 'PERIODS', value }))
    : LEADS.hours.map((hours) => ({ unit: 'SECONDS', value: hours * SECONDS_PER_HOUR }))
