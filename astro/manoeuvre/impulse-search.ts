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

/** What is searched for, and where. */
export interface SearchOptions {
  readonly target: Target
  /** A line in the radial, transverse and normal axes at the burn, of which either sense is allowed; any direction without it. */
  readonly directionRtn?: Vec3
  /** What the thrusters can push the satellite to; of a line the senses that they can. Every direction without it. */
  readonly allowed?: AllowedDirections
}

/** Quadratic problems that are solved before the direction counts as found. */
const MOST_ROUNDS = 14
/** Agreement of the value (a logarithm, or half a squared miss) with its goal, and of one Δv with the next, as shares. */
const [VALUE_AGREEMENT, STEP_AGREEMENT] = [1e-5, 1e-5]
/** Another side of the encounter is tried where it costs less than this multiple of the first one by the quadratic. */
const OTHER_SIDE = 1.5
/** And up to this multiple where the first one costs other than by the quadratic, by more than this share. */
const [OTHER_SIDE_IF_BENT, BENT_SHARE] = [5, 0.2]
/** A Δv that comes out shorter than where the quadratic problems ended by more than this share is refined again. */
const OVERSHOT_SHARE = 0.01
/** A Δv grows by no more than this from one round to the next: the quadratic holds for no longer way. */
const MOST_GROWTH = 4
/** A plan that would need more than this is none, m/s. */
export const ABSURD_DELTA_V_MPS = 2000
const MOST_BISECTIONS = 60

/** A Δv by its components along the directions that are allowed, and how far its value is above the goal. */
export interface Point {
  readonly x: readonly number[]
  readonly attempt: Attempt
  readonly excess: number
}

export interface Search {
  readonly trial: BurnTrial
  readonly model: EncounterModel
  readonly options: SearchOptions
  /** Inertial, of length 1. */
  readonly directions: readonly Vec3[]
  /** What of R, T, N is allowed at the burn; null: all that the directions span. */
  readonly within: DirectionSet | null
  readonly at: (x: readonly number[]) => Point
}

/**
 * The space of the search: the three axes of RTN, all of them or a set of directions, or one line. The risk of a point
 * is flown, and its excess over the goal is above 0 where there is too much of it. The value is ln P, as the tail of a
 * Gaussian is a quadratic form in the logarithm; that of a target of distance is −½ |miss|² (localRisk). With a line
 * the space has one dimension, the size along it, which may be negative.
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

/** What of R, T, N is allowed at a burn; null: every direction, or every one along the line that is asked for. */
export function withinAt(
  { state }: Pick<BurnTrial, 'state'>,
  { directionRtn, allowed }: Pick<SearchOptions, 'directionRtn' | 'allowed'>,
): DirectionSet | null {
  if (allowed === undefined) return null
  const set = directionsAt(allowed, state)
  return directionRtn === undefined ? set : sensesWithin(set, directionRtn)
}

/** Lines of length 1 in R, T, N along which sizes are tried one after the other, and whether both senses of each are. */
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
 * Where the encounter can be left: by the quadratic about no burn the cheapest way out, and others that cost little more, each
 * followed to its target. Empty where nothing moves the encounter. The ellipse of too high a risk has two near sides, before the
 * other object and behind it: the first is the global minimum of the quadratic, the second a local one that what the quadratic
 * leaves out may make the better. A burn whole revolutions ahead is of metres a second: it moves the TCA by seconds, and the true
 * cost then is half or three times that of the quadratic, whose order of the two says little.
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
 * One side from its start to the target. A start far beyond the target is one from which the quadratic sees nothing to leave: its
 * length is then found along its own direction, and only from there is the direction refined.
 */
function follow(search: Search, start: readonly number[]): Point | null {
  const refined = refine(search, start)
  const found = settle(search, refined)
  if (found === null || length(found.x) > (1 - OVERSHOT_SHARE) * length(refined.x)) return found
  const again = settle(search, refine(search, found.x))
  return again !== null && length(again.x) < length(found.x) ? again : found
}

/**
 * The quadratic problems, one after the other, on the side of the start. About each point that was flown, the map J
 * from Δv to the plane and the ellipse D of the risk are made anew, and the next Δv is the smallest that leaves this
 * ellipse. The model has the value and the gradient of the true risk at its point: where a Δv reproduces itself, it
 * satisfies the conditions of a minimum of |Δv| under the true risk (sequential quadratic programming; Nocedal and
 * Wright, Numerical Optimization, 2nd ed., §18.1). MOST_GROWTH keeps a step within the range of the model, as a trust
 * region does. Finished when both the Δv and the value stand still to 1e-5.
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

/** The side is kept: of all directions the smallest step with a positive scalar product with the Δv so far; of a set the one that turns least. */
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

/** How near to its goal a value counts as there: a logarithm by 1e-5, half a squared miss by 1e-5 of the square. */
function agreement(target: Target): number {
  return target.kind === 'miss' ? VALUE_AGREEMENT * target.missM ** 2 : VALUE_AGREEMENT
}

/**
 * The smallest Δv, on each side, out of the ellipse that the risk about a point makes: u·Du ≥ w·Dw + 2 (value − goal)
 * with u = w + J (x − x₀), which is |√D (w − J x₀) + √D J x|² ≥ radius². The model is value + ½ (w·Dw − u·Du), which
 * shall come down to the goal; w is the miss as flown, primary less secondary, and u that of the Δv x. Without a
 * positive right side the goal is reached, and there is no step to take.
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
 * The Δv along the direction found whose propagated value is the goal, from the safe side; null where there is none.
 * The direction depends weakly on the last per cent of the size: errors of it are of second order, as it is a minimum.
 * What is left is a root of one variable, and rounding is taken to the safe side.
 */
export function settle(search: Search, point: Point): Point | null {
  const enough = agreement(search.options.target)
  if (Math.abs(point.excess) <= enough) return point
  const along = (factor: number) => search.at(point.x.map((value) => value * factor))
  const size = Math.hypot(...point.x)
  if (!(size > 0)) return null
  // Outwards by 0.1, 0.2, 0.4 … %, until the risk is low enough; inwards by the same shares, until it is too high.
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
export function bestOfSize(search: Search, from: Point, size: number): Point {
  const { options, model, directions, within } = search
  // Of thrusters each is tried.
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
    // Jᵀ D w: the direction of Δv in which the quadratic risk falls fastest.
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
