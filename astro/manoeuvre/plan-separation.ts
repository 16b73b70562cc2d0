import { norm, scale, type Vec3 } from '../vec3.ts'
import type { EncounterModel } from './encounter-model.ts'
import { sizeShare } from './execution-error.ts'
import { scanLines } from './impulse-search.ts'
import {
  type AssessedOptions,
  type AssessedPlan,
  confirm,
  GROWTH_FACTOR,
  mayGrow,
  planAssessed,
} from './plan-assessed.ts'
import { flyImpulse, type ImpulsePlan, MARGIN, trialOf } from './plan-impulse.ts'
import { scanSizes } from './safe-intervals.ts'
import { type Passages, type Separation, separationOf } from './separation.ts'

/** What a plan by distance has to stand. */
export interface SeparationOptions extends Omit<AssessedOptions, 'target' | 'acceptedProbability' | 'counting'> {
  readonly target: { readonly kind: 'miss'; readonly missM: number }
  /** What every passage keeps, also where the burn comes out 3σ too weak or too strong (flight rules F1 and F12 for a distance), m. */
  readonly acceptedM: number
  readonly passages: Passages
}

/** A plan by distance, and how near the objects come. */
export interface SeparationPlan extends AssessedPlan {
  readonly separation: Separation
}

/** Sizes grow by this until one is enough, from the plan for the passage of the message up to this multiple; the smallest is found by halving. */
const [GROWTH, MOST_GROWTH, HALVINGS] = [1.15, 40, 6]
/** A passage over days takes tens of milliseconds to look at: each size of a scan is twice the last. */
const SCAN_FACTOR = 2

/**
 * The smallest impulse after which two objects keep a distance (flight rule F2): the plan for the passage of the
 * message is enlarged until every passage keeps the target, and what is accepted where the burn comes out 3σ off; where
 * no such multiple does, sizes of either sense along one line are tried. Where none does, what comes nearest to it is
 * shown. Throws RangeError where the orbit cannot be followed. Why by distance: objects on nearly one orbit pass at
 * millimetres to metres a second, for which the straight line of the conjunction plane does not hold, and they meet
 * again each revolution with the same errors, so that the probability of one passage is not that of the pair.
 */
export function planSeparation(model: EncounterModel, options: SeparationOptions): SeparationPlan {
  const plan = planWithin(model, options)
  if (plan.meetsTarget || options.allowed === undefined || plan.limit === 'direction') return plan
  // With the same limits another direction would do: then it is the thrusters that are in the way.
  const { allowed: _, ...free } = options
  return planWithin(model, free).meetsTarget ? { ...plan, limit: 'direction' } : plan
}

/** What a burn that is given keeps, judged as every plan by distance is: neither its size nor its direction is changed. */
export function separateGiven(model: EncounterModel, options: SeparationOptions, deltaVRtnMps: Vec3): SeparationPlan {
  const size = norm(deltaVRtnMps)
  const fixed = { ...options, minDeltaVMps: size, maxDeltaVMps: size }
  const judged = judgeDistance(model, fixed, flyImpulse(model, fixed, deltaVRtnMps))
  return { ...finish(model, fixed, judged, judged), largerFor: null }
}

/**
 * One plan within the limits, by three searches, each only where the one before does not do: the impulse for the
 * passage of the message; the same impulse enlarged along its direction; and sizes of either sense along the lines of
 * scanLines(), unless the enlarged impulse is at most twice the first. The least distance of all passages is no
 * monotonic function of the size: a stronger drift clears one passage and brings a later one nearer. Therefore sizes
 * are tried, and neither a root nor a gradient is sought. The smallest that is enough is taken; where none is, the one
 * whose smaller share of what is asked for, min(least/accepted, nominal/target), is the largest.
 */
function planWithin(model: EncounterModel, options: SeparationOptions): SeparationPlan {
  const tried: SeparationTrial[] = []
  const judge = (plan: ImpulsePlan): SeparationTrial => {
    const judged = judgeDistance(model, options, plan)
    tried.push(judged)
    return judged
  }
  const fly = (deltaVRtnMps: Vec3) => judge(flyImpulse(model, options, deltaVRtnMps))
  const first = judge(forMessage(model, options))
  if (first.meetsTarget) return finish(model, options, first, first)
  const grown = first.plan.deltaVMps > 0 ? grow(first, fly, options) : null
  const isNearby = grown !== null && grown.plan.deltaVMps <= SCAN_FACTOR * first.plan.deltaVMps
  const { lines, senses } = scanLines(trialOf(model, options), options)
  const scanned = (isNearby ? [] : lines).map((line) =>
    scanSizes((size) => fly(scale(line, size)), {
      fromMps: options.minDeltaVMps ?? 0,
      toMps: grown?.plan.deltaVMps ?? options.maxDeltaVMps ?? Infinity,
      factor: SCAN_FACTOR,
      senses,
    }),
  )
  const found = [grown, ...scanned].filter((one) => one !== null)
  const nearest = (judged: SeparationTrial) =>
    Math.min(judged.leastM / options.acceptedM, judged.nominalM / options.target.missM)
  const best =
    found.length > 0
      ? found.reduce((a, b) => (b.plan.deltaVMps < a.plan.deltaVMps ? b : a))
      : tried.reduce((a, b) => (nearest(b) > nearest(a) ? b : a))
  return finish(model, options, best, first)
}

/** The plan for the passage of the message alone; no burn where the objects do not move past each other there at all. */
function forMessage(model: EncounterModel, { acceptedM: _, passages: __, ...options }: SeparationOptions): ImpulsePlan {
  const still = trialOf(model, options).attempt([0, 0, 0]).after
  return still.planar === null ? flyImpulse(model, options, [0, 0, 0]) : planAssessed(model, options)
}

interface SeparationTrial {
  readonly plan: ImpulsePlan
  readonly separation: Separation
  readonly nominalM: number
  /** Of the burn as planned and 3σ off. */
  readonly leastM: number
  readonly meetsTarget: boolean
}

/**
 * Flies a burn and says whether it is enough: the nominal distance, times MARGIN, reaches the target and the accepted
 * distance, and the distances of a burn that is 3σ too strong and 3σ too weak each reach the accepted one. The strong
 * one counts as well, since it may come nearer at another passage. The error of the burn acts by these two flights
 * alone: a distance has no covariance into which it could be added.
 */
function judgeDistance(model: EncounterModel, options: SeparationOptions, plan: ImpulsePlan): SeparationTrial {
  const { target, acceptedM, passages, executionError, burnS, arcS } = options
  const trial = trialOf(model, { burnS, ...(arcS === undefined ? {} : { arcS }) })
  const share = executionError === undefined ? 0 : sizeShare(plan.deltaVRtnMps, executionError)
  const attempt = (factor: number) => trial.attempt(scale(plan.deltaV, factor)).after
  const separation = separationOf(model, attempt, { share, passages })
  const { nominal, hot, cold } = separation
  const nominalM = nominal.distanceM
  const offM = Math.min(hot?.distanceM ?? Infinity, cold?.distanceM ?? Infinity)
  const isKept = nominalM * MARGIN >= Math.max(target.missM, acceptedM) && offM >= acceptedM
  return { plan, separation, nominalM, leastM: Math.min(nominalM, offM), meetsTarget: isKept }
}

/**
 * The smallest multiple of a plan that is enough, the largest that is allowed among those that are tried; null: none
 * is. Sizes grow by 1.15: some 27 flights reach forty times the first (ln 40 / ln 1.15 = 26.4), and six halvings of the
 * last step leave 0.15/2⁶, 0.2 % of the size.
 */
function grow(
  first: SeparationTrial,
  fly: (deltaVRtnMps: Vec3) => SeparationTrial,
  options: SeparationOptions,
): SeparationTrial | null {
  const { maxDeltaVMps = Infinity } = options
  const most = Math.min(MOST_GROWTH, maxDeltaVMps / first.plan.deltaVMps)
  const at = (factor: number) => fly(scale(first.plan.deltaVRtnMps, factor))
  let below = 1
  while (below < most) {
    const factor = Math.min(below * GROWTH, most)
    let best = at(factor)
    if (best.meetsTarget) {
      let high = factor
      for (let step = 0; step < HALVINGS; step += 1) {
        const middle = (below + high) / 2
        const next = at(middle)
        if (next.meetsTarget) [best, high] = [next, middle]
        else below = middle
      }
      return best
    }
    below = factor
  }
  return null
}

/**
 * The chosen plan with the two things that its reader asks. Why it is not enough, in this order: no Δv is left; the
 * burn as planned keeps the distance, and only the one that is 3σ off does not; the passage of the message is cleared,
 * and another one is not; else what limited the plan for the message. And why it is larger than the passage of the
 * message needs.
 */
function finish(
  model: EncounterModel,
  options: SeparationOptions,
  best: SeparationTrial,
  first: SeparationTrial,
): SeparationPlan {
  const { plan, separation, meetsTarget } = best
  const { target, acceptedM, method = 'circle-2d' } = options
  const isMessageKept = first.plan.after.missDistanceM * MARGIN >= target.missM
  const isNominalKept = (one: SeparationTrial) => one.nominalM * MARGIN >= Math.max(target.missM, acceptedM)
  const limit = () => {
    if (!mayGrow(plan, options)) return 'delta-v' as const
    if (isNominalKept(best)) return 'execution-error' as const
    return isMessageKept ? ('passage' as const) : (first.plan.limit ?? 'passage')
  }
  const isLarger = best !== first
  const smallest = plan.deltaVMps > 0 && plan.deltaVMps <= (options.minDeltaVMps ?? 0) * GROWTH_FACTOR
  return {
    ...plan,
    meetsTarget,
    limit: meetsTarget ? null : limit(),
    counted: null,
    confirmedProbability: confirm(plan.after, model, method),
    coldProbability: null,
    largerFor: isLarger
      ? isNominalKept(first)
        ? 'weak-burn'
        : 'other-passage'
      : smallest && best.nominalM > 2 * target.missM
        ? 'smallest-burn'
        : null,
    separation,
  }
}
