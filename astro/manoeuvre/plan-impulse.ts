import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { transform, transpose } from '../mat3.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type DirectionSet, isWithin } from './allowed-directions.ts'
import { makeArcTrial } from './arc-trial.ts'
import { type BurnTrial, makeBurnTrial } from './burn-trial.ts'
import { type EncounterAfter, type EncounterModel, makeEncounterModel } from './encounter-model.ts'
import type { ExecutionError } from './execution-error.ts'
import {
  ABSURD_DELTA_V_MPS,
  bestOfSize,
  length,
  makeSearch,
  type Point,
  refine,
  type Search,
  type SearchOptions,
  scanLines,
  settle,
  sidesOf,
  withinAt,
} from './impulse-search.ts'
import type { Target } from './local-risk.ts'
import { scanSizes } from './safe-intervals.ts'

/** The limits of a burn. */
export interface ImpulseOptions extends SearchOptions {
  /** The start of the burn, in seconds after the TCA of the message; before it: negative. */
  readonly burnS: number
  /** The duration of constant thrust from then on, s; absent: an impulse. The Δv is then the total of the arc. */
  readonly arcS?: number
  /** Included in the covariance (flight rule F1); absent: nothing is added. */
  readonly executionError?: ExecutionError
  /** Smallest and largest burn, m/s; default: 0 and no limit. */
  readonly minDeltaVMps?: number
  readonly maxDeltaVMps?: number
  /** The step to which a component is rounded, m/s: the resolution of the file in which the burn is written. */
  readonly deltaVStepMps?: number
}

/**
 * The limit that keeps a plan from its target. `method`: the method of the event has no value for it, or a value that a larger burn does not
 * lower enough. `execution-error`: its weak case has too much risk at any size. `passage`: objects that move together come too near at another
 * passage, at any size. `direction`: the thrusters cannot burn in a sufficient direction, while another direction would be sufficient with the
 * same limits.
 */
export type Limit = 'delta-v' | 'time' | 'method' | 'execution-error' | 'passage' | 'direction'

/** A propagated burn and its result. */
export interface ImpulsePlan {
  readonly burnS: number
  /** Δv in the axes of the primary just before the burn. */
  readonly deltaVRtnMps: Vec3
  readonly deltaVMps: number
  /** Δv in the inertial frame of the encounter. */
  readonly deltaV: Vec3
  /** The primary just before the burn. */
  readonly state: CartesianState
  readonly after: EncounterAfter
  /** The probability by the exact disc, including the execution error; null if there is no plane to integrate in. */
  readonly probability: number | null
  /** True if the propagated value is within 1.01 of the target (flight rule F2). */
  readonly meetsTarget: boolean
  /** The limit that keeps the plan from its target, if any. */
  readonly limit: Limit | null
}

/** A plan is sufficient up to this multiple of its target (F2). */
export const MARGIN = 1.01
/** Default step of the components of a Δv: 10 decimals of km/s, one more than F7 requires. */
export const DELTA_V_STEP_MPS = 1e-7
/**
 * Returns the smallest impulse at one time that brings an encounter to its target. The problem is solved as a sequence of quadratic problems
 * (Nocedal and Wright, Numerical Optimization, 2nd ed., §18.1): the risk about the current point is a quadratic form of the conjunction plane,
 * the plane is a linear map of the Δv by the transition matrix, and the smallest Δv out of that ellipse is the root of a secular equation
 * (smallestSteps). Each solution is propagated, its TCA is searched, its covariances are mapped, and the next problem is made there, until the
 * propagated value is the target; the last digits are from a root along the found direction. Source: domain.md C14 with flight rules F1 to F7.
 * Accuracy: |Δv| agrees with 1,064 published plans to 1e-3, and with the exact disc for 6,500 plans to 2e-3. Throws RangeError if the orbit
 * cannot be propagated.
 */
export function planImpulse(model: EncounterModel, options: ImpulseOptions): ImpulsePlan {
  const trial = trialOf(model, options)
  const search = makeSearch(trial, model, options)
  const none = search.at(search.directions.map(() => 0))
  if (none.excess <= 0) return finish(search, none, options)
  const found = leave(search, none, options)
  const bit = options.minDeltaVMps ?? 0
  const most = options.maxDeltaVMps ?? ABSURD_DELTA_V_MPS
  if (found === null) return scan(search, options, [bit, most]) ?? finish(search, none, options)
  const size = Math.hypot(...found.x)
  // If the burn is too large, the best burn of the largest size is returned; if it is too small for the engine, it is enlarged along its
  // direction.
  if (size > most) return finish(search, bestOfSize(search, found, most), options)
  const plan = finish(search, size < bit ? search.at(found.x.map((value) => (value * bit) / size)) : found, options)
  if (plan.meetsTarget) return plan
  // Without a limit on the size, Δv is not the limit.
  const limit = options.maxDeltaVMps === undefined && bit === 0 ? 'method' : plan.limit
  return scan(search, options, [bit, most]) ?? { ...plan, limit }
}

/** The last resort if neither the quadratic problems nor a root give a plan. Slow force models do not use it: a fast model guides their search. */
function scan(
  { trial, model }: Search,
  options: ImpulseOptions,
  [fromMps, toMps]: [number, number],
): ImpulsePlan | null {
  if (model.dynamics.guide !== undefined) return null
  const { lines, senses } = scanLines(trial, options)
  const found = lines
    .map((line) => scanSizes((size) => judge(trial, { model, options }, scale(line, size)), { fromMps, toMps, senses }))
    .filter((plan) => plan !== null)
  return found.reduce<ImpulsePlan | null>(
    (best, next) => (best === null || next.deltaVMps < best.deltaVMps ? next : best),
    null,
  )
}

/** Returns a trial of an impulse or of an arc. */
export function trialOf(
  model: EncounterModel,
  { burnS, arcS, executionError }: Pick<ImpulseOptions, 'burnS' | 'arcS' | 'executionError'>,
): BurnTrial {
  if (arcS === undefined) return makeBurnTrial(model, burnS, executionError ?? null)
  return makeArcTrial(model, { startS: burnS, durationS: arcS }, executionError ?? null)
}

/**
 * Returns the better of the two sides on which the encounter can be avoided: if the objects nearly meet, both cost nearly the same, and terms
 * neglected by the quadratic decide. Null if no burn in these directions moves the encounter. If the objects nearly meet, the disc of too high a
 * risk has no single nearest edge: passing in front of the other object and passing behind it are two local minima, and Newton's steps never lead
 * from one to the other.
 */
function leave(search: Search, none: Point, options: ImpulseOptions): Point | null {
  const guided = guess(search, options)
  if (guided !== null) return settle(search, refine(search, guided))
  return sidesOf(search, none).reduce<Point | null>(
    (best, next) => (best === null || length(next.x) < length(best.x) ? next : best),
    null,
  )
}

/**
 * Returns the result of a faster dynamics; null if there is none, or if it needs no burn. Two-body motion or J2 find the direction; the full
 * dynamics then need two or three propagations instead of a dozen.
 */
function guess({ model, directions }: Search, options: ImpulseOptions): number[] | null {
  const { guide } = model.dynamics
  if (guide === undefined) return null
  const { deltaV, deltaVMps } = planImpulse(makeEncounterModel(model.encounter, guide), options)
  return deltaVMps === 0 ? null : directions.map((direction) => dot(direction, deltaV))
}

/** Returns the plan as it will be written. */
function finish({ trial, model }: Search, point: Point, options: ImpulseOptions): ImpulsePlan {
  return judge(trial, { model, options }, transform(trial.rtn, point.attempt.deltaV))
}

/** Judges a given Δv in RTN at the burn: rounded, propagated and judged like any plan. */
export function flyImpulse(model: EncounterModel, options: ImpulseOptions, deltaVRtnMps: Vec3): ImpulsePlan {
  const trial = trialOf(model, options)
  return judge(trial, { model, options }, deltaVRtnMps)
}

/** The encounter, and the limits of a plan. */
interface ImpulseProblem {
  readonly model: EncounterModel
  readonly options: ImpulseOptions
}

/**
 * Rounds first and propagates once more (flight rule F7): the judged plan is the written plan. A plan that is checked with more digits than the
 * file has would promise a burn that nobody makes. If the nearest rounded Δv misses the target that the exact Δv reaches, as for objects known to
 * a millimetre, the smallest of its neighbours that reaches the target is used.
 */
function judge(trial: BurnTrial, { model, options }: ImpulseProblem, exact: Vec3): ImpulsePlan {
  const step = options.deltaVStepMps ?? DELTA_V_STEP_MPS
  // A division by a whole number gives the double nearest to the decimal; a product with a decimal does not.
  const steps = Math.round(1 / step)
  const flown = (deltaVRtnMps: Vec3) => {
    const deltaV = transform(transpose(trial.rtn), deltaVRtnMps)
    const { after } = trial.attempt(deltaV)
    return { deltaVRtnMps, deltaV, after, meetsTarget: isReached(options.target, after, model.encounter.radiusM) }
  }
  const nearest = flown(exact.map((value) => Math.round(value * steps) / steps) as [number, number, number])
  const { after, ...best } =
    (nearest.meetsTarget ? null : roundedSafely(exact, flown, { steps, options, within: withinAt(trial, options) })) ??
    nearest
  return {
    burnS: options.burnS,
    ...best,
    deltaVMps: norm(best.deltaVRtnMps),
    state: trial.state,
    after,
    probability: after.planar === null ? null : circle2d(after.planar.miss, model.encounter.radiusM),
    limit: best.meetsTarget ? null : norm(best.deltaVRtnMps) > 0 ? 'delta-v' : 'time',
  }
}

/** The step of a Δv, and the allowed values. */
interface Rounding {
  readonly steps: number
  readonly options: ImpulseOptions
  readonly within: DirectionSet | null
}

/** Returns the smallest rounded Δv next to an exact one that also reaches the target; null if the exact one does not reach it either. */
function roundedSafely<Flown extends { readonly meetsTarget: boolean }>(
  exact: Vec3,
  flown: (deltaVRtnMps: Vec3) => Flown,
  { steps, within, options: { directionRtn, maxDeltaVMps = Infinity } }: Rounding,
): Flown | null {
  if (!flown(exact).meetsTarget) return null
  const offsets = [-1, 0, 1]
  const at = (value: number, by: number) => (Math.round(value * steps) + by) / steps
  const all = offsets.flatMap((r) =>
    offsets.flatMap((t) => offsets.map((n): Vec3 => [at(exact[0], r), at(exact[1], t), at(exact[2], n)])),
  )
  // With a line, only neighbours along it; with a set, only neighbours inside it, within the rounding.
  const line = directionRtn === undefined ? null : scale(directionRtn, 1 / norm(directionRtn))
  const roundingMps = Math.sqrt(3) / 2 / steps
  const isAllowed = (one: Vec3) =>
    within !== null
      ? isWithin(within, one, roundingMps / norm(one))
      : line === null || norm(subtract(one, scale(line, dot(one, line)))) <= roundingMps
  const smallestFirst = all
    .filter((one) => isAllowed(one) && norm(one) <= maxDeltaVMps)
    .sort((a, b) => norm(a) - norm(b))
  for (const one of smallestFirst) {
    const tried = flown(one)
    if (tried.meetsTarget) return tried
  }
  return null
}

/** Returns true if a propagated encounter is within 1.01 of its target. */
export function isReached(target: Target, after: EncounterAfter, radiusM: number): boolean {
  if (target.kind === 'miss') return after.missDistanceM * MARGIN >= target.missM
  if (after.planar === null) return false
  return (target.measure ?? circle2d)(after.planar.miss, radiusM) <= MARGIN * target.probability
}
