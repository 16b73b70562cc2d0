import { REMEDIATION } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import type { NextBest, PlanRequest } from '@apsis/contract/ca/manoeuvre-plan.ts'
import { type PlanTask, planBurn } from './plan-task.ts'
import { type ScreenTask, screenBurn } from './screen-task.ts'

export type NextBestTask = {
  readonly plan: PlanTask
  readonly screen: ScreenTask
  /** What the plan itself is, which the next best has to be better than. */
  readonly verdict: NextBest['verdict']
}

/** Half and whole revolutions before TCA: half ones cost least, whole ones move the satellite to the other side of its path. */
const LEADS = [0.5, 1, 1.5, 2.5, 3.5, 4.5]
/** Beside the target as it is, one that goes further away: what crosses another object's way may pass it then. */
const TARGET_SHARES = [1, 0.01]
const BEST_FIRST = ['PASS', 'WARN', 'NOT_ASSESSED', 'FAIL'] as const
const rankOf = (verdict: NextBest['verdict']) => BEST_FIRST.indexOf(verdict)

/**
 * Of other times and further targets the burn that its screening likes best, then the one that costs least; null where none
 * is better than the plan. Each is planned, flown and screened like a plan. For the pool.
 */
export function findNext({ plan, screen, verdict }: NextBestTask): NextBest | null {
  const found: NextBest[] = []
  for (const share of TARGET_SHARES)
    for (const value of LEADS) {
      const request = requestOf(plan, { share, value })
      const planned = planBurn({ ...plan, request })
      if ('refused' in planned || !planned.burn.meetsTarget) continue
      const { burn } = planned
      const { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, deltaVMagnitude, after } = burn
      const screened = screenBurn({ ...screen, burn: { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics } })
      const { probability } = after
      found.push({ request, verdict: screened.ofMessages.verdict, ignitionEpoch, deltaVMagnitude, probability })
    }
  const [best] = found.toSorted(
    (a, b) => rankOf(a.verdict) - rankOf(b.verdict) || a.deltaVMagnitude - b.deltaVMagnitude,
  )
  return best !== undefined && rankOf(best.verdict) < rankOf(verdict) ? best : null
}

type Variant = { readonly share: number; readonly value: number }

/** The request of the plan at another time; a miss distance grows where a probability falls. */
function requestOf({ request, acceptedProbability }: PlanTask, { share, value }: Variant): PlanRequest {
  const { until: _, target, ...rest } = request
  const start = { unit: 'PERIODS', value } as const
  if (share === 1) return { ...rest, start, ...(target === undefined ? {} : { target }) }
  const further =
    target?.kind === 'MISS_DISTANCE'
      ? { kind: target.kind, value: target.value * MISS_FACTOR }
      : { kind: 'PROBABILITY' as const, value: share * (target?.value ?? REMEDIATION * acceptedProbability) }
  return { ...rest, start, target: further }
}

const MISS_FACTOR = 1.5
