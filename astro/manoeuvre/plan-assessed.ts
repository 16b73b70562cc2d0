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

/** A burn that a count does not confirm is tried again so often, each time by this factor larger. */
const [COUNTED_FACTOR, MOST_COUNTS] = [2, 6]

/** What a plan has to stand besides its target. */
export interface AssessedOptions extends Omit<ImpulseOptions, 'target'> {
  readonly target: Target
  /** The method that assessed the event: the plan is confirmed by it. The exact disc where not said. */
  readonly method?: Method
  /** What a burn that is 3σ too weak must stay below (flight rule F1); nothing is asked of it without one. */
  readonly acceptedProbability?: number
  /** How to count where the curved method has no value for what a burn leaves; without one such a plan is not sufficient. */
  readonly counting?: Counting
}

/** What keeps a plan from being sufficient: a limit of the burn, or what it leaves when it comes out too weak. */
export interface AssessedPlan extends ImpulsePlan {
  /** By the method of the event; null where it has no value. */
  readonly confirmedProbability: number | null
  /** Where Monte Carlo was the only method: what was counted; its upper bound is then what is confirmed (flight rule F2). */
  readonly counted: HitCount | null
  /** What the burn leaves when it comes out 3σ too weak; null where that is not asked for. */
  readonly coldProbability: number | null
  /** Why it is larger than its target needs; null: it is not, or no reason is known. */
  readonly largerFor: LargerFor | null
}

/** A post-manoeuvre goal is this share of what is accepted: 10^-1.5 (Hall, AAS 19-631 (2019), RemReduction). */
export const REMEDIATION = 0.03
/** Runs of a method outside the iteration. */
const MOST_CONFIRMATIONS = 8
/** What such a run is aimed at, and what is near enough, as shares of the target: a thousandth of Pc is a few hundred-thousandths of Δv. */
const [AIM, NEAR_ENOUGH] = [0.995, 0.98]
/** Two plans whose Δv differ by less than this share leave the same: a per cent of Pc is some ten times as much. */
const SAME_DELTA_V = 1e-5
/** Of log Pc by the method over that of the disc; less is no slope to follow. */
const LEAST_SLOPE = 0.05
/** A plan that leaves less than this share of its target, by the method and in the plane, may be larger than it has to be. */
const FAR_BELOW = 0.5
/** A value along curved orbits costs tens of milliseconds and falls smoothly: each size that is tried is twice the last. */
const METHOD_SCAN_FACTOR = 2
const MOST_GUIDED = 5
/** Sigmas by which a cold burn is too weak. */
export const COLD_SIGMAS = 3
/** By how much a burn grows until its cold case holds. */
export const GROWTH_FACTOR = 1.02
const MOST_GROWTHS = 120
/** The same by a value along curved orbits, which costs tens of milliseconds: to as large a burn, in larger steps that are halved in the end. */
const [METHOD_GROWTH, MOST_METHOD_GROWTHS] = [1.1, 25]

/**
 * The smallest impulse that is sufficient by the method which assessed the event (flight rules F1 and F2). The plan is made with the
 * disc in the plane; where the event is assessed along curved orbits (hall2021), each plan is confirmed once by that, and the inner
 * target moved until it holds. Where that has no value, and pairs may be drawn, the upper bound of a count has to meet the target. Where a burn 3σ too weak would leave more than what is accepted, the
 * burn is enlarged.
 */
export function planAssessed(model: EncounterModel, options: AssessedOptions): AssessedPlan {
  const plan = planWithin(model, options)
  if (plan.meetsTarget || options.allowed === undefined) return plan
  // Where the line that is asked for has no sense of them, or with the same limits another direction would do, it is the thrusters.
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

/** What a burn that is given reaches, judged as every plan is: neither its size nor its direction is changed. */
export function assessGiven(model: EncounterModel, options: AssessedOptions, deltaVRtnMps: Vec3): AssessedPlan {
  const plan = flyImpulse(model, options, deltaVRtnMps)
  const fixed = { ...options, minDeltaVMps: plan.deltaVMps, maxDeltaVMps: plan.deltaVMps }
  const confirmed = confirm(plan.after, model, options.method ?? 'circle-2d')
  return { ...judged(model, fixed, { plan, uncounted: { plan, confirmed } }), largerFor: null }
}

interface ToJudge {
  /** As it was sized for its target, and as it is held against what is accepted. */
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
  // A distance is judged by the plan itself; a probability by the method of the event, too.
  const isConfirmed = target.kind === 'miss' || isEnough({ confirmed }, target.probability)
  const { cold, isColdHeld, isColdKnown } = judgeCold(model, held, options)
  const meetsTarget = held.meetsTarget && isConfirmed && isColdHeld
  // A burn that may still grow, and is too weak all the same, does not want for Δv.
  const ofCold = !isColdKnown ? 'method' : mayGrow(held, options) ? 'execution-error' : 'delta-v'
  // Nor does one that has grown past a jump of its value, and leaves too much there.
  const ofPlan = held !== plan && held.limit === 'delta-v' && mayGrow(held, options) ? 'method' : held.limit
  const limit = meetsTarget ? null : (ofPlan ?? (isConfirmed ? ofCold : 'method'))
  const largerFor =
    uncounted !== plan ? grownFor(options) : held === plan && isSmallest(plan, options) ? 'smallest-burn' : null
  return { ...held, meetsTarget, limit, counted, confirmedProbability: confirmed, coldProbability: cold, largerFor }
}

/** Whether a burn is as small as the engine can burn, and leaves less than is asked for. */
function isSmallest(
  { deltaVMps, after, probability }: ImpulsePlan,
  { minDeltaVMps = 0, target }: Pick<ImpulseOptions, 'minDeltaVMps' | 'target'>,
): boolean {
  if (deltaVMps === 0 || deltaVMps > minDeltaVMps * (1 + SAME_DELTA_V)) return false
  return target.kind === 'miss'
    ? after.missDistanceM * FAR_BELOW > target.missM
    : probability !== null && probability < FAR_BELOW * target.probability
}

/** A plan, and what the method of the event says of it. */
interface PlanWithProof {
  readonly plan: ImpulsePlan
  readonly confirmed: number | null
}

/** A plan made to an inner target. */
interface PlanToInnerTarget extends PlanWithProof {
  readonly inner: number
}

/**
 * The plan whose value by the method of the event is the target: the root of log Pc by the method over log Pc of the disc, which is nearly
 * a line of slope 1, by the false position, and by the secant where both values lie on one side. Of the plans that are sufficient the
 * smallest; where none is, the one that came nearest. It ends where the method has no value, where a smaller inner target does not lower
 * it, and where the plan stays as it is: beyond a jump of the value there is no root to come nearer to.
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
    // The disc stays below the target, too: who computes that for himself finds what was promised.
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
      // A limit that keeps it from an inner target does not keep it from the one that was asked for.
      const reaches = isReached(target, plan.after, model.encounter.radiusM)
      return reaches ? [{ ...judged, plan: { ...plan, meetsTarget: true, limit: null } }] : []
    })
  return enough.length > 0
    ? enough.reduce((a, b) => (b.plan.deltaVMps < a.plan.deltaVMps ? b : a))
    : runs.reduce((a, b) => ((b.confirmed ?? Infinity) < (a.confirmed ?? Infinity) ? b : a))
}

/**
 * The smallest burn of either sense along one line, by the method itself, where the disc led to none or to one that leaves far less than is
 * wanted: of a pair that drifts past each other at a few metres a second the disc may be far below its target at every size and tell nothing of
 * it (CARA's 35946 × 30648: 1.5e-4 along curved orbits and by their Monte Carlo, 4e-23 in the plane). Null where the plan stays as it is. A
 * value that jumps over the target is no answer: the pair then meets again elsewhere, where the method does not look (Alfano's case 6, 1.2 cm/s
 * half a revolution ahead: 5e-34, and 2.5e-3 of 8,000 flown pairs come as near within half a revolution).
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

/** The plan of a cheaper dynamics, or one that is stronger by a few per cent, where the forces that take long to fly hold it to be enough. */
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

/** Whether the method of the event leaves no more than is wanted. */
function isEnough({ confirmed }: Pick<PlanToInnerTarget, 'confirmed'>, wanted: number): boolean {
  return confirmed !== null && confirmed <= MARGIN * wanted
}

/** Whether the last run says something new: it has a value that fell, or at least another plan. */
function tellsMore(runs: readonly PlanToInnerTarget[], wanted: number): boolean {
  const [last, ...earlier] = runs.toReversed()
  if (last === undefined || last.confirmed === null) return false
  const { confirmed, inner, plan } = last
  const isKnown = ({ plan: { deltaVMps } }: PlanToInnerTarget) =>
    Math.abs(plan.deltaVMps - deltaVMps) <= SAME_DELTA_V * deltaVMps
  if (earlier.some(isKnown)) return false
  // As soon as a plan is enough, the root lies between it and one that is not.
  if (runs.some((run) => isEnough(run, wanted))) return true
  return !earlier.some((run) => run.inner > inner && run.confirmed !== null && run.confirmed <= confirmed)
}

/** The inner target to try next; null where the values tell nothing more. */
function nextInner(runs: readonly PlanToInnerTarget[], wanted: number): number | null {
  const aim = Math.log(AIM * wanted)
  const known = runs.flatMap(({ inner, plan, confirmed }) => {
    // Where the disc is below its target without a burn, it is its own value that the method is compared with.
    // Where a limit keeps the burn from the inner target, it has never reached that.
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
  // Values that grow where the disc's fall are no line: then a step as if they were of slope 1.
  const next = Math.exp(one.x - one.y / (slope > LEAST_SLOPE ? slope : 1))
  return next > 0 ? Math.min(next, wanted) : null
}

/** The value of a method for an encounter as it is after a burn, by the way of assess(): of no burn it is that of the message (flight rule F5). */
export function confirm(
  { atMessageEpoch: { primary, secondary }, planar }: Pick<EncounterAfter, 'atMessageEpoch' | 'planar'>,
  model: EncounterModel,
  method: Method,
): number | null {
  const { radiusM } = model.encounter
  if (method !== 'hall-3d') return planar === null ? null : circle2d(planar.miss, radiusM)
  // Without velocities in the covariances there are no orbits to draw.
  if (primary.covariance.length !== 6 || secondary.covariance.length !== 6) return null
  const result = keptHall(model, primary, secondary)
  return result.ok ? result.probability : null
}

/** The plan itself, or one that is stronger by so much that its cold case holds. */
function holdCold(model: EncounterModel, plan: ImpulsePlan, options: AssessedOptions): ImpulsePlan {
  const { acceptedProbability, method, maxDeltaVMps = Infinity } = options
  if (acceptedProbability === undefined || options.executionError === undefined || plan.deltaVMps === 0) return plan
  const [growth, most] = method === 'hall-3d' ? [METHOD_GROWTH, MOST_METHOD_GROWTHS] : [GROWTH_FACTOR, MOST_GROWTHS]
  const stronger = (by: number) => flyImpulse(model, options, scale(plan.deltaVRtnMps, by))
  const leftBy = (one: ImpulsePlan) => [false, true].map((isWide) => coldProbability(model, one, options, isWide))
  // What has no value is not held.
  const isHeld = (left: ReturnType<typeof leftBy>) => left.every((one) => one !== null && one < acceptedProbability)
  const leftByPlan = leftBy(plan)
  // A count says in the end whether one without a value holds (judgeCold): no larger one is looked for.
  const isCounted = method === 'hall-3d' && options.counting !== undefined
  if (isCounted && isHeld(leftByPlan.filter((one) => one !== null))) return plan
  let [held, size] = [plan, 1]
  let first: ImpulsePlan | null = null
  for (let run = 0; run < most; run += 1) {
    // Where the value jumps with the size, a burn that has grown may have to grow on to reach its target again.
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
    // The direction stays; only the size grows.
    const factor = Math.min(growth, maxDeltaVMps / held.deltaVMps)
    if (factor < GROWTH_FACTOR) return held
    size *= factor
    held = stronger(size)
  }
  // None reaches the target: a larger burn than its cold case asks for, or one of which nothing is known, would cost and give nothing.
  return first ?? (leftByPlan.includes(null) ? plan : held)
}

/** The smallest burn by halving between the last size that was not enough and one that is. */
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

/** Whether a burn a little larger is still one that may be flown. */
export function mayGrow(
  { deltaVMps }: ImpulsePlan,
  { maxDeltaVMps = Infinity }: Pick<ImpulseOptions, 'maxDeltaVMps'>,
): boolean {
  return deltaVMps * GROWTH_FACTOR <= maxDeltaVMps
}

/**
 * The encounter with a burn that comes out 3σ too weak, its direction as asked for; null without an execution error, or of no burn. Wide: with the
 * error of the burn in its covariance, too, as its screening has it.
 */
function coldAfter(
  model: EncounterModel,
  plan: ImpulsePlan,
  options: AssessedOptions,
  isWide = false,
): EncounterAfter | null {
  const { executionError, ...exact } = options
  if (executionError === undefined || plan.deltaVMps === 0) return null
  // Three sigmas of the size, as a share of it; a burn does not come out negative.
  const weak = COLD_SIGMAS * sizeShare(plan.deltaVRtnMps, executionError)
  return trialOf(model, isWide ? options : exact).attempt(scale(plan.deltaV, Math.max(0, 1 - weak))).after
}

/** What it leaves, by the method of the event; null where that has no value. */
function coldProbability(model: EncounterModel, plan: ImpulsePlan, options: AssessedOptions, isWide = false) {
  const after = coldAfter(model, plan, options, isWide)
  return after === null ? null : confirm(after, model, options.method ?? 'circle-2d')
}

/**
 * What is known of the weak burn in the end, without the error of the burn in its covariance and with it: where the method of an event along curved
 * orbits has no value, the upper bound of a count. Where there is none either, nothing shows that it stays below what is accepted.
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
 * Why a burn is larger than its target needs (F2: less is allowed, and explained): weak by 3σ it stays below what is accepted, the engine has no
 * smaller one, it is on for whole steps, the objects meet again at another passage, or the target is less safe than what is accepted.
 */
type LargerFor =
  | 'weak-burn'
  | 'smallest-burn'
  | 'engine-steps'
  | 'other-passage'
  | 'accepted-distance'
  | 'accepted-probability'

/** Why a burn has grown until its weak case is accepted: where its target is not below what is accepted, it would not be so as planned, either. */
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
 * The plan as it is, or, where no method has a value for it, the one that a count confirms; the last one where none is.
 * The size is not searched for: the bound of a count is a random number, and the smallest of many sizes whose bound is
 * below the target would be a lucky one. It is doubled until a count confirms it, five times at most. A burn of a
 * distance, or one for which the method has a value, is not counted.
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
    // What no count can prove, no larger burn can, either.
    if (leastProven(counting.mostTrials) > atMost) break
    const size = COUNTED_FACTOR * held.deltaVMps
    if (size > (options.maxDeltaVMps ?? Infinity)) break
    held = flyImpulse(model, options, scale(held.deltaVRtnMps, COUNTED_FACTOR))
    counted = count(held)
  }
  return { held, counted }
}
