import type { CartesianState } from '../orbit/elements.ts'
import { add, dot, norm, scale, subtract } from '../vec3.ts'

/** The state of an object `seconds` after a common origin, in one inertial frame: m and m/s. */
export type StateAt = (seconds: number) => CartesianState

/** Both objects at their closest approach, `seconds` after the common origin; distance in m. */
export interface ClosestApproach {
  readonly seconds: number
  readonly missDistanceM: number
  readonly primary: CartesianState
  readonly secondary: CartesianState
}

/** A closest approach, or why there is none. */
export type ClosestApproachResult =
  | ({ readonly ok: true } & ClosestApproach)
  | { readonly ok: false; readonly reason: 'no-relative-motion' | 'no-closest-approach' }

/** Where to look for a closest approach: seconds after the common origin. */
export interface SearchWindow {
  readonly fromS: number
  readonly toS: number
  /** Two approaches are told apart if they are further apart than this; default 60 s. */
  readonly stepS?: number
}

// Two objects slower than this past each other stay together for days: a straight line has no closest point.
const STANDING_STILL_MPS = 1e-6
// A microsecond: at 15 km/s the objects move 15 mm, and the distance at its minimum by far less than a nanometre.
const TIME_TOLERANCE_S = 1e-6

/**
 * The closest approach of two objects that move on straight lines through their states: what takes the rounding of a
 * CDM's TCA (1 ms) out of a probability. Seconds after the states; velocities stay. Source: Foster and Estes, NASA
 * JSC-25898 (1992); the closed form −Δr·Δv/Δv². Domain: offsets of some seconds at most. Reached: published corrections
 * within 5e-4 s (encounter.reference.json).
 */
export function linearClosestApproach(primary: CartesianState, secondary: CartesianState): ClosestApproachResult {
  const dv = subtract(secondary.v, primary.v)
  if (!(norm(dv) > STANDING_STILL_MPS)) return { ok: false, reason: 'no-relative-motion' }
  const seconds = -dot(subtract(secondary.r, primary.r), dv) / dot(dv, dv)
  const move = (state: CartesianState): CartesianState => ({ r: add(state.r, scale(state.v, seconds)), v: state.v })
  return { ok: true, ...describe(seconds, move(primary), move(secondary)) }
}

/**
 * Every closest approach of two objects within a window, in the order of time; `primary` and `secondary` give states in
 * one inertial frame. A minimum of the distance is where Δr·Δv passes from negative to positive; it is bracketed on a
 * grid of `stepS` and refined to 1 µs by bisection and secants (Dekker's method). Domain: approaches at least two steps
 * apart. Reached: 1 ms and 1 m against the collision of 2009 by SGP4, 1e-5 s and 1 mm against circles (closest-approach.test.ts).
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

/** The closest approach between a time at which two objects near each other and one at which they do not any more. */
export function approachBetween(
  [primary, secondary]: readonly [StateAt, StateAt],
  before: RateSample,
  after: RateSample,
): ClosestApproach {
  const seconds = findRoot((time) => distanceRate(primary(time), secondary(time)), before, after)
  return describe(seconds, primary(seconds), secondary(seconds))
}

/**
 * The deepest closest approach within a window: as listClosestApproaches, or why there is none (the objects only part or
 * only near each other in it). The ends of the window do not count as approaches.
 */
export function findClosestApproach(primary: StateAt, secondary: StateAt, window: SearchWindow): ClosestApproachResult {
  const all = listClosestApproaches(primary, secondary, window)
  const [first, ...rest] = all
  if (first === undefined) return { ok: false, reason: 'no-closest-approach' }
  return { ok: true, ...rest.reduce((best, next) => (next.missDistanceM < best.missDistanceM ? next : best), first) }
}

/** Half the rate of the squared distance at a time, m²/s. */
export interface RateSample {
  readonly seconds: number
  readonly rate: number
}

/** Δr·Δv: half the rate of the squared distance, m²/s. */
export function distanceRate(primary: CartesianState, secondary: CartesianState): number {
  return dot(subtract(secondary.r, primary.r), subtract(secondary.v, primary.v))
}

/**
 * Where the rate passes 0 between two samples: by secants, halved when they leave the bracket or stall. Two secants in a row
 * that agree to a thousandth of the tolerance are the root, as what is left falls faster than they do.
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
    // Every fifth step halves, so that a curved rate cannot stall the secants.
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
