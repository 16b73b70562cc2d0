import { circle2d } from '../conjunction/probability/circle-2d.ts'
import { transform, transpose } from '../mat3.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { makeArcTrial } from './arc-trial.ts'
import { type Attempt, type BurnTrial, bentPlaneMap, makeBurnTrial, planeMap } from './burn-trial.ts'
import { type EncounterAfter, type EncounterModel, makeEncounterModel } from './encounter-model.ts'
import type { ExecutionError } from './execution-error.ts'
import { localRisk, riskGoal, riskValue, type Target } from './local-risk.ts'
import { scanSizes } from './safe-intervals.ts'
import { smallestSteps, type Vec2 } from './smallest-step.ts'

/** What a burn may be. */
export interface ImpulseOptions {
  /** When, in seconds after the TCA of the message; before it: negative. */
  readonly burnS: number
  readonly target: Target
  /** For how long thrust is constant from then on, s; an impulse without it. The Δv then is that of the whole arc. */
  readonly arcS?: number
  /** A line in the radial, transverse and normal axes at the burn, of which either sense is allowed; any direction without it. */
  readonly directionRtn?: Vec3
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
 * another passage, however large it is.
 */
export type Limit = 'delta-v' | 'time' | 'method' | 'execution-error' | 'passage'

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
/** Quadratic problems that are solved before the direction counts as found. */
const MOST_ROUNDS = 14
/** Agreement of the value (a logarithm, or half a squared miss) with its goal, and of one Δv with the next, as shares. */
const [VALUE_AGREEMENT, STEP_AGREEMENT] = [1e-5, 1e-5]
/** The other side of the encounter is tried where it costs less than this multiple of the first one by the quadratic. */
const OTHER_SIDE = 1.5
/** A Δv grows by no more than this from one round to the next: the quadratic holds for no longer way. */
const MOST_GROWTH = 4
/** A plan that would need more than this is none, m/s. */
const ABSURD_DELTA_V_MPS = 2000
const MOST_BISECTIONS = 60

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
  if (none.excess <= 0) return finish(search, none)
  const found = leave(search, none)
  const bit = options.minDeltaVMps ?? 0
  const most = options.maxDeltaVMps ?? ABSURD_DELTA_V_MPS
  if (found === null) return scan(search, bit, most) ?? finish(search, none)
  const size = Math.hypot(...found.x)
  // Where the burn is too large, the best of the largest size is shown; where it is too small for the engine, it is
  // enlarged along its direction.
  if (size > most) return finish(search, bestOfSize(search, found, most))
  const plan = finish(search, size < bit ? search.at(found.x.map((value) => (value * bit) / size)) : found)
  if (plan.meetsTarget) return plan
  // Without a limit of its size, what is missing is no Δv.
  const limit = options.maxDeltaVMps === undefined && bit === 0 ? 'method' : plan.limit
  return scan(search, bit, most) ?? { ...plan, limit }
}

/** Where neither the quadratic problems nor a root lead anywhere; forces that take long to fly are guided by those that do not. */
function scan({ trial, model, options, directions }: Search, fromMps: number, toMps: number): ImpulsePlan | null {
  if (model.dynamics.guide !== undefined) return null
  // Along the line that is asked for, or along the track.
  const line = directions[directions.length === 1 ? 0 : 1] ?? missing()
  const planOf = (size: number) => judge(trial, { model, options }, transform(trial.rtn, scale(line, size)))
  return scanSizes(planOf, { fromMps, toMps })
}

/** An impulse or an arc. */
export function trialOf(
  model: EncounterModel,
  { burnS, arcS, executionError }: Pick<ImpulseOptions, 'burnS' | 'arcS' | 'executionError'>,
): BurnTrial {
  if (arcS === undefined) return makeBurnTrial(model, burnS, executionError ?? null)
  return makeArcTrial(model, { startS: burnS, durationS: arcS }, executionError ?? null)
}

/** A Δv by its components along the directions that are allowed, and how far its value is above the goal. */
interface Point {
  readonly x: readonly number[]
  readonly attempt: Attempt
  readonly excess: number
}

interface Search {
  readonly trial: BurnTrial
  readonly model: EncounterModel
  readonly options: ImpulseOptions
  readonly directions: readonly Vec3[]
  readonly at: (x: readonly number[]) => Point
}

/**
 * The space of the search: the three axes of RTN, or one line. The risk of a point is flown, and its excess over the
 * goal is above 0 where there is too much of it.
 */
function makeSearch(trial: BurnTrial, model: EncounterModel, options: ImpulseOptions): Search {
  const { directionRtn, target } = options
  const toInertial = transpose(trial.rtn)
  const directions =
    directionRtn === undefined ? trial.rtn : [transform(toInertial, scale(directionRtn, 1 / norm(directionRtn)))]
  const goal = riskGoal(target)
  const at = (x: readonly number[]): Point => {
    const attempt = trial.attempt(combine(directions, x))
    const { planar } = attempt.after
    if (planar === null) throw new RangeError('the objects do not move past each other: plan by separation')
    return { x, attempt, excess: riskValue(target, planar, model.encounter.radiusM) - goal }
  }
  return { trial, model, options, directions, at }
}

/** Σ x_k d_k: a Δv in the inertial frame, m/s. */
function combine(directions: readonly Vec3[], x: readonly number[]): Vec3 {
  let sum: Vec3 = [0, 0, 0]
  directions.forEach((direction, k) => {
    const size = x[k] ?? missing()
    sum = [sum[0] + size * direction[0], sum[1] + size * direction[1], sum[2] + size * direction[2]]
  })
  return sum
}

/**
 * The best of the two sides on which the encounter can be left: where the objects all but meet, both cost nearly the same, and what
 * the quadratic leaves out decides. Null where no burn in these directions moves the encounter. The disc in which the
 * risk is too high has no single nearest edge when the objects all but meet: to pass before the other object and to
 * pass behind it are two local minima, and Newton's steps never go from the one to the other.
 */
function leave(search: Search, none: Point): Point | null {
  const guided = guess(search)
  if (guided !== null) return settle(search, refine(search, guided))
  const [first, other] = quadraticSteps(search, none, true)
  if (first === undefined) return null
  const starts = other !== undefined && length(other) < OTHER_SIDE * length(first) ? [first, other] : [first]
  const found = starts.map((start) => settle(search, refine(search, start))).filter((point) => point !== null)
  return found.reduce<Point | null>(
    (best, next) => (best === null || length(next.x) < length(best.x) ? next : best),
    null,
  )
}

/**
 * Where the plan of a cheaper dynamics ends; null where there is none, or it needs no burn. Two-body motion or J2 find
 * the direction; the full dynamics then need two or three flights instead of a dozen.
 */
function guess({ model, options, directions }: Search): number[] | null {
  const { guide } = model.dynamics
  if (guide === undefined) return null
  const { deltaV, deltaVMps } = planImpulse(makeEncounterModel(model.encounter, guide), options)
  return deltaVMps === 0 ? null : directions.map((direction) => dot(direction, deltaV))
}

/** The quadratic problems, one after the other, on the side of the start. */
function refine(search: Search, start: readonly number[]): Point {
  let point = search.at(start)
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    const steps = quadraticSteps(search, point, false)
    // The side is kept: of the two smallest steps the one that has a positive scalar product with the Δv so far.
    const next = steps.find((step) => step.reduce((sum, value, k) => sum + value * (point.x[k] ?? missing()), 0) > 0)
    if (next === undefined) return point
    const limited = Math.min(1, (MOST_GROWTH * length(point.x)) / length(next))
    const x = next.map((value) => value * limited)
    const moved = length(x.map((value, k) => value - (point.x[k] ?? missing())))
    point = search.at(x)
    const isSettled = moved <= STEP_AGREEMENT * length(x) && Math.abs(point.excess) <= agreement(search.options.target)
    if (isSettled) break
  }
  return point
}

function length(x: readonly number[]): number {
  return Math.hypot(...x)
}

/** How near to its goal a value counts as there: a logarithm by 1e-5, half a squared miss by 1e-5 of the square. */
function agreement(target: Target): number {
  return target.kind === 'miss' ? VALUE_AGREEMENT * target.missM ** 2 : VALUE_AGREEMENT
}

/**
 * The smallest Δv, on each side, out of the ellipse that the risk about a point makes: u·Du ≥ w·Dw + 2 (value − goal) with u = w + J (x − x₀), which
 * is |√D (w − J x₀) + √D J x|² ≥ radius².
 */
function quadraticSteps({ trial, options, model, directions }: Search, point: Point, isRough: boolean): number[][] {
  const { planar } = point.attempt.after
  const map = bentPlaneMap(trial, point.attempt, { directions, kind: options.target.kind })
  if (planar === null || map === null) return []
  const { at, value, goal, shape } = localRisk(options.target, planar, model.encounter.radiusM, isRough)
  const square = at[0] * at[0] * shape[0] + at[1] * at[1] * shape[1] + 2 * (value - goal)
  if (!(square > 0)) return []
  const [kx, ky] = [Math.sqrt(shape[0]), Math.sqrt(shape[1])]
  let [startX, startY] = at
  map.forEach(([x, y], k) => {
    startX -= (point.x[k] ?? missing()) * x
    startY -= (point.x[k] ?? missing()) * y
  })
  const stretched = map.map(([x, y]): Vec2 => [kx * x, ky * y])
  return smallestSteps([kx * startX, ky * startY], stretched, Math.sqrt(square))
}

/**
 * The Δv along the direction found whose propagated value is the goal, from the safe side; null where there is none.
 * The direction depends weakly on the last per cent of the size: errors of it are of second order, as it is a minimum.
 * What is left is a root of one variable, and rounding is taken to the safe side.
 */
function settle(search: Search, point: Point): Point | null {
  const enough = agreement(search.options.target)
  if (Math.abs(point.excess) <= enough) return point
  const along = (factor: number) => search.at(point.x.map((value) => value * factor))
  const size = Math.hypot(...point.x)
  if (!(size > 0)) return null
  // Bracket: `low` leaves too much risk, `high` does not.
  let [low, high] = [point.excess > 0 ? 1 : 0, 1]
  let safe = point
  for (let grow = 1; safe.excess > 0; grow *= 2) {
    low = high
    high *= 1 + 0.001 * grow
    if (high * size > 2 * ABSURD_DELTA_V_MPS) return null
    safe = along(high)
  }
  let [atLow, atHigh] = [low === 0 ? Math.abs(safe.excess) : along(low).excess, safe.excess]
  if (low === 0) {
    for (let shrink = 0.001; shrink < 1 && atLow > 0; shrink *= 2) {
      const tried = along(high * (1 - shrink))
      if (tried.excess > 0) {
        ;[low, atLow] = [high * (1 - shrink), tried.excess]
        break
      }
      safe = tried
      ;[high, atHigh] = [high * (1 - shrink), tried.excess]
    }
  }
  // The Illinois variant of the false position (Dowell and Jarratt, BIT 11 (1971) 168).
  for (let step = 0; step < MOST_BISECTIONS && atHigh < -enough && high - low > 1e-12 * high; step += 1) {
    const factor = low > 0 ? (low * atHigh - high * atLow) / (atHigh - atLow) : (low + high) / 2
    const tried = along(factor)
    if (tried.excess > 0) {
      ;[low, atLow] = [factor, tried.excess]
      atHigh /= 2
    } else {
      safe = tried
      ;[high, atHigh] = [factor, tried.excess]
      if (tried.excess >= -enough) break
      atLow /= 2
    }
  }
  return safe
}

/**
 * The best that a Δv of a size reaches: the direction that lowers the risk most, followed until it stays (steepest
 * descent). Where the limit of Δv binds, the operator is shown what can be had for it, and not that there is nothing.
 */
function bestOfSize(search: Search, from: Point, size: number): Point {
  const { options, model, directions } = search
  let best = search.at(from.x.map((value) => (value * size) / Math.hypot(...from.x)))
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const map = planeMap(best.attempt, directions)
    const { planar } = best.attempt.after
    if (map === null || planar === null) break
    const { at, shape } = localRisk(options.target, planar, model.encounter.radiusM)
    // Jᵀ D w: the direction of Δv in which the quadratic risk falls fastest.
    const slope = map.map(([x, y]) => at[0] * shape[0] * x + at[1] * shape[1] * y)
    const steep = Math.hypot(...slope)
    if (!(steep > 0)) break
    const next = search.at(slope.map((value) => (value * size) / steep))
    if (!(next.excess < best.excess)) break
    best = next
  }
  return best
}

/** The plan as it will be written. */
function finish({ trial, options, model }: Search, point: Point): ImpulsePlan {
  return judge(trial, { model, options }, transform(trial.rtn, point.attempt.deltaV))
}

/** What a Δv that is given, in RTN at the burn, reaches: rounded, propagated and judged as every plan is. */
export function flyImpulse(model: EncounterModel, options: ImpulseOptions, deltaVRtnMps: Vec3): ImpulsePlan {
  const trial = trialOf(model, options)
  return judge(trial, { model, options }, deltaVRtnMps)
}

/** The encounter, and what a plan may be. */
interface Judged {
  readonly model: EncounterModel
  readonly options: ImpulseOptions
}

/**
 * Rounded first and propagated once more (flight rule F7): what is judged is what will be written. A plan that is
 * checked with more digits than the file has would promise what nobody flies. Where the nearest Δv of so many digits misses what the exact
 * one reaches, as it does where the objects are known to a millimetre, the smallest of its neighbours that reaches it is taken.
 */
function judge(trial: BurnTrial, { model, options }: Judged, exact: Vec3): ImpulsePlan {
  const step = options.deltaVStepMps ?? DELTA_V_STEP_MPS
  // A division by a whole number gives the nearest double to the decimal, a product with a decimal does not.
  const steps = Math.round(1 / step)
  const flown = (deltaVRtnMps: Vec3) => {
    const deltaV = transform(transpose(trial.rtn), deltaVRtnMps)
    const { after } = trial.attempt(deltaV)
    return { deltaVRtnMps, deltaV, after, meetsTarget: isReached(options.target, after, model.encounter.radiusM) }
  }
  const nearest = flown(exact.map((value) => Math.round(value * steps) / steps) as [number, number, number])
  const { after, ...best } = (nearest.meetsTarget ? null : roundedSafely(exact, flown, { steps, options })) ?? nearest
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

/** The smallest rounded Δv next to an exact one that reaches what that reaches; null where the exact one does not, either. */
function roundedSafely<Flown extends { readonly meetsTarget: boolean }>(
  exact: Vec3,
  flown: (deltaVRtnMps: Vec3) => Flown,
  { steps, options: { directionRtn, maxDeltaVMps = Infinity } }: { steps: number; options: ImpulseOptions },
): Flown | null {
  if (!flown(exact).meetsTarget) return null
  const offsets = [-1, 0, 1]
  const at = (value: number, by: number) => (Math.round(value * steps) + by) / steps
  const all = offsets.flatMap((r) =>
    offsets.flatMap((t) => offsets.map((n): Vec3 => [at(exact[0], r), at(exact[1], t), at(exact[2], n)])),
  )
  // Along a line those that lie along it, but for the rounding.
  const line = directionRtn === undefined ? null : scale(directionRtn, 1 / norm(directionRtn))
  const isAlong = (one: Vec3) =>
    line === null || norm(subtract(one, scale(line, dot(one, line)))) <= Math.sqrt(3) / 2 / steps
  const smallestFirst = all.filter((one) => isAlong(one) && norm(one) <= maxDeltaVMps).sort((a, b) => norm(a) - norm(b))
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
