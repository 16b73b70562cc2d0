import { distanceRate, type StateAt } from '../conjunction/closest-approach.ts'
import type { CartesianState } from '../orbit/elements.ts'
import type { Vec3 } from '../vec3.ts'
import type { Span } from './screening-object.ts'

const GM_BOUND_M3_S2 = 3.986008e14
// For two bounded objects together: ε and δ of astro/kernel/assembly/bounds.ts, and K, the change of gravity with the speed.
const EPSILON_MPS2 = 0.1
const DELTA_MPS = 9
const K_PER_S2 = 3.1e-6
/** Slower pairs are evaluated step by step. */
const FAST_MPS = 300
const TOLERANCE_S = 1e-6
/** States within this time of known states follow from them by a parabola. */
const NEAR_S = 2e-3
/** If a minimum is nearer than this to an end of the window, the rate at the end decides on which side it is. */
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
 * Returns the closest approach of two bounded objects in a part of a window, none if it is above the threshold; undefined if the pair is too
 * slow. It uses Newton's method from the middle, with exact states.
 *
 * Half the rate of the squared distance is d·w; the rate of d·w is |w|² + d·a. In a part in which they may meet, two objects with a relative
 * speed above 300 m/s have |d·a|, including ε and δ, below a tenth of |w|²: the rate passes 0 once, and the first step leaves less than a tenth
 * of itself. The relative acceleration is that of two point masses, which is known without another state: two evaluations of each orbit are
 * enough, while secants need five. Pairs that pass more than `radialM` above or below each other are excluded as soon as that is certain: a
 * screening box is flat, and most approaches in its sphere are outside the box.
 */
export function listFastApproach(
  flights: readonly [StateAt, StateAt],
  { fromS, toS, window }: Stretch,
  thresholdM: number,
  radialM = Number.POSITIVE_INFINITY,
): Approach[] | undefined {
  // An object may have no state outside the window: it may begin or end to fly at its border.
  const inWindow = (time: number) => Math.min(window.toS, Math.max(window.fromS, time))
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
    // The minimum is outside the part by more than later steps could correct.
    if (next < fromS - 1 || next > toS + 1) return []
    // The relative position at the new time, on a parabola: d + w τ + ½ a τ².
    const x = dx + step * (wx + 0.5 * step * ax)
    const y = dy + step * (wy + 0.5 * step * ay)
    const z = dz + step * (wz + 0.5 * step * az)
    const missM = Math.sqrt(x * x + y * y + z * z)
    const slackM = slackAfter(Math.abs(step), Math.sqrt(speed2))
    if (missM > thresholdM + slackM) return []
    if (radialM < missM) {
      // The position of each object then, on its own parabola; the slack is for both together.
      const at = (state: typeof one, gravity: number) => along([x, y, z], moved(state, step, gravity))
      const [off, otherOff] = [at(one, pull), at(other, otherPull)]
      // The error of the upward direction is the slack over the radius, which changes the miss by less than the slack.
      if (Math.min(Math.abs(off), Math.abs(otherOff)) > radialM + 2 * slackM) return []
    }
    // The next step would be at most step² / before, because the ratio of successive steps does not grow.
    if (Math.abs(step) < NEAR_S && step * step < TOLERANCE_S * before) {
      if (!isWithin(next, flights, { fromS, toS, window })) return []
      // The relative speed at the new time, to first order for a step of two milliseconds.
      const relativeSpeedMps = Math.sqrt((wx + step * ax) ** 2 + (wy + step * ay) ** 2 + (wz + step * az) ** 2)
      return [{ seconds: inWindow(next), missM, relativeSpeedMps }]
    }
    // At the border of the window a longer step to the outside is that to a minimum outside.
    if (Math.abs(step) >= NEAR_S && seconds === inWindow(next)) return []
    before = Math.abs(step)
    seconds = inWindow(next)
  }
  return undefined
}

/** Returns a position some seconds later, with constant gravity. */
function moved({ r, v }: CartesianState, seconds: number, pull: number): Vec3 {
  const at = (k: 0 | 1 | 2) => r[k] + seconds * (v[k] + 0.5 * seconds * pull * r[k])
  return [at(0), at(1), at(2)]
}

/** Returns the component of a vector along a position. */
function along(d: Vec3, r: Vec3): number {
  return (d[0] * r[0] + d[1] * r[1] + d[2] * r[2]) / Math.sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2])
}

/** Returns gravity per metre of the radius. */
function pullAt([x, y, z]: readonly [number, number, number]): number {
  const r2 = x * x + y * y + z * z
  return -GM_BOUND_M3_S2 / (r2 * Math.sqrt(r2))
}

/** Returns the largest error of the computed positions of two objects, `seconds` later. */
function slackAfter(seconds: number, speedMps: number): number {
  return seconds * (DELTA_MPS + seconds * (EPSILON_MPS2 / 2 + (seconds * K_PER_S2 * speedMps) / 6))
}

/** Each minimum belongs to one window: near the border of two windows, both evaluate the rate there. */
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
