import { type Matrix, solve, transformRow } from '../matrix.ts'
import { missing } from '../missing.ts'
import type { Vec3 } from '../vec3.ts'

/** State of one object relative to another on a circle, in its rotating axes radial, along-track, normal (RSW): m, m/s. */
export interface RelativeState {
  readonly r: Vec3
  readonly v: Vec3
}

/**
 * Returns the map of a relative state over `seconds`, for a circle of mean motion `n`, rad/s. Source: W. Clohessy and R. Wiltshire, Journal of
 * the Aerospace Sciences 27 (1960) 653; Vallado, Fundamentals of Astrodynamics, 4th ed., algorithm 48. Accuracy: agrees with Vallado's examples
 * to a relative 1e-12. The theory is linear: its error is about 3 d²/2a over a revolution at a distance d. It solves ẍ = 3 n² x + 2 n ẏ, ÿ = −2 n
 * ẋ, z̈ = −n² z: the difference of gravity at both positions to first order, in axes that rotate at n. A drift along the track, −(6 n x + 3 ẏ) t,
 * remains unless both have the same semi-major axis, ẏ = −2 n x.
 */
export function clohessyWiltshire(n: number, seconds: number): Matrix {
  if (!(n > 0 && n < Infinity)) throw new RangeError(`mean motion ${n} rad/s is not above 0`)
  if (!Number.isFinite(seconds)) throw new RangeError(`a time of ${seconds} s is none`)
  const angle = n * seconds
  const [s, c] = [Math.sin(angle), Math.cos(angle)]
  const versine = 2 * Math.sin(angle / 2) ** 2 // 1 − cos without cancellation.
  return [
    [4 - 3 * c, 0, 0, s / n, (2 * versine) / n, 0],
    [6 * (s - angle), 1, 0, (-2 * versine) / n, (4 * s - 3 * angle) / n, 0],
    [0, 0, c, 0, 0, s / n],
    [3 * n * s, 0, 0, c, 2 * s, 0],
    [-6 * n * versine, 0, 0, -2 * s, 4 * c - 3, 0],
    [0, 0, -n * s, 0, 0, c],
  ]
}

/** Returns the relative state `seconds` later; see clohessyWiltshire for source and accuracy. */
export function propagateRelative({ r, v }: RelativeState, n: number, seconds: number): RelativeState {
  const [x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0] = transformRow(clohessyWiltshire(n, seconds), [...r, ...v])
  return { r: [x, y, z], v: [vx, vy, vz] }
}

/** The velocity at the start, or the reason why there is none. */
export type RelativeTransfer =
  | { readonly ok: true; readonly v: Vec3 }
  | { readonly ok: false; readonly reason: 'singular-time' }

/**
 * Returns the velocity (m/s) with which an object at `from` reaches `to` after `seconds`. At whole and half revolutions, and at some other times,
 * no velocity moves the object along one axis: 'singular-time'. Source and accuracy: clohessyWiltshire.
 */
export function relativeTransfer(from: Vec3, to: Vec3, n: number, seconds: number): RelativeTransfer {
  const map = clohessyWiltshire(n, seconds)
  const drifted = transformRow(map, [...from, 0, 0, 0])
  const gain = map.slice(0, 3).map((row) => row.slice(3))
  const leftM = to.map((value, index) => [value - (drifted[index] ?? missing())])
  const [x, y, z] = (isResolved(n, seconds) ? solve(gain, leftM) : null)?.map(([value]) => value) ?? []
  if (x === undefined || y === undefined || z === undefined) return { ok: false, reason: 'singular-time' }
  return { ok: true, v: [x, y, z] }
}

/** Returns true if each axis can be moved: the dimensionless in-plane and out-of-plane determinants are above rounding. */
function isResolved(n: number, seconds: number): boolean {
  const angle = n * seconds
  const inPlane = 8 * (1 - Math.cos(angle)) - 3 * angle * Math.sin(angle)
  const outOfPlane = Math.sin(angle)
  const size = Math.min(1, angle * angle)
  return angle > 0 && Math.abs(inPlane) > 1e-9 * size * size && Math.abs(outOfPlane) > 1e-9 * Math.min(1, angle)
}
