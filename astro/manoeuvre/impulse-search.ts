import { transform, transpose } from '../mat3.ts'
import { missing } from '../missing.ts'
import { norm, scale, type Vec3 } from '../vec3.ts'
import {
  type AllowedDirections,
  type DirectionSet,
  directionsAt,
  linesToTry,
  nearestWithin,
  sensesWithin,
  stepsWithin,
} from './allowed-directions.ts'
import { type Attempt, type BurnTrial, bentPlaneMap, planeMap } from './burn-trial.ts'
import type { EncounterModel } from './encounter-model.ts'
import { localRisk, riskGoal, riskValue, type Target } from './local-risk.ts'
import { smallestSteps, type Vec2 } from './smallest-step.ts'

/** The target and the limits of a search. */
export interface SearchOptions {
  readonly target: Target
  /** A line in the radial, transverse and normal axes at the burn, of which both senses are allowed; absent: any direction. */
  readonly directionRtn?: Vec3
  /** The directions that the thrusters allow; with a line, the allowed senses of it. Absent: every direction. */
  readonly allowed?: AllowedDirections
}

/** The maximum number of quadratic problems, after which the direction counts as found. */
const MOST_ROUNDS = 14
/** Relative tolerances: of the value (a logarithm, or half a squared miss) to its goal, and of one Δv to the next. */
const [VALUE_AGREEMENT, STEP_AGREEMENT] = [1e-5, 1e-5]
/** Another side of the encounter is tried if its quadratic cost is below this multiple of the first side's cost. */
const OTHER_SIDE = 1.5
/**
 * The other side is also tried up to this multiple, if the true cost of the first side differs from its quadratic cost by more than this
 * fraction.
 */
const [OTHER_SIDE_IF_BENT, BENT_SHARE] = [5, 0.2]
/** If the final Δv is shorter than the result of the quadratic problems by more than this fraction, it is refined again. */
const OVERSHOT_SHARE = 0.01
/** A Δv grows by at most this factor from one round to the next: the quadratic is not valid farther away. */
const MOST_GROWTH = 4
/** A plan that would need more than this is rejected, m/s. */
export const ABSURD_DELTA_V_MPS = 2000
const MOST_BISECTIONS = 60

/** A Δv by its components along the allowed directions, and how far its value is above the goal. */
export interface Point {
  readonly x: readonly number[]
  readonly attempt: Attempt
  readonly excess: number
}

export interface Search {
  readonly trial: BurnTrial
  readonly model: EncounterModel
  readonly options: SearchOptions
  /** Inertial vectors of length 1. */
  readonly directions: readonly Vec3[]
  /** The allowed directions in R, T, N at the burn; null: all that the directions span. */
  readonly within: DirectionSet | null
  readonly at: (x: readonly number[]) => Point
}

/**
 * Returns the space of the search: the three axes of RTN (all of them or with a set of directions), or one line. The risk of a point is from
 * propagation; its excess over the goal is above 0 if the risk is too high. The value is ln P, because in the logarithm the tail of a Gaussian is
 * a quadratic form; for a target of distance the value is −½ |miss|² (localRisk). With a line the space has one dimension, the size along it,
 * which may be negative.
 */
export function makeSearch(trial: BurnTrial, model: EncounterModel, options: SearchOptions): Search {
  const { directionRtn, target } = options
  const within = withinAt(trial, options)
  const toInertial = transpose(trial.rtn)
  const directions =
    directionRtn === undefined || within !== null
      ? trial.rtn
      : [transform(toInertial, scale(directionRtn, 1 / norm(directionRtn)))]
  const goal = riskGoal(target)
  const at = (x: readonly number[]): Point => {
    const attempt = trial.attempt(combine(directions, x))
    const { planar } = attempt.after
    if (planar === null) throw new RangeError('the objects do not move past each other: plan by separation')
    return { x, attempt, excess: riskValue(target, planar, model.encounter.radiusM) - goal }
  }
  return { trial, model, options, directions, within, at }
}

/** Returns the allowed directions in R, T, N at a burn; null: every direction, or both senses of the requested line. */
export function withinAt(
  { state }: Pick<BurnTrial, 'state'>,
  { directionRtn, allowed }: Pick<SearchOptions, 'directionRtn' | 'allowed'>,
): DirectionSet | null {
  if (allowed === undefined) return null
  const set = directionsAt(allowed, state)
  return directionRtn === undefined ? set : sensesWithin(set, directionRtn)
}

/** Returns lines of length 1 in R, T, N along which sizes are tried one after the other, and whether both senses of each are allowed. */
export function scanLines(
  trial: Pick<BurnTrial, 'state'>,
  options: Pick<SearchOptions, 'directionRtn' | 'allowed'>,
): { readonly lines: readonly Vec3[]; readonly senses: readonly number[] } {
  const within = withinAt(trial, options)
  if (within !== null) return { lines: linesToTry(within), senses: [1] }
  const { directionRtn = ALONG_TRACK } = options
  return { lines: [scale(directionRtn, 1 / norm(directionRtn))], senses: [1, -1] }
}
const ALONG_TRACK: Vec3 = [0, 1, 0]

/** Returns Σ x_k d_k: a Δv in the inertial frame, m/s. */
function combine(directions: readonly Vec3[], x: readonly number[]): Vec3 {
  let sum: Vec3 = [0, 0, 0]
  directions.forEach((direction, k) => {
    const size = x[k] ?? missing()
    sum = [sum[0] + size * direction[0], sum[1] + size * direction[1], sum[2] + size * direction[2]]
  })
  return sum
}

/**
 * Returns the cheapest plan to avoid the encounter according to the quadratic about a zero burn, and others that cost little more, each continued
 * to its target. Empty if no burn moves the encounter. The ellipse of too high a risk has two near sides, in front of the other object and behind
 * it. The first is the global minimum of the quadratic. The second is a local minimum, which may be better because of terms that the quadratic
 * neglects. A burn a whole number of revolutions before TCA needs metres per second: it moves the TCA by seconds, and the true cost is then half
 * or three times the quadratic cost, which says little about the order of the two.
 */
export function sidesOf(search: Search, none: Point): Point[] {
  const [first, ...others] = quadraticSteps(search, none, true)
  if (first === undefined) return []
  const nearest = follow(search, first)
  const isBent = nearest === null || Math.abs(length(nearest.x) / length(first) - 1) > BENT_SHARE
  const most = (isBent ? OTHER_SIDE_IF_BENT : OTHER_SIDE) * length(first)
  const further = others.filter((step) => length(step) < most).map((step) => follow(search, step))
  return [nearest, ...further].filter((point) => point !== null)
}

/**
 * Continues one side from its start to the target. From a start far beyond the target the quadratic shows nothing to avoid: its length is then
 * found along its own direction, and only from there is the direction refined.
 */
function follow(search: Search, start: readonly number[]): Point | null {
  const refined = refine(search, start)
  const found = settle(search, refined)
  if (found === null || length(found.x) > (1 - OVERSHOT_SHARE) * length(refined.x)) return found
  const again = settle(search, refine(search, found.x))
  return again !== null && length(again.x) < length(found.x) ? again : found
}

/**
 * Solves the quadratic problems one after the other, on the side of the start. About each propagated point, the map J from Δv to the plane and
 * the ellipse D of the risk are computed again, and the next Δv is the smallest that leaves this ellipse. The model has the value and the
 * gradient of the true risk at its point: a Δv that reproduces itself satisfies the conditions of a minimum of |Δv| under the true risk
 * (sequential quadratic programming; Nocedal and Wright, Numerical Optimization, 2nd ed., §18.1). MOST_GROWTH keeps a step within the range of
 * the model, as a trust region does. The loop ends when both the Δv and the value change by less than 1e-5.
 */
export function refine(search: Search, start: readonly number[]): Point {
  let point = search.at(start)
  for (let round = 1; round < MOST_ROUNDS; round += 1) {
    const steps = quadraticSteps(search, point, false)
    const next = nextOf(search, steps, point)
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

/**
 * Keeps the side: without a set, returns the smallest step with a positive scalar product with the Δv so far; with a set, the step with the
 * smallest angle to it.
 */
function nextOf(
  { within }: Search,
  steps: readonly (readonly number[])[],
  point: Point,
): readonly number[] | undefined {
  const along = (step: readonly number[]) =>
    step.reduce((sum, value, k) => sum + value * (point.x[k] ?? missing()), 0) / length(step)
  const onSide = steps.filter((step) => along(step) > 0)
  return within === null ? onSide[0] : onSide.toSorted((a, b) => along(b) - along(a))[0]
}

export function length(x: readonly number[]): number {
  return Math.hypot(...x)
}

/** Returns the tolerance of a value to its goal: 1e-5 of a logarithm, or 1e-5 of the square for half a squared miss. */
function agreement(target: Target): number {
  return target.kind === 'miss' ? VALUE_AGREEMENT * target.missM ** 2 : VALUE_AGREEMENT
}

/**
 * Returns the smallest Δv, on each side, that leaves the ellipse of the risk about a point: u·Du ≥ w·Dw + 2 (value − goal) with u = w + J (x −
 * x₀), which is |√D (w − J x₀) + √D J x|² ≥ radius². The model is value + ½ (w·Dw − u·Du), which must decrease to the goal; w is the propagated
 * miss, primary minus secondary, and u is the miss for the Δv x. If the right side is not positive, the goal is reached, and no step is needed.
 */
function quadraticSteps(
  { trial, options, model, directions, within }: Search,
  point: Point,
  isRough: boolean,
): number[][] {
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
  const [from, radius]: [Vec2, number] = [[kx * startX, ky * startY], Math.sqrt(square)]
  return within === null ? smallestSteps(from, stretched, radius) : stepsWithin(within, from, stretched, radius)
}

/**
 * Returns the Δv along the found direction whose propagated value is the goal, from the safe side; null if there is none. An error of the
 * direction only has a second-order effect, because it is at a minimum. The rest is a root of one variable, and rounding goes to the safe side.
 */
export function settle(search: Search, point: Point): Point | null {
  const enough = agreement(search.options.target)
  if (Math.abs(point.excess) <= enough) return point
  const along = (factor: number) => search.at(point.x.map((value) => value * factor))
  const size = Math.hypot(...point.x)
  if (!(size > 0)) return null
  // The size grows by 0.1, 0.2, 0.4 … % until the risk is low enough, or shrinks by the same steps until it is too high. Bracket: at `low` the
  // risk is too high, at `high` it is not.
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
 * Returns the best result of a Δv of a given size: the direction is changed along the steepest descent of the risk until it is stable. If the
 * limit of Δv applies, the operator sees the best result within the limit instead of no plan.
 */
export function bestOfSize(search: Search, from: Point, size: number): Point {
  const { options, model, directions, within } = search
  // Each thruster is tried.
  if (within !== null && 'thrusters' in within) {
    const all = within.thrusters.map((one) => search.at(scale(one, size)))
    return all.reduce((best, next) => (next.excess < best.excess ? next : best))
  }
  let best = search.at(from.x.map((value) => (value * size) / Math.hypot(...from.x)))
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const map = planeMap(best.attempt, directions)
    const { planar } = best.attempt.after
    if (map === null || planar === null) break
    const { at, shape } = localRisk(options.target, planar, model.encounter.radiusM)
    // Jᵀ D w: the direction of Δv in which the quadratic risk decreases fastest.
    const slope = map.map(([x, y]) => at[0] * shape[0] * x + at[1] * shape[1] * y)
    const steep = Math.hypot(...slope)
    if (!(steep > 0)) break
    const steepest = slope.map((value) => value / steep)
    const next = search.at(
      (within === null ? steepest : nearestWithin(within, asVector(steepest))).map((v) => v * size),
    )
    if (!(next.excess < best.excess)) break
    best = next
  }
  return best
}

const asVector = (x: readonly number[]): Vec3 => [x[0] ?? missing(), x[1] ?? missing(), x[2] ?? missing()]
