// This file computes how consecutive states of an ephemeris move, and how they should move: their numerical acceleration and gravity. Every state of
// every file passes here, so that states are numbers in a row.

import { GM_EARTH, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'

/** J2 of EGM2008, zero-tide: −√5 · C̄₂₀. */
const J2_EARTH = 1.0826355e-3
/** The rotation of the Earth, rad/s (IERS Conventions 2010, table 1.2). */
const EARTH_RATE_RAD_PER_S = 7.292115e-5

/** The states of a window; the middle one is checked. */
export const WINDOW_STATES = 5
/** The place of the middle state. */
export const MIDDLE = 2

/** Five states in a row: their times in s, three numbers of each position in m and of each velocity in m/s, and their lines in the message. */
export interface Window {
  readonly times: Float64Array
  readonly positions: Float64Array
  readonly velocities: Float64Array
  readonly lines: Float64Array
}

/** Three numbers that are written again and again. */
export type MutableVec3 = [number, number, number]

/** A velocity in m/s and an acceleration in m/s². */
export interface Motion {
  readonly velocity: MutableVec3
  readonly acceleration: MutableVec3
}

/** Returns the position of a state of a window. */
export const positionAt = ({ positions }: Window, row: number): Vec3 => vectorAt(positions, row)
/** Returns the velocity of a state of a window. */
export const velocityAt = ({ velocities }: Window, row: number): Vec3 => vectorAt(velocities, row)

function vectorAt(column: Float64Array, row: number): Vec3 {
  return [column[3 * row] ?? missing(), column[3 * row + 1] ?? missing(), column[3 * row + 2] ?? missing()]
}

/**
 * Writes the acceleration of the middle state, m/s²: the second derivative of the fifth-degree polynomial through it and the states beside it, with
 * their velocities. Its error is of fourth order in the step: (n·h)⁴/360 of the acceleration, where n is the angular rate.
 */
export function accelerationByHermite({ times, positions, velocities }: Window, into: MutableVec3): void {
  const middle = times[MIDDLE] ?? missing()
  const a = (times[MIDDLE - 1] ?? missing()) - middle
  const b = (times[MIDDLE + 1] ?? missing()) - middle
  const width = b - a
  const s = -a / width
  // If q(t) = (p(t) − r − v·t)/t², which is a cubic, the acceleration is 2·q(0).
  const h00 = (1 + 2 * s) * (1 - s) * (1 - s)
  const h10 = s * (1 - s) * (1 - s) * width
  const h01 = s * s * (3 - 2 * s)
  const h11 = s * s * (s - 1) * width
  for (let axis = 0; axis < 3; axis += 1) {
    const at = 3 * MIDDLE + axis
    const r = positions[at] ?? missing()
    const v = velocities[at] ?? missing()
    const qa = ((positions[at - 3] ?? missing()) - r - v * a) / (a * a)
    const qb = ((positions[at + 3] ?? missing()) - r - v * b) / (b * b)
    const slopeA = ((velocities[at - 3] ?? missing()) - v - 2 * a * qa) / (a * a)
    const slopeB = ((velocities[at + 3] ?? missing()) - v - 2 * b * qb) / (b * b)
    into[axis] = 2 * (h00 * qa + h10 * slopeA + h01 * qb + h11 * slopeB)
  }
}

/**
 * Computes velocity and acceleration of the middle state from the five positions alone, and writes them into `into`: they are the
 * derivatives of the fourth-degree polynomial through the positions (Lagrange). Each of the other four positions contributes its difference
 * from the middle one, multiplied by the derivative of its basis polynomial there.
 */
export function motionByPositions({ times, positions }: Window, into: Motion): void {
  const middle = times[MIDDLE] ?? missing()
  const a = (times[0] ?? missing()) - middle
  const b = (times[1] ?? missing()) - middle
  const c = (times[3] ?? missing()) - middle
  const d = (times[4] ?? missing()) - middle
  const a1 = slopeOf(a, d, b, c)
  const b1 = slopeOf(b, c, a, d)
  const c1 = slopeOf(c, b, a, d)
  const d1 = slopeOf(d, a, b, c)
  const a2 = bendOf(a, d, b, c)
  const b2 = bendOf(b, c, a, d)
  const c2 = bendOf(c, b, a, d)
  const d2 = bendOf(d, a, b, c)
  for (let axis = 0; axis < 3; axis += 1) {
    const at = positions[3 * MIDDLE + axis] ?? missing()
    const fromA = (positions[axis] ?? missing()) - at
    const fromB = (positions[3 + axis] ?? missing()) - at
    const fromC = (positions[9 + axis] ?? missing()) - at
    const fromD = (positions[12 + axis] ?? missing()) - at
    // Opposite states are added first, so that their parts cancel to the last digit where they are equal.
    into.velocity[axis] = a1 * fromA + d1 * fromD + (b1 * fromB + c1 * fromC)
    into.acceleration[axis] = a2 * fromA + d2 * fromD + (b2 * fromB + c2 * fromC)
  }
}

/** Returns the first derivative at 0 of the polynomial that is 1 at t, and 0 at 0 and at three other times. */
const slopeOf = (t: number, p: number, q: number, s: number) => (-p * q * s) / (t * (t - p) * ((t - q) * (t - s)))
/** Returns the second derivative of the same polynomial at 0. */
const bendOf = (t: number, p: number, q: number, s: number) =>
  (2 * (p * q + (p * s + q * s))) / (t * (t - p) * ((t - q) * (t - s)))

/**
 * Returns the acceleration of a free object near the Earth, m/s², under point mass and J2. The frame is either inertial, with the Earth's
 * equator as its plane, or rotates with the Earth; in the second case Coriolis and centrifugal terms are added. The omitted accelerations,
 * above all those of Moon and Sun, are below 1e-4 m/s² up to the geostationary ring.
 */
export function gravityAt(r: Vec3, v: Vec3, isEarthFixed: boolean): Vec3 {
  const [x, y, z] = r
  const distance2 = x * x + y * y + z * z
  const central = -GM_EARTH / (distance2 * Math.sqrt(distance2))
  const flattening = (1.5 * J2_EARTH * WGS84_RADIUS_M * WGS84_RADIUS_M) / distance2
  const sine2 = (z * z) / distance2
  const horizontal = central * (1 + flattening * (1 - 5 * sine2))
  const vertical = central * (1 + flattening * (3 - 5 * sine2))
  if (!isEarthFixed) return [horizontal * x, horizontal * y, vertical * z]
  const [vx, vy] = v
  const w = EARTH_RATE_RAD_PER_S
  const w2 = w ** 2
  return [horizontal * x + 2 * w * vy + w2 * x, horizontal * y - 2 * w * vx + w2 * y, vertical * z]
}

/** Returns the length of the difference of two vectors. */
export function distanceBetween(a: Vec3, b: Vec3): number {
  const x = a[0] - b[0]
  const y = a[1] - b[1]
  const z = a[2] - b[2]
  return Math.sqrt(x * x + y * y + z * z)
}
