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

/** The conditions of a plan by distance. */
export interface SeparationOptions extends Omit<AssessedOptions, 'target' | 'acceptedProbability' | 'counting'> {
  readonly target: { readonly kind: 'miss'; readonly missM: number }
  /** The distance at every passage, also if the burn is 3σ too weak or too strong (flight rules F1 and F12 for a distance), m. */
  readonly acceptedM: number
  readonly passages: Passages
}

/** A plan by distance, and the distances of the objects. */
export interface SeparationPlan extends AssessedPlan {
  readonly separation: Separation
}

/**
 * Sizes grow by the first factor until one is sufficient, from the plan for the passage of the message up to the second multiple; the smallest is
 * found by this number of bisections.
 */
const [GROWTH, MOST_GROWTH, HALVINGS] = [1.15, 40, 6]
/** Evaluating passages over days takes tens of milliseconds: each size of a scan is twice the previous one. */
const SCAN_FACTOR = 2

/**
 * Returns the smallest impulse after which two objects keep a distance (flight rule F2). The plan for the passage of the message is enlarged
 * until every passage keeps the target, and the accepted distance if the burn deviates by 3σ. If no such multiple is sufficient, sizes of either
 * sense along one line are tried. If none is sufficient, the closest result is returned. Throws RangeError if the orbit cannot be propagated. The
 * reason for using a distance: objects on nearly the same orbit pass at millimetres to metres per second. The straight line of the conjunction
 * plane is not valid for them, and they meet again in each revolution with the same errors, so that the probability of one passage is not the
 * probability of the pair.
 */
export function planSeparation(model: EncounterModel, options: SeparationOptions): SeparationPlan {
  const plan = planWithin(model, options)
  if (plan.meetsTarget || options.allowed === undefined || plan.limit === 'direction') return plan
  // If another direction would be sufficient with the same limits, the thrusters are the limit.
  const { allowed: _, ...free } = options
  return planWithin(model, free).meetsTarget ? { ...plan, limit: 'direction' } : plan
}

/** Judges the distances after a given burn like any plan by distance; neither its size nor its direction is changed. */
export function separateGiven(model: EncounterModel, options: SeparationOptions, deltaVRtnMps: Vec3): SeparationPlan {
  const size = norm(deltaVRtnMps)
  const fixed = { ...options, minDeltaVMps: size, maxDeltaVMps: size }
  const judged = judgeDistance(model, fixed, flyImpulse(model, fixed, deltaVRtnMps))
  return { ...finish(model, fixed, judged, judged), largerFor: null }
}

/**
 * Makes one plan within the limits, by three searches, each used only if the previous one fails: the impulse for the passage of the message; the
 * same impulse enlarged along its direction; and sizes of either sense along the lines of scanLines(), unless the enlarged impulse is at most
 * twice the first. The least distance of all passages is not a monotonic function of the size: a stronger drift avoids one passage and brings a
 * later one nearer. So sizes are tried, instead of searching a root or a gradient. The smallest sufficient size is used; if none is sufficient,
 * the size with the largest min(least/accepted, nominal/target).
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

/** Plans only for the encounter in the message. Returns a plan without a burn if the objects have no relative motion there. */
function forMessage(model: EncounterModel, { acceptedM: _, passages: __, ...options }: SeparationOptions): ImpulsePlan {
  const still = trialOf(model, options).attempt([0, 0, 0]).after
  return still.planar === null ? flyImpulse(model, options, [0, 0, 0]) : planAssessed(model, options)
}

interface SeparationTrial {
  readonly plan: ImpulsePlan
  readonly separation: Separation
  readonly nominalM: number
  /** The least distance of the planned burn and of the burns that deviate by 3σ. */
  readonly leastM: number
  readonly meetsTarget: boolean
}

/**
 * Propagates a burn and decides whether it is sufficient: the nominal distance times MARGIN reaches the target and the accepted distance, and the
 * distances of burns that are 3σ too strong and 3σ too weak reach the accepted distance. The strong burn counts as well, because it may come
 * nearer at another passage. The burn's error acts only through these two propagations: a distance has no covariance to which it could be added.
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
 * Returns the smallest sufficient multiple of a plan among the tried sizes, and the largest allowed one; null: none is sufficient. Sizes grow by
 * 1.15: some 27 propagations reach forty times the first (ln 40 / ln 1.15 = 26.4), and six bisections of the last step leave 0.15/2⁶, 0.2 % of
 * the size.
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
 * Returns the chosen plan with two explanations. The first says why it is not sufficient; the reasons are tested in this order: no Δv is left;
 * the planned burn keeps the distance, and only the burns that deviate by 3σ do not; the passage of the message is avoided, and another one is
 * not; otherwise the limit of the plan for the message. The second says why it is larger than the passage of the message needs.
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
