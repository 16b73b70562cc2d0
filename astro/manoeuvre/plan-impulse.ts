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

/** What a burn may be. */
export interface ImpulseOptions extends SearchOptions {
  /** When, in seconds after the TCA of the message; before it: negative. */
  readonly burnS: number
  /** For how long thrust is constant from then on, s; an impulse without it. The Δv then is that of the whole arc. */
  readonly arcS?: number
  /** Counted into the covariance (flight rule F1); nothing is added without it. */
  readonly executionError?: ExecutionError
  /** Smallest and largest burn, m/s. 0 and no limit. */
  readonly minDeltaVMps?: number
  readonly maxDeltaVMps?: number
  /** What a component is a multiple of, m/s: that of the file in which the burn will be written. */
  readonly deltaVStepMps?: number
}

/**
 * Which limit keeps a plan from its target; `method`: the method of the event has no value for it, or none that a larger burn lowers enough;
 * `execution-error`: what it leaves when it comes out too weak, however large it is; `passage`: objects that fly along together come too near at
 * another passage, however large it is; `direction`: what the thrusters can push to, as another direction would do with the same limits.
 */
export type Limit = 'delta-v' | 'time' | 'method' | 'execution-error' | 'passage' | 'direction'

/** A burn, propagated, and what it then reaches. */
export interface ImpulsePlan {
  readonly burnS: number
  /** In the axes of the primary just before the burn. */
  readonly deltaVRtnMps: Vec3
  readonly deltaVMps: number
  /** In the inertial frame of the encounter. */
  readonly deltaV: Vec3
  /** The primary just before the burn. */
  readonly state: CartesianState
  readonly after: EncounterAfter
  /** By the exact disc, execution error included; null where there is no plane to integrate in. */
  readonly probability: number | null
  /** Whether the propagated value is within 1.01 of the target (flight rule F2). */
  readonly meetsTarget: boolean
  /** What keeps it from the target, if something does. */
  readonly limit: Limit | null
}

/** A plan is sufficient up to this multiple of its target (F2). */
export const MARGIN = 1.01
/** Components of a Δv are multiples of this where nothing else is said: 10 decimals of km/s, one more than F7 asks for. */
export const DELTA_V_STEP_MPS = 1e-7
/**
 * The smallest impulse at one time that brings an encounter to its target. The problem is solved as a sequence of quadratic ones
 * (Nocedal and Wright, Numerical Optimization, 2nd ed., §18.1): the risk about the point reached so far is a quadratic form of the
 * conjunction plane, the plane a linear map of the Δv by the transition matrix, and the smallest Δv out of that ellipse is the root
 * of a secular equation (smallestSteps). Each answer is propagated, its TCA searched, its covariances carried, and the next problem
 * made there, until the propagated value is the target; the last digits come from a root along the direction found. Source: domain.md
 * C14 with flight rules F1 to F7. Reached: |Δv| 1e-3 of 1,064 published plans, 2e-3 of 6,500 against the exact disc. Throws
 * RangeError where the orbit cannot be followed.
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
  // Where the burn is too large, the best of the largest size is shown; where it is too small for the engine, it is
  // enlarged along its direction.
  if (size > most) return finish(search, bestOfSize(search, found, most), options)
  const plan = finish(search, size < bit ? search.at(found.x.map((value) => (value * bit) / size)) : found, options)
  if (plan.meetsTarget) return plan
  // Without a limit of its size, what is missing is no Δv.
  const limit = options.maxDeltaVMps === undefined && bit === 0 ? 'method' : plan.limit
  return scan(search, options, [bit, most]) ?? { ...plan, limit }
}

/** Where neither the quadratic problems nor a root lead anywhere; forces that take long to fly are guided by those that do not. */
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

/** An impulse or an arc. */
export function trialOf(
  model: EncounterModel,
  { burnS, arcS, executionError }: Pick<ImpulseOptions, 'burnS' | 'arcS' | 'executionError'>,
): BurnTrial {
  if (arcS === undefined) return makeBurnTrial(model, burnS, executionError ?? null)
  return makeArcTrial(model, { startS: burnS, durationS: arcS }, executionError ?? null)
}

/**
 * The best of the two sides on which the encounter can be left: where the objects all but meet, both cost nearly the same, and what
 * the quadratic leaves out decides. Null where no burn in these directions moves the encounter. The disc in which the
 * risk is too high has no single nearest edge when the objects all but meet: to pass before the other object and to
 * pass behind it are two local minima, and Newton's steps never go from the one to the other.
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
 * Where the plan of a cheaper dynamics ends; null where there is none, or it needs no burn. Two-body motion or J2 find
 * the direction; the full dynamics then need two or three flights instead of a dozen.
 */
function guess({ model, directions }: Search, options: ImpulseOptions): number[] | null {
  const { guide } = model.dynamics
  if (guide === undefined) return null
  const { deltaV, deltaVMps } = planImpulse(makeEncounterModel(model.encounter, guide), options)
  return deltaVMps === 0 ? null : directions.map((direction) => dot(direction, deltaV))
}

/** The plan as it will be written. */
function finish({ trial, model }: Search, point: Point, options: ImpulseOptions): ImpulsePlan {
  return judge(trial, { model, options }, transform(trial.rtn, point.attempt.deltaV))
}

/** What a Δv that is given, in RTN at the burn, reaches: rounded, propagated and judged as every plan is. */
export function flyImpulse(model: EncounterModel, options: ImpulseOptions, deltaVRtnMps: Vec3): ImpulsePlan {
  const trial = trialOf(model, options)
  return judge(trial, { model, options }, deltaVRtnMps)
}

/** The encounter, and what a plan may be. */
interface ImpulseProblem {
  readonly model: EncounterModel
  readonly options: ImpulseOptions
}

/**
 * Rounded first and propagated once more (flight rule F7): what is judged is what will be written. A plan that is
 * checked with more digits than the file has would promise what nobody flies. Where the nearest Δv of so many digits misses what the exact
 * one reaches, as it does where the objects are known to a millimetre, the smallest of its neighbours that reaches it is taken.
 */
function judge(trial: BurnTrial, { model, options }: ImpulseProblem, exact: Vec3): ImpulsePlan {
  const step = options.deltaVStepMps ?? DELTA_V_STEP_MPS
  // A division by a whole number gives the nearest double to the decimal, a product with a decimal does not.
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

/** What a Δv is rounded to, and which are allowed. */
interface Rounding {
  readonly steps: number
  readonly options: ImpulseOptions
  readonly within: DirectionSet | null
}

/** The smallest rounded Δv next to an exact one that reaches what that reaches; null where the exact one does not, either. */
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
  // Along a line those that lie along it, and of a set those in it, but for the rounding.
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

/** Whether a propagated encounter is within 1.01 of its target. */
export function isReached(target: Target, after: EncounterAfter, radiusM: number): boolean {
  if (target.kind === 'miss') return after.missDistanceM * MARGIN >= target.missM
  if (after.planar === null) return false
  return (target.measure ?? circle2d)(after.planar.miss, radiusM) <= MARGIN * target.probability
}
