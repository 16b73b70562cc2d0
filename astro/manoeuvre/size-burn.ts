import { burningTime } from './burning-time.ts'
import { deltaVOfTime, type EngineGiven, type EngineLimit, largestBurn } from './engine-limits.ts'
import { cutArc, wholeSteps } from './engine-steps.ts'
import type { TargetPlan } from './plan-to-target.ts'
import { settleArc } from './settle-arc.ts'

/** An engine whose burns are impulses. */
export interface ImpulseEngine extends EngineGiven {
  readonly minDeltaVMps: number
  readonly cutOffStepS: number
}

/** An engine of continuous thrust. */
export interface ArcEngine extends EngineGiven {
  readonly dutyCycle: number
  readonly maxThrustPerOrbitS: number
  readonly cutOffStepS: number
}

/** The limits of a burn in planning: the duration of its thrust (absent: an impulse), and its sizes. */
export interface BurnBounds {
  readonly arcS?: number
  readonly minDeltaVMps?: number
  readonly maxDeltaVMps?: number
}

/** Returns the smallest sufficient burn within limits: at one start, or at the best start in a window. */
export type PlanWithin = (bounds: BurnBounds) => TargetPlan

/** A burn that the engine can make: the duration of its arc (0: an impulse), the largest possible burn, and its limit. */
export interface SizedBurn {
  readonly ok: true
  readonly plan: TargetPlan
  readonly arcS: number
  readonly maxDeltaVMps: number
  readonly limit: EngineLimit | 'THRUST_PER_ORBIT' | 'BLACKOUT'
}

/** Why an engine can make no burn, with the numbers for the message. */
export type NotSized =
  | {
      readonly ok: false
      readonly code: 'spent'
      readonly values: { readonly leastMps: number; readonly leftMps: number }
    }
  | {
      readonly ok: false
      readonly code: 'burn-duration'
      readonly values: { readonly arcS: number; readonly longestS: number }
    }

const spent = (leastMps: number, leftMps: number): NotSized => ({
  ok: false,
  code: 'spent',
  values: { leastMps, leftMps },
})

const tooLong = (arcS: number, longestS: number): NotSized => ({
  ok: false,
  code: 'burn-duration',
  values: { arcS: Math.round(arcS), longestS: Math.round(longestS) },
})

/** Returns true if the remaining Δv is zero or below the engine's smallest burn. */
const isSpent = (mostMps: number, leastMps: number) => mostMps <= 0 || mostMps < leastMps

/**
 * Sizes an impulse for which the engine is on for whole steps: as long as needed, or as long as allowed (flight rules F7 and F8). First the
 * smallest sufficient Δv is planned, then its time by the rocket equation is rounded up to whole steps of the engine, and the Δv of these steps
 * is used; if it exceeds the allowed Δv, one step less. The plan is made again with exactly this size, because the best direction may be
 * different for it.
 */
export function sizeImpulse(engine: ImpulseEngine, massKg: number | null, planOf: PlanWithin): SizedBurn | NotSized {
  const { minDeltaVMps, cutOffStepS: stepS } = engine
  const { deltaVMps: maxDeltaVMps, limit } = largestBurn(engine, massKg)
  if (isSpent(maxDeltaVMps, minDeltaVMps)) return spent(minDeltaVMps, maxDeltaVMps)
  const smallest = planOf({ minDeltaVMps, maxDeltaVMps })
  if (!(stepS > 0) || massKg === null || smallest.deltaVMps === 0)
    return { ok: true, plan: smallest, arcS: 0, maxDeltaVMps, limit }
  const steps = Math.round(wholeSteps(burningTime(engine, massKg, smallest.deltaVMps), stepS) / stepS)
  const sizes = [steps, steps - 1].map((count) => deltaVOfTime(engine, massKg, count * stepS))
  const cutMps = sizes.find((size) => size <= maxDeltaVMps && size > 0 && size >= minDeltaVMps)
  if (cutMps === undefined) return spent(deltaVOfTime(engine, massKg, stepS), maxDeltaVMps)
  const cut = planOf({ minDeltaVMps: cutMps, maxDeltaVMps: cutMps })
  return { ok: true, plan: reasonedBy(smallest, cut, minDeltaVMps), arcS: 0, maxDeltaVMps: cutMps, limit }
}

/** A burn within this fraction of the engine's smallest burn counts as the smallest burn. */
const SAME_BURN = 1e-3

/** Gives the reason for the size of a burn in whole steps: the reason of the original burn, or, if it had none, the steps. */
function reasonedBy({ largerFor }: TargetPlan, cut: TargetPlan, leastMps: number): TargetPlan {
  if (largerFor !== null && largerFor !== 'smallest-burn') return { ...cut, largerFor }
  const isBySteps = cut.largerFor === 'smallest-burn' && cut.deltaVMps > leastMps * (1 + SAME_BURN)
  return isBySteps ? { ...cut, largerFor: 'engine-steps' } : cut
}

/** The requested time and length of an arc. */
export interface ArcAsked {
  readonly massKg: number
  /** The start of the thrust, or the earliest start of a search, seconds after TCA. */
  readonly startS: number
  /** The requested duration of the thrust, s; null: as long as its Δv needs. */
  readonly askedS: number | null
  /** Returns the longest time between blackouts, s; called if the duration is not given. */
  readonly longestOpenS: () => number
}

/** The two ways to plan an arc: without a count, which takes seconds, until its length has converged; then with a count. */
export interface ArcPlans {
  readonly uncounted: PlanWithin
  readonly counted: PlanWithin
}

/** Factor on the thrust, so that the burn, rounded as in the file, does not need more thrust than the engine has. */
const THRUST_MARGIN = 1.0005

/**
 * Sizes an arc that is as long as its thrust takes, in whole steps of the engine, or as long as requested (flight rules F7 and F8). The
 * acceleration a = F d/m, with duty cycle d, is for the mass at the start: the propellant of one arc is Δv/v_e of the mass, 7e-5 for 1 m/s at the
 * 15 km/s of a Hall thruster. The longest arc is the least of four: the allowed thrust per orbit, over d; the time to TCA; the remaining Δv, over
 * a; the longest time between blackouts. An arc with a given length is not cut: its length is kept, and its Δv is at most a times it.
 */
export function sizeArc(engine: ArcEngine, asked: ArcAsked, plans: ArcPlans): SizedBurn | NotSized {
  const { massKg, startS, askedS } = asked
  const most = largestBurn(engine, massKg)
  if (isSpent(most.deltaVMps, 0)) return spent(0, most.deltaVMps)
  const accelerationMps2 = (engine.thrustN * engine.dutyCycle) / massKg
  const byThrustS = Math.min(engine.maxThrustPerOrbitS / engine.dutyCycle, -startS)
  if (askedS !== null) {
    const arcS = wholeSteps(askedS)
    // A requested arc thrusts only as long as its burn needs: the remaining propellant limits its Δv and not its time.
    if (!(arcS > 0 && arcS <= byThrustS)) return tooLong(arcS, byThrustS)
    const byTimeMps = accelerationMps2 * arcS
    const maxDeltaVMps = Math.min(most.deltaVMps, byTimeMps)
    const limit = byTimeMps <= most.deltaVMps ? 'BURN_DURATION' : most.limit
    return { ok: true, plan: plans.counted({ arcS, maxDeltaVMps }), arcS, maxDeltaVMps, limit }
  }
  const byMostS = most.deltaVMps / accelerationMps2
  const byEngineS = Math.min(byThrustS, byMostS)
  const openS = asked.longestOpenS()
  const longestS = Math.min(byEngineS, openS)
  const needed = neededArc(plans, { longestS, accelerationMps2 })
  if (needed === null)
    return { ok: true, plan: plans.counted({}), arcS: 0, maxDeltaVMps: most.deltaVMps, limit: most.limit }
  const cut = cutArc(needed.arcS, engine, longestS)
  if (!cut.ok) return tooLong(cut.leastS, longestS)
  const maxDeltaVMps = accelerationMps2 * cut.arcS
  // With whole steps at full thrust, the arc makes exactly this Δv.
  const least = engine.cutOffStepS > 0 ? { minDeltaVMps: maxDeltaVMps } : {}
  const plan = reasonedBy(needed.plan, plans.counted({ arcS: cut.arcS, maxDeltaVMps, ...least }), 0)
  const limit = openS < byEngineS ? 'BLACKOUT' : byMostS <= byEngineS ? most.limit : 'THRUST_PER_ORBIT'
  return { ok: true, plan, arcS: cut.arcS, maxDeltaVMps, limit }
}

type ArcLimits = { readonly longestS: number; readonly accelerationMps2: number }

/**
 * Returns the needed duration of the thrust and its plan; null: no burn is needed. It is first planned as an impulse, whose Δv over a is the
 * initial length (settleArc).
 */
function neededArc({ uncounted, counted }: ArcPlans, { longestS, accelerationMps2 }: ArcLimits) {
  const lengthOf = ({ deltaVMps }: TargetPlan) => Math.min(longestS, deltaVMps / accelerationMps2)
  const firstS = lengthOf(uncounted({}))
  if (firstS === 0) return null
  const withMargin = (plan: TargetPlan) => Math.min(longestS, THRUST_MARGIN * lengthOf(plan))
  const settled = settleArc(firstS, (arcS) => uncounted({ arcS }), withMargin)
  if (settled.plan.limit !== 'method') return settled
  // A count may require a larger burn.
  const plan = counted({ arcS: settled.arcS })
  return { plan, arcS: Math.max(settled.arcS, withMargin(plan)) }
}
