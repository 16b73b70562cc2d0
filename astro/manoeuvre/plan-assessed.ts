import type { Method } from '../conjunction/probability/assess.ts'
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { scale, type Vec3 } from '../vec3.ts'
import { type Counting, confirmByCounting, type HitCount, leastProven } from './confirm-by-counting.ts'
import { type EncounterAfter, type EncounterModel, makeEncounterModel } from './encounter-model.ts'
import { sizeShare } from './execution-error.ts'
import { scanLines } from './impulse-search.ts'
import { keptHall } from './kept-hall.ts'
import type { Target } from './local-risk.ts'
import {
  flyImpulse,
  type ImpulseOptions,
  type ImpulsePlan,
  isReached,
  MARGIN,
  planImpulse,
  trialOf,
} from './plan-impulse.ts'
import { scanSizes } from './safe-intervals.ts'

/** If a count does not confirm a burn, the burn is enlarged by this factor and counted again, up to this number of counts. */
const [COUNTED_FACTOR, MOST_COUNTS] = [2, 6]

/** The conditions that a plan must satisfy in addition to its target. */
export interface AssessedOptions extends Omit<ImpulseOptions, 'target'> {
  readonly target: Target
  /** The method that assessed the event; it confirms the plan. Default: the exact disc. */
  readonly method?: Method
  /** A burn that is 3σ too weak must stay below this (flight rule F1); absent: no condition. */
  readonly acceptedProbability?: number
  /** Settings of the count if the curved method has no value after a burn; without them such a plan is not sufficient. */
  readonly counting?: Counting
}

/** The reason why a plan is not sufficient: a limit of the burn, or the probability of its weak case. */
export interface AssessedPlan extends ImpulsePlan {
  /** The probability by the method of the event; null if it has no value. */
  readonly confirmedProbability: number | null
  /** The result of the count, if Monte Carlo was the only method; its upper bound is then the confirmed probability (flight rule F2). */
  readonly counted: HitCount | null
  /** The probability if the burn is 3σ too weak; null if this is not requested. */
  readonly coldProbability: number | null
  /** Why the burn is larger than its target needs; null: it is not, or the reason is unknown. */
  readonly largerFor: LargerFor | null
}

/** The target after a manoeuvre is this fraction of the accepted probability: 10^-1.5 (Hall, AAS 19-631 (2019), RemReduction). */
export const REMEDIATION = 0.03
/** The maximum number of evaluations of a method, which are outside the iteration. */
const MOST_CONFIRMATIONS = 8
/**
 * An evaluation of the method aims at the first fraction of the target, and a value from the second fraction on is near enough: a thousandth of
 * Pc is a few hundred-thousandths of Δv.
 */
const [AIM, NEAR_ENOUGH] = [0.995, 0.98]
/** Two plans whose Δv differ by less than this fraction have the same result: a per cent of Pc is about ten times as much. */
const SAME_DELTA_V = 1e-5
/** The least usable slope of log Pc by the method over log Pc of the disc. */
const LEAST_SLOPE = 0.05
/** If both the method's value and the planar value are below this fraction of the target, the plan may be larger than necessary. */
const FAR_BELOW = 0.5
/** A value along curved orbits takes tens of milliseconds and decreases smoothly: each tried size is twice the previous one. */
const METHOD_SCAN_FACTOR = 2
const MOST_GUIDED = 5
/** The number of sigmas by which a weak burn is too small. */
export const COLD_SIGMAS = 3
/** The factor by which a burn grows until its weak case is accepted. */
export const GROWTH_FACTOR = 1.02
const MOST_GROWTHS = 120
/**
 * The same for a value along curved orbits, which takes tens of milliseconds: up to an equally large burn, in larger steps that are bisected at
 * the end.
 */
const [METHOD_GROWTH, MOST_METHOD_GROWTHS] = [1.1, 25]

/**
 * Returns the smallest impulse that is sufficient by the method that assessed the event (flight rules F1 and F2). The plan is made with the disc
 * in the plane. If the event is assessed along curved orbits (hall2021), that method confirms each plan once, and the inner target is moved until
 * the plan is sufficient. If the method has no value and pairs may be drawn, the upper bound of a count must meet the target. If a burn that is
 * 3σ too weak exceeds the accepted probability, the burn is enlarged.
 */
export function planAssessed(model: EncounterModel, options: AssessedOptions): AssessedPlan {
  const plan = planWithin(model, options)
  if (plan.meetsTarget || options.allowed === undefined) return plan
  // The thrusters are the limit if they have no sense of the requested line, or if another direction would be sufficient with the same limits.
  if (scanLines(trialOf(model, options), options).lines.length === 0) return { ...plan, limit: 'direction' }
  const { allowed: _, ...free } = options
  return planWithin(model, free).meetsTarget ? { ...plan, limit: 'direction' } : plan
}

function planWithin(model: EncounterModel, options: AssessedOptions): AssessedPlan {
  const { target, method = 'circle-2d', acceptedProbability: _cold, counting: _, ...rest } = options
  const sized = sizeByMethod(model, { ...rest, target }, method)
  const found = sizeByScan(model, options, sized) ?? sized
  const uncounted = holdCold(model, found.plan, options)
  const confirmed = uncounted === found.plan ? found.confirmed : confirm(uncounted.after, model, method)
  return judged(model, options, { plan: found.plan, uncounted: { plan: uncounted, confirmed } })
}

/** Judges a given burn like any plan; neither its size nor its direction is changed. */
export function assessGiven(model: EncounterModel, options: AssessedOptions, deltaVRtnMps: Vec3): AssessedPlan {
  const plan = flyImpulse(model, options, deltaVRtnMps)
  const fixed = { ...options, minDeltaVMps: plan.deltaVMps, maxDeltaVMps: plan.deltaVMps }
  const confirmed = confirm(plan.after, model, options.method ?? 'circle-2d')
  return { ...judged(model, fixed, { plan, uncounted: { plan, confirmed } }), largerFor: null }
}

interface ToJudge {
  /** The plan sized for its target, and the plan enlarged for the accepted probability. */
  readonly plan: ImpulsePlan
  readonly uncounted: PlanWithProof
}

function judged(
  model: EncounterModel,
  options: AssessedOptions,
  { plan, uncounted: { plan: uncounted, confirmed: confirmedHeld } }: ToJudge,
): AssessedPlan {
  const { target } = options
  const { held, counted } = countWhere(model, options, { plan: uncounted, confirmed: confirmedHeld })
  const confirmed = counted?.upper ?? confirmedHeld
  // A distance is judged by the plan itself; a probability also by the method of the event.
  const isConfirmed = target.kind === 'miss' || isEnough({ confirmed }, target.probability)
  const { cold, isColdHeld, isColdKnown } = judgeCold(model, held, options)
  const meetsTarget = held.meetsTarget && isConfirmed && isColdHeld
  // If a burn could still grow and is too weak nevertheless, Δv is not the limit.
  const ofCold = !isColdKnown ? 'method' : mayGrow(held, options) ? 'execution-error' : 'delta-v'
  // Δv is also not the limit of a burn that has grown past a jump of its value and has too much risk there.
  const ofPlan = held !== plan && held.limit === 'delta-v' && mayGrow(held, options) ? 'method' : held.limit
  const limit = meetsTarget ? null : (ofPlan ?? (isConfirmed ? ofCold : 'method'))
  const largerFor =
    uncounted !== plan ? grownFor(options) : held === plan && isSmallest(plan, options) ? 'smallest-burn' : null
  return { ...held, meetsTarget, limit, counted, confirmedProbability: confirmed, coldProbability: cold, largerFor }
}

/** Returns true if a burn has the engine's smallest size, and its risk is below the target. */
function isSmallest(
  { deltaVMps, after, probability }: ImpulsePlan,
  { minDeltaVMps = 0, target }: Pick<ImpulseOptions, 'minDeltaVMps' | 'target'>,
): boolean {
  if (deltaVMps === 0 || deltaVMps > minDeltaVMps * (1 + SAME_DELTA_V)) return false
  return target.kind === 'miss'
    ? after.missDistanceM * FAR_BELOW > target.missM
    : probability !== null && probability < FAR_BELOW * target.probability
}

/** A plan, and its value by the method of the event. */
interface PlanWithProof {
  readonly plan: ImpulsePlan
  readonly confirmed: number | null
}

/** A plan made to an inner target. */
interface PlanToInnerTarget extends PlanWithProof {
  readonly inner: number
}

/**
 * Returns the plan whose value by the method of the event is the target: the root of log Pc by the method as a function of log Pc of the disc,
 * which is nearly a line of slope 1. It is found by false position, and by the secant if both values are on one side. Returns the smallest of the
 * sufficient plans, or the plan that came closest if none is sufficient. The search ends if the method has no value, if a smaller inner target
 * does not lower it, or if the plan no longer changes: beyond a jump of the value there is no root.
 */
function sizeByMethod(model: EncounterModel, options: ImpulseOptions, method: Method): PlanWithProof {
  const { target } = options
  const sizedFor = (to: Target): PlanToInnerTarget => {
    const plan = planImpulse(model, { ...options, target: to })
    return { plan, inner: to.kind === 'miss' ? 0 : to.probability, confirmed: confirm(plan.after, model, method) }
  }
  const first = sizedFor(target)
  if (method !== 'hall-3d' || target.kind === 'miss') return first
  const wanted = target.probability
  const runs = [first]
  for (let run = 1; run < MOST_CONFIRMATIONS; run += 1) {
    const last = runs.at(-1) ?? first
    if (last.confirmed === null || (last.plan.limit !== null && last.confirmed > MARGIN * wanted)) break
    // The disc's value must also be below the target: an operator who computes it finds the promised value.
    const isLeast = last.inner >= wanted || last.confirmed >= NEAR_ENOUGH * wanted
    if (last.confirmed <= MARGIN * wanted && isLeast) break
    const inner = nextInner(runs, wanted)
    if (inner === null) break
    runs.push(sizedFor({ ...target, probability: inner }))
    if (!tellsMore(runs, wanted)) break
  }
  const enough = runs
    .filter((run) => isEnough(run, wanted))
    .flatMap(({ plan, ...judged }) => {
      if (plan.limit === null) return [{ ...judged, plan }]
      // A limit may prevent the inner target but still allow the requested target.
      const reaches = isReached(target, plan.after, model.encounter.radiusM)
      return reaches ? [{ ...judged, plan: { ...plan, meetsTarget: true, limit: null } }] : []
    })
  return enough.length > 0
    ? enough.reduce((a, b) => (b.plan.deltaVMps < a.plan.deltaVMps ? b : a))
    : runs.reduce((a, b) => ((b.confirmed ?? Infinity) < (a.confirmed ?? Infinity) ? b : a))
}

/**
 * Returns the smallest burn along one line, in either sense, by the method itself. It is used if the disc gave no plan, or a plan with a far
 * lower risk than requested: for a pair that drifts past each other at a few metres per second the disc's value may be far below its target at
 * every size, without any meaning (CARA's 35946 × 30648: 1.5e-4 along curved orbits and by their Monte Carlo, 4e-23 in the plane). Null if the
 * plan does not change. A value that jumps across the target is no solution: the pair then meets again elsewhere, outside the range of the method
 * (Alfano's case 6, 1.2 cm/s half a revolution before TCA: 5e-34, but 2.5e-3 of 8,000 propagated pairs come as near within half a revolution).
 */
function sizeByScan(model: EncounterModel, options: AssessedOptions, sized: PlanWithProof): PlanWithProof | null {
  const { target, method = 'circle-2d', minDeltaVMps = 0, maxDeltaVMps = Infinity } = options
  if (method !== 'hall-3d' || target.kind === 'miss') return null
  const wanted = target.probability
  const isNear = ({ plan, confirmed }: PlanWithProof) =>
    Math.max(confirmed ?? 0, plan.probability ?? 0) >= FAR_BELOW * wanted
  const { plan } = sized
  const isSufficient = plan.meetsTarget && isEnough(sized, wanted)
  if (isSufficient && (isNear(sized) || plan.deltaVMps <= minDeltaVMps)) return null
  const judged = (deltaVRtnMps: Vec3) => {
    const flown = flyImpulse(model, options, deltaVRtnMps)
    const confirmed = flown.meetsTarget ? confirm(flown.after, model, method) : null
    return { plan: flown, confirmed, meetsTarget: isEnough({ confirmed }, wanted) }
  }
  const { guide } = model.dynamics
  const { acceptedProbability: _cold, ...withoutCold } = options
  const toMps = isSufficient ? plan.deltaVMps : maxDeltaVMps
  const { lines, senses } = scanLines(trialOf(model, options), options)
  const sizes = { fromMps: minDeltaVMps, toMps, senses, factor: METHOD_SCAN_FACTOR }
  const smallest = () =>
    lines
      .map((line) => scanSizes((size) => judged(scale(line, size)), sizes))
      .reduce(
        (best, next) => (best === null || (next !== null && next.plan.deltaVMps < best.plan.deltaVMps) ? next : best),
        null,
      )
  const found =
    guide === undefined
      ? smallest()
      : grown(planAssessed(makeEncounterModel(model.encounter, guide), withoutCold), judged)
  if (found === null || !isNear(found)) return null
  return isSufficient && found.plan.deltaVMps >= plan.deltaVMps ? null : found
}

/** Returns the plan of a faster dynamics, or a plan that is stronger by a few per cent, if the slower dynamics confirms it as sufficient. */
function grown<Tried extends { readonly meetsTarget: boolean }>(
  guided: AssessedPlan,
  judged: (deltaVRtnMps: Vec3) => Tried,
): Tried | null {
  if (!guided.meetsTarget) return null
  for (let run = 0; run < MOST_GUIDED; run += 1) {
    const tried = judged(scale(guided.deltaVRtnMps, GROWTH_FACTOR ** run))
    if (tried.meetsTarget) return tried
  }
  return null
}

/** Returns true if the method of the event gives at most the requested probability. */
function isEnough({ confirmed }: Pick<PlanToInnerTarget, 'confirmed'>, wanted: number): boolean {
  return confirmed !== null && confirmed <= MARGIN * wanted
}

/** Returns true if the last run is new information: its value has decreased, or at least its plan is different. */
function tellsMore(runs: readonly PlanToInnerTarget[], wanted: number): boolean {
  const [last, ...earlier] = runs.toReversed()
  if (last === undefined || last.confirmed === null) return false
  const { confirmed, inner, plan } = last
  const isKnown = ({ plan: { deltaVMps } }: PlanToInnerTarget) =>
    Math.abs(plan.deltaVMps - deltaVMps) <= SAME_DELTA_V * deltaVMps
  if (earlier.some(isKnown)) return false
  // Once one plan is sufficient, the root is between it and a plan that is not.
  if (runs.some((run) => isEnough(run, wanted))) return true
  return !earlier.some((run) => run.inner > inner && run.confirmed !== null && run.confirmed <= confirmed)
}

/** Returns the next inner target; null if the values give no more information. */
function nextInner(runs: readonly PlanToInnerTarget[], wanted: number): number | null {
  const aim = Math.log(AIM * wanted)
  const known = runs.flatMap(({ inner, plan, confirmed }) => {
    // If the disc is below its target without a burn, the method is compared with the disc's own value. If a limit keeps the burn from the inner
    // target, the disc has not reached that target.
    const planar = plan.limit === null ? Math.min(inner, plan.probability ?? inner) : (plan.probability ?? 0)
    return confirmed !== null && confirmed > 0 && planar > 0
      ? [{ x: Math.log(planar), y: Math.log(confirmed) - aim }]
      : []
  })
  const above = known.filter(({ y }) => y > 0).sort((a, b) => a.y - b.y)
  const below = known.filter(({ y }) => y <= 0).sort((a, b) => b.y - a.y)
  const [one, other] = above.length > 0 && below.length > 0 ? [above[0], below[0]] : above.length > 0 ? above : below
  if (one === undefined) return null
  const slope = other === undefined || one.x === other.x ? 1 : (one.y - other.y) / (one.x - other.x)
  // If the values increase while the disc's decrease, they are no line: the step then assumes slope 1.
  const next = Math.exp(one.x - one.y / (slope > LEAST_SLOPE ? slope : 1))
  return next > 0 ? Math.min(next, wanted) : null
}

/**
 * Returns a method's value for an encounter after a burn, computed as in assess(): for a zero burn it is the value of the message (flight rule
 * F5).
 */
export function confirm(
  { atMessageEpoch: { primary, secondary }, planar }: Pick<EncounterAfter, 'atMessageEpoch' | 'planar'>,
  model: EncounterModel,
  method: Method,
): number | null {
  const { radiusM } = model.encounter
  if (method !== 'hall-3d') return planar === null ? null : circle2d(planar.miss, radiusM)
  // Without velocities in the covariances no orbits can be drawn.
  if (primary.covariance.length !== 6 || secondary.covariance.length !== 6) return null
  const result = keptHall(model, primary, secondary)
  return result.ok ? result.probability : null
}

/** Returns the plan itself, or a stronger plan whose weak case is accepted. */
function holdCold(model: EncounterModel, plan: ImpulsePlan, options: AssessedOptions): ImpulsePlan {
  const { acceptedProbability, method, maxDeltaVMps = Infinity } = options
  if (acceptedProbability === undefined || options.executionError === undefined || plan.deltaVMps === 0) return plan
  const [growth, most] = method === 'hall-3d' ? [METHOD_GROWTH, MOST_METHOD_GROWTHS] : [GROWTH_FACTOR, MOST_GROWTHS]
  const stronger = (by: number) => flyImpulse(model, options, scale(plan.deltaVRtnMps, by))
  const leftBy = (one: ImpulsePlan) => [false, true].map((isWide) => coldProbability(model, one, options, isWide))
  // A case without a value is not accepted.
  const isHeld = (left: ReturnType<typeof leftBy>) => left.every((one) => one !== null && one < acceptedProbability)
  const leftByPlan = leftBy(plan)
  // A count decides at the end whether a plan without a value is accepted (judgeCold): no larger burn is searched.
  const isCounted = method === 'hall-3d' && options.counting !== undefined
  if (isCounted && isHeld(leftByPlan.filter((one) => one !== null))) return plan
  let [held, size] = [plan, 1]
  let first: ImpulsePlan | null = null
  for (let run = 0; run < most; run += 1) {
    // If the value jumps with the size, a burn that has grown may have to grow further to reach its target again.
    const left = held === plan ? leftByPlan : leftBy(held)
    if (isHeld(left)) {
      if (held === plan) return plan
      first ??= held
      if (held.meetsTarget)
        return smallest(held, [size / growth, size], (by) => {
          const tried = stronger(by)
          return tried.meetsTarget && isHeld(leftBy(tried)) ? tried : null
        })
    }
    // The direction does not change; only the size grows.
    const factor = Math.min(growth, maxDeltaVMps / held.deltaVMps)
    if (factor < GROWTH_FACTOR) return held
    size *= factor
    held = stronger(size)
  }
  // No burn reaches the target: a burn larger than its weak case needs, or one without a value, would cost more without a benefit.
  return first ?? (leftByPlan.includes(null) ? plan : held)
}

/** Returns the smallest burn by bisection between the last insufficient and the first sufficient size. */
function smallest(enough: ImpulsePlan, [from, to]: [number, number], tryAt: (by: number) => ImpulsePlan | null) {
  let [best, low, high] = [enough, from, to]
  while (high / low > GROWTH_FACTOR * (1 + SAME_DELTA_V)) {
    const middle = (low + high) / 2
    const tried = tryAt(middle)
    if (tried === null) low = middle
    else [best, high] = [tried, middle]
  }
  return best
}

/** Returns true if a slightly larger burn is still within the limits. */
export function mayGrow(
  { deltaVMps }: ImpulsePlan,
  { maxDeltaVMps = Infinity }: Pick<ImpulseOptions, 'maxDeltaVMps'>,
): boolean {
  return deltaVMps * GROWTH_FACTOR <= maxDeltaVMps
}

/**
 * Returns the encounter after a burn that is 3σ too weak, in its planned direction; null without an execution error or for a zero burn. `isWide`:
 * with the burn's error also in the covariance, as in its screening.
 */
function coldAfter(
  model: EncounterModel,
  plan: ImpulsePlan,
  options: AssessedOptions,
  isWide = false,
): EncounterAfter | null {
  const { executionError, ...exact } = options
  if (executionError === undefined || plan.deltaVMps === 0) return null
  // Three sigmas of the size, as a fraction of it; a burn cannot become negative.
  const weak = COLD_SIGMAS * sizeShare(plan.deltaVRtnMps, executionError)
  return trialOf(model, isWide ? options : exact).attempt(scale(plan.deltaV, Math.max(0, 1 - weak))).after
}

/** Returns the probability of the weak case by the method of the event; null if the method has no value. */
function coldProbability(model: EncounterModel, plan: ImpulsePlan, options: AssessedOptions, isWide = false) {
  const after = coldAfter(model, plan, options, isWide)
  return after === null ? null : confirm(after, model, options.method ?? 'circle-2d')
}

/**
 * Returns the final values of the weak burn, without and with the burn's error in its covariance. If the method of an event along curved orbits
 * has no value, it is the upper bound of a count. Without a count nothing shows that the weak burn is below the accepted probability.
 */
function judgeCold(model: EncounterModel, plan: ImpulsePlan, options: AssessedOptions) {
  const { acceptedProbability, method, counting } = options
  const [after, wide] = [coldAfter(model, plan, options), coldAfter(model, plan, options, true)]
  if (acceptedProbability === undefined || after === null || wide === null)
    return { cold: null, isColdHeld: true, isColdKnown: true }
  const valueFor = (left: EncounterAfter) => {
    const byMethod = confirm(left, model, method ?? 'circle-2d')
    if (byMethod !== null || method !== 'hall-3d' || counting === undefined) return byMethod
    const count = { radiusM: model.encounter.radiusM, periodS: model.periodS, atMost: acceptedProbability, counting }
    return confirmByCounting(left.atMessageEpoch, count)?.upper ?? null
  }
  const [cold, ofWide] = [valueFor(after), valueFor(wide)]
  const isHeld = (value: number | null) => value !== null && value < acceptedProbability
  return { cold, isColdHeld: isHeld(cold) && isHeld(ofWide), isColdKnown: cold !== null && ofWide !== null }
}

/**
 * Why a burn is larger than its target needs (F2: a lower risk is allowed, with a reason): its 3σ weak case must be accepted, the engine has no
 * smaller burn, thrust is on for whole steps, the objects meet again at another passage, or the target is above the accepted probability.
 */
type LargerFor =
  | 'weak-burn'
  | 'smallest-burn'
  | 'engine-steps'
  | 'other-passage'
  | 'accepted-distance'
  | 'accepted-probability'

/**
 * Returns why a burn has grown until its weak case is accepted: if its target is not below the accepted probability, the planned burn would not
 * be accepted either.
 */
const grownFor = ({
  target,
  acceptedProbability = Infinity,
}: {
  readonly target: Target
  readonly acceptedProbability?: number
}): LargerFor =>
  target.kind === 'probability' && target.probability >= acceptedProbability ? 'accepted-probability' : 'weak-burn'

type CountedOptions = ImpulseOptions & { readonly method?: Method; readonly counting?: Counting }

/**
 * Returns the plan unchanged or, if no method has a value for it, the plan that a count confirms; the last plan if none is confirmed. The size is
 * not searched: the bound of a count is a random number, and the smallest of many sizes whose bound is below the target would be a lucky one. It
 * is doubled until a count confirms it, at most five times. A plan for a distance, or with a value by the method, is not counted.
 */
function countWhere(
  model: EncounterModel,
  options: CountedOptions,
  { plan, confirmed }: { readonly plan: ImpulsePlan; readonly confirmed: number | null },
): { readonly held: ImpulsePlan; readonly counted: HitCount | null } {
  const { target, method, counting } = options
  if (confirmed !== null || method !== 'hall-3d' || target.kind === 'miss' || counting === undefined)
    return { held: plan, counted: null }
  const atMost = MARGIN * target.probability
  const count = ({ after }: ImpulsePlan) =>
    confirmByCounting(after.atMessageEpoch, {
      radiusM: model.encounter.radiusM,
      periodS: model.periodS,
      atMost,
      counting,
    })
  let [held, counted] = [plan, count(plan)]
  for (let run = 1; run < MOST_COUNTS; run += 1) {
    if (counted === null || counted.upper <= atMost || held.deltaVMps === 0) break
    // A probability that no count can prove cannot be proved for a larger burn either.
    if (leastProven(counting.mostTrials) > atMost) break
    const size = COUNTED_FACTOR * held.deltaVMps
    if (size > (options.maxDeltaVMps ?? Infinity)) break
    held = flyImpulse(model, options, scale(held.deltaVRtnMps, COUNTED_FACTOR))
    counted = count(held)
  }
  return { held, counted }
}
