import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import { HOURLY_PERIOD_S, type UsualLeads } from '@apsis/astro/manoeuvre/burn-time.ts'
import type { Counting } from '@apsis/astro/manoeuvre/confirm-by-counting.ts'
import { REMEDIATION } from '@apsis/astro/manoeuvre/plan-assessed.ts'
import { seededRandom } from '@apsis/astro/random.ts'
import type { NextBest, PlanRequest, PlanScreening } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { PlanTask } from '../design/plan-parts.ts'
import { planForEvent } from '../design/plan-task.ts'
import { openEvent, type PlannedEvent } from '../design/planned-event.ts'
import { type ScreenTask, screenOn } from './screen-task.ts'

export type NoNextBest = NonNullable<PlanScreening['noNextBest']>

export type NextBestTask = {
  readonly plan: PlanTask
  readonly screen: ScreenTask
  /** The verdict of the plan itself; the next best has to be better. */
  readonly verdict: NextBest['verdict']
}

/** Revolutions before TCA: half-integer ones need the least Δv, integer ones move the satellite to the other side of its path. */
const LEADS: UsualLeads = { orbits: [0.5, 1, 1.5, 2.5, 3.5, 4.5], hours: [3, 6, 9, 12, 18, 24] }
/** Along curved orbits each start takes 2 s to plan and to screen. */
const CURVED_LEADS: UsualLeads = { orbits: [0.5, 1.5], hours: [6, 12] }
/**
 * A further target besides the requested target and the target of F12: a hundredth of the F12 target, which moves the satellite further.
 */
const FURTHER_SHARE = 0.01
/** The further target of co-orbiting objects: twice the distance. */
const FURTHER_FACTOR = 2
const BEST_FIRST = ['PASS', 'WARN', 'NOT_ASSESSED', 'FAIL'] as const
const rankOf = (verdict: NextBest['verdict']) => BEST_FIRST.indexOf(verdict)

/** A burn that is better than the plan, or the reason why there is none. */
export type NextFound = { readonly best: NextBest } | { readonly none: NoNextBest }

export type Candidate = {
  readonly next: NextBest
  /** True if the event only lacks a count. */
  readonly isOpen: boolean
}

/** The most pairs that are drawn for one burn, and for all burns together; a count takes 4 s each. */
const [MOST_TRIALS, TRIALS_OF_ALL, SEED] = [100_000, 200_000, 16]

/**
 * Returns the burn at another time or with a further target that has the best verdict, then the least Δv; none if none is better than the plan.
 * Each burn is planned, propagated and screened like a plan, without a count. Of the burns that only need a count, the best is counted, and the
 * next one if the count fails. Runs in the worker pool.
 */
export function findNext(task: NextBestTask): NextFound {
  const { plan, verdict } = task
  const found: Candidate[] = []
  const event = openEvent(plan.message, plan.request.dynamics)
  const { periodS } = event.model
  for (const target of targetsOf(plan))
    for (const start of startsOf(periodS, plan.message.method === 'hall-3d' ? CURVED_LEADS : LEADS)) {
      const made = candidateOf({ ...task, event }, requestOf(plan, { target, start }), null)
      if (made !== undefined) found.push(made)
    }
  if (found.length === 0) return { none: 'NONE_REACHES' }
  const better = found
    .filter(({ next }) => rankOf(next.verdict) < rankOf(verdict))
    .toSorted(
      (a, b) => rankOf(a.next.verdict) - rankOf(b.next.verdict) || a.next.deltaVMagnitude - b.next.deltaVMagnitude,
    )
  if (better.length === 0) return { none: 'NONE_BETTER' }
  const best = firstConfirmed(better, verdict, (next, counting) =>
    candidateOf({ ...task, event }, next.request, counting),
  )
  return best === undefined ? { none: 'NONE_REACHES' } : { best }
}

/** Returns the first burn that needs no count or is confirmed by one; else the first burn whose count has no hit, with its bound. */
export function firstConfirmed(
  better: readonly Candidate[],
  verdict: NextBest['verdict'],
  countedOf: (next: NextBest, counting: Counting) => Candidate | undefined,
): NextBest | undefined {
  const budget = { trials: TRIALS_OF_ALL }
  let told: NextBest | undefined
  for (const { next, isOpen } of better) {
    if (!isOpen) return next
    if (budget.trials <= 0) continue
    const counting = { random: seededRandom(SEED), mostTrials: MOST_TRIALS, budget }
    const counted = countedOf(next, counting)
    if (counted === undefined || rankOf(counted.next.verdict) >= rankOf(verdict)) continue
    if (!counted.isOpen) return counted.next
    if (counted.next.counted?.hits === 0) {
      told ??= counted.next
      // If this many pairs prove nothing for one burn, they prove nothing for another burn.
      budget.trials = 0
    }
  }
  return told
}

/** Returns another burn, screened; undefined if it cannot be planned, or misses its target and a count would not help. */
function candidateOf(
  { plan, screen, event }: NextBestTask & { readonly event: PlannedEvent },
  request: PlanRequest,
  counting: Counting | null,
): Candidate | undefined {
  const planned = planForEvent({ ...plan, request }, counting, () => event)
  if ('refused' in planned) return undefined
  const { burn } = planned
  const isOpen =
    !burn.meetsTarget && burn.limit === 'METHOD' && (burn.after.probability === null || burn.counted !== undefined)
  if (!burn.meetsTarget && !isOpen) return undefined
  // A burn of zero is not another burn.
  if (burn.deltaVMagnitude === 0) return undefined
  const { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, deltaVMagnitude, after, counted } = burn
  const screened = screenOn(
    {
      ...screen,
      burn: { ignitionEpoch, deltaVRtn, manoeuvreDuration, dynamics, drag: null },
    },
    null,
  )
  const { probability } = after
  const { verdict } = screened.ofMessages
  const known = { request, verdict, ignitionEpoch, deltaVMagnitude, probability }
  return { next: { ...known, ...(counted === undefined ? {} : { counted }) }, isOpen }
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

/** Returns the request of the plan at another time and with another target. */
function requestOf({ request }: PlanTask, { target, start }: Pick<PlanRequest, 'target' | 'start'>): PlanRequest {
  const { until: _, strategy: __, plannedBurn: ___, ...rest } = request
  return { ...rest, start, target }
}

/** Returns the starts in the unit that operators of this orbit use: in revolutions, or in seconds if the leads are hours. */
const startsOf = (periodS: number, leads: UsualLeads): PlanRequest['start'][] =>
  periodS < HOURLY_PERIOD_S
    ? leads.orbits.map((value) => ({ unit: 'PERIODS', value }))
    : leads.hours.map((hours) => ({ unit: 'SECONDS', value: hours * SECONDS_PER_HOUR }))
