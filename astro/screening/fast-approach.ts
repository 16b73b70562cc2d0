import { distanceRate, type StateAt } from '../conjunction/closest-approach.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Vec3 } from '../vec3.ts'
import type { Span } from './screening-object.ts'

const GM_BOUND_M3_S2 = 3.986008e14
// Of two bounded objects together: ε and δ of astro/kernel/assembly/bounds.ts, and the change of gravity for speeds, K.
const EPSILON_MPS2 = 0.1
const DELTA_MPS = 9
const K_PER_S2 = 3.1e-6
/** Slower pairs are looked at step by step. */
const FAST_MPS = 300
const TOLERANCE_S = 1e-6
/** So near to known states, others follow from them on a parabola. */
const NEAR_S = 2e-3
/** So near to an end of the window, the rate at the end itself says on which side the minimum is. */
const DOUBT_S = 1e-3
const MOST_STEPS = 6

/** Two objects at their closest approach. */
export interface Approach {
  readonly seconds: number
  readonly missM: number
  readonly relativeSpeedMps: number
}

/** A part of a window, at most 20 s long. */
export interface Stretch extends Span {
  readonly window: Span
}

/**
 * The closest approach of two bounded objects in a stretch of a window, none where it is not nearer than the threshold;
 * undefined where the pair is too slow for it. By Newton's method from the middle, with exact states.
 *
 * Half the rate of the squared distance is d·w, and its own rate |w|² + d·a. In a stretch in which they may meet, two
 * objects faster than 300 m/s past each other have |d·a|, and what ε and δ add, below a tenth of |w|²: the rate passes
 * 0 once, and the first step leaves less than a tenth of itself. The relative acceleration is that of two point masses,
 * which is known without another state: two evaluations of each orbit do, where secants need five. Pairs that pass at more than `radialM` above
 * or below, seen from either, are left out as soon as that is certain: a screening box is flat, and of what is in its sphere most is not in it.
 */
export function listFastApproach(
  flights: readonly [StateAt, StateAt],
  { fromS, toS, window }: Stretch,
  thresholdM: number,
  radialM = Number.POSITIVE_INFINITY,
): Approach[] | undefined {
  let seconds = (fromS + toS) / 2
  let before = toS - fromS
  for (let count = 0; count < MOST_STEPS; count += 1) {
    const [one, other] = [flights[0](seconds), flights[1](seconds)]
    const [wx, wy, wz] = [other.v[0] - one.v[0], other.v[1] - one.v[1], other.v[2] - one.v[2]]
    const speed2 = wx * wx + wy * wy + wz * wz
    if (!(speed2 > FAST_MPS * FAST_MPS)) return undefined
    const [pull, otherPull] = [pullAt(one.r), pullAt(other.r)]
    const [dx, dy, dz] = [other.r[0] - one.r[0], other.r[1] - one.r[1], other.r[2] - one.r[2]]
    const ax = otherPull * other.r[0] - pull * one.r[0]
    const ay = otherPull * other.r[1] - pull * one.r[1]
    const az = otherPull * other.r[2] - pull * one.r[2]
    // Newton's step for d·w = 0, whose rate is |w|² + d·a.
    const step = -(dx * wx + dy * wy + dz * wz) / (speed2 + dx * ax + dy * ay + dz * az)
    const next = seconds + step
    // The minimum lies outside the stretch by more than later steps could bring it back.
    if (next < fromS - 1 || next > toS + 1) return []
    // Where the pair is at the new time on a parabola: d + w τ + ½ a τ².
    const x = dx + step * (wx + 0.5 * step * ax)
    const y = dy + step * (wy + 0.5 * step * ay)
    const z = dz + step * (wz + 0.5 * step * az)
    const missM = Math.sqrt(x * x + y * y + z * z)
    const slackM = slackAfter(Math.abs(step), Math.sqrt(speed2))
    if (missM > thresholdM + slackM) return []
    if (radialM < missM) {
      // Where each is then, on its own parabola; the slack is that of both together.
      const at = (state: typeof one, gravity: number) => along([x, y, z], moved(state, step, gravity))
      const [off, otherOff] = [at(one, pull), at(other, otherPull)]
      // The direction of up is off by the slack over the radius, which moves the miss by less than the slack.
      if (Math.min(Math.abs(off), Math.abs(otherOff)) > radialM + 2 * slackM) return []
    }
    // Each step leaves of itself at most the part that the one before left.
    if (Math.abs(step) < NEAR_S && step * step < TOLERANCE_S * before) {
      if (!isWithin(next, flights, { fromS, toS, window })) return []
      // To the first order of a step of two milliseconds.
      const relativeSpeedMps = Math.sqrt((wx + step * ax) ** 2 + (wy + step * ay) ** 2 + (wz + step * az) ** 2)
      return [{ seconds: next, missM, relativeSpeedMps }]
    }
    before = Math.abs(step)
    seconds = next
  }
  return undefined
}

/** A position so many seconds later, its gravity as constant. */
function moved({ r, v }: CartesianState, seconds: number, pull: number): Vec3 {
  const at = (k: 0 | 1 | 2) => r[k] + seconds * (v[k] + 0.5 * seconds * pull * r[k])
  return [at(0), at(1), at(2)]
}

/** The part of a vector along a position. */
function along(d: Vec3, r: Vec3): number {
  return (d[0] * r[0] + d[1] * r[1] + d[2] * r[2]) / Math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2])
}

/** Of gravity, for each metre of the radius. */
function pullAt([x, y, z]: readonly [number, number, number]): number {
  const r2 = x * x + y * y + z * z
  return -GM_BOUND_M3_S2 / (r2 * Math.sqrt(r2))
}

/** How far from where they are said to be two objects are at most, so many seconds later. */
function slackAfter(seconds: number, speedMps: number): number {
  return seconds * (DELTA_MPS + seconds * (EPSILON_MPS2 / 2 + (seconds * K_PER_S2 * speedMps) / 6))
}

/** Each minimum lies in one window: next to where two windows meet, both ask the rate there. */
function isWithin(
  seconds: number,
  [one, other]: readonly [StateAt, StateAt],
  { fromS, toS, window }: Stretch,
): boolean {
  const rateAt = (end: number) => distanceRate(one(end), other(end))
  if (fromS === window.fromS && seconds < fromS + DOUBT_S) return seconds > fromS - DOUBT_S && rateAt(fromS) < 0
  if (toS === window.toS && seconds > toS - DOUBT_S) return seconds < toS + DOUBT_S && rateAt(toS) >= 0
  return seconds > fromS - DOUBT_S && seconds < toS + DOUBT_S
}
