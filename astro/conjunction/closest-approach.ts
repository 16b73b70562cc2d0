import type { CartesianState } from '../orbit/elements.ts'
import { add, dot, norm, scale, subtract } from '../vec3.ts'

/** Returns the state of an object `seconds` after a common origin, in one inertial frame: m and m/s. */
export type StateAt = (seconds: number) => CartesianState

/** Both objects at their closest approach, `seconds` after the common origin; distance in m. */
export interface ClosestApproach {
  readonly seconds: number
  readonly missDistanceM: number
  readonly primary: CartesianState
  readonly secondary: CartesianState
}

/** A closest approach, or the reason why there is none. */
export type ClosestApproachResult =
  | ({ readonly ok: true } & ClosestApproach)
  | { readonly ok: false; readonly reason: 'no-relative-motion' | 'no-closest-approach' }

/** The window of the search: seconds after the common origin. */
export interface SearchWindow {
  readonly fromS: number
  readonly toS: number
  /** Two approaches are separated if they are further apart than this; default 60 s. */
  readonly stepS?: number
}

// If the relative speed of two objects is below this, they stay together for days: a straight line has no closest point.
const STANDING_STILL_MPS = 1e-6
// A microsecond: at 15 km/s the objects move 15 mm, and the distance at its minimum changes by far less than a nanometre.
const TIME_TOLERANCE_S = 1e-6

/**
 * Returns the closest approach of two objects on straight lines through their states: this removes the effect of the rounding of a CDM's TCA (1
 * ms) on a probability. The time is in seconds after the states; velocities do not change. Source: Foster and Estes, NASA JSC-25898 (1992); the
 * closed form −Δr·Δv/Δv². Valid for offsets of at most some seconds. Accuracy: agrees with published corrections to 5e-4 s
 * (encounter.reference.json).
 */
export function linearClosestApproach(primary: CartesianState, secondary: CartesianState): ClosestApproachResult {
  const dv = subtract(secondary.v, primary.v)
  if (!(norm(dv) > STANDING_STILL_MPS)) return { ok: false, reason: 'no-relative-motion' }
  const seconds = -dot(subtract(secondary.r, primary.r), dv) / dot(dv, dv)
  const move = (state: CartesianState): CartesianState => ({ r: add(state.r, scale(state.v, seconds)), v: state.v })
  return { ok: true, ...describe(seconds, move(primary), move(secondary)) }
}

/**
 * Returns every closest approach of two objects in a window, in the order of time; `primary` and `secondary` return states in one inertial frame.
 * At a minimum of the distance Δr·Δv changes from negative to positive; it is bracketed on a grid of `stepS` and refined to 1 µs by bisection and
 * secants (Dekker's method). Valid for approaches at least two steps apart. Accuracy: 1 ms and 1 m for the collision of 2009 by SGP4, 1e-5 s and
 * 1 mm for circles (closest-approach.test.ts).
 */
export function listClosestApproaches(primary: StateAt, secondary: StateAt, window: SearchWindow): ClosestApproach[] {
  const step = window.stepS ?? 60
  if (!(step > 0) || !(window.toS > window.fromS)) throw new RangeError('a search window needs a length and a step')
  const count = Math.ceil((window.toS - window.fromS) / step)
  const at = (index: number) => (index >= count ? window.toS : window.fromS + index * step)
  const rate = (seconds: number) => distanceRate(primary(seconds), secondary(seconds))
  const found: ClosestApproach[] = []
  let before = { seconds: window.fromS, rate: rate(window.fromS) }
  for (let index = 1; index <= count; index += 1) {
    const now = { seconds: at(index), rate: rate(at(index)) }
    if (before.rate < 0 && now.rate >= 0) found.push(approachBetween([primary, secondary], before, now))
    before = now
  }
  return found
}

/** Returns the closest approach between a time at which two objects approach each other and a time at which they separate. */
export function approachBetween(
  [primary, secondary]: readonly [StateAt, StateAt],
  before: RateSample,
  after: RateSample,
): ClosestApproach {
  const seconds = findRoot((time) => distanceRate(primary(time), secondary(time)), before, after)
  return describe(seconds, primary(seconds), secondary(seconds))
}

/**
 * Returns the deepest closest approach in a window, as in listClosestApproaches, or the reason why there is none (the objects only separate or
 * only approach each other in it). The ends of the window do not count as approaches.
 */
export function findClosestApproach(primary: StateAt, secondary: StateAt, window: SearchWindow): ClosestApproachResult {
  const all = listClosestApproaches(primary, secondary, window)
  const [first, ...rest] = all
  if (first === undefined) return { ok: false, reason: 'no-closest-approach' }
  return { ok: true, ...rest.reduce((best, next) => (next.missDistanceM < best.missDistanceM ? next : best), first) }
}

/** The time derivative of half the squared distance, m²/s. */
export interface RateSample {
  readonly seconds: number
  readonly rate: number
}

/** Returns Δr·Δv: the time derivative of half the squared distance, m²/s. */
export function distanceRate(primary: CartesianState, secondary: CartesianState): number {
  return dot(subtract(secondary.r, primary.r), subtract(secondary.v, primary.v))
}

/**
 * Returns where the rate passes 0 between two samples: by secants, with bisection if they leave the bracket or stall. Two consecutive secants
 * that agree to a thousandth of the tolerance are the root, because the remaining error decreases faster than their difference.
 */
function findRoot(rate: (seconds: number) => number, below: RateSample, above: RateSample): number {
  let [low, high] = [below, above]
  let [older, newest] = [below, above]
  for (let step = 0; step < 100 && high.seconds - low.seconds > TIME_TOLERANCE_S; step += 1) {
    const slope = (newest.rate - older.rate) / (newest.seconds - older.seconds)
    const secant = newest.seconds - newest.rate / slope
    const middle = (low.seconds + high.seconds) / 2
    const inside = secant >= low.seconds && secant <= high.seconds
    if (inside && step > 0 && Math.abs(secant - newest.seconds) < TIME_TOLERANCE_S / 1000) return secant
    // Every fifth step bisects, so that a curved rate cannot stall the secants.
    const seconds = inside && step % 5 !== 4 ? secant : middle
    const next = { seconds, rate: rate(seconds) }
    ;[older, newest] = [newest, next]
    if (next.rate < 0) low = next
    else high = next
  }
  return Math.abs(low.rate) < Math.abs(high.rate) ? low.seconds : high.seconds
}

function describe(seconds: number, primary: CartesianState, secondary: CartesianState): ClosestApproach {
  return { seconds, missDistanceM: norm(subtract(secondary.r, primary.r)), primary, secondary }
}
