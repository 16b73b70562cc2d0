// This file computes how consecutive states of an ephemeris move, and how they should move: their numerical acceleration and gravity.

import { GM_EARTH, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'

/** J2 of EGM2008, zero-tide: −√5 · C̄₂₀. */
const J2_EARTH = 1.0826355e-3
/** The rotation of the Earth, rad/s (IERS Conventions 2010, table 1.2). */
const EARTH_RATE_RAD_PER_S = 7.292115e-5

/** A state at a time in seconds, and the line of the message that contains it. */
export interface TimedState {
  readonly t: number
  readonly r: Vec3
  readonly v: Vec3
  readonly line: number
}

/** Five states in a row, of which the middle one is checked. */
export type Window = readonly [TimedState, TimedState, TimedState, TimedState, TimedState]

/**
 * Returns the acceleration of the middle one of three states, m/s²: the second derivative of the fifth-degree polynomial through their positions and
 * velocities. Its error is of fourth order in the step: (n·h)⁴/360 of the acceleration, where n is the angular rate.
 */
export function accelerationByHermite(before: TimedState, at: TimedState, after: TimedState): Vec3 {
  const [a, b] = [before.t - at.t, after.t - at.t]
  const width = b - a
  const s = -a / width
  const [h00, h10] = [(1 + 2 * s) * (1 - s) ** 2, s * (1 - s) ** 2]
  const [h01, h11] = [s ** 2 * (3 - 2 * s), s ** 2 * (s - 1)]
  // If q(t) = (p(t) − r − v·t)/t², which is a cubic, the acceleration is 2·q(0).
  return mapAxes((axis) => {
    const [r, v] = [at.r[axis], at.v[axis]]
    const qa = (before.r[axis] - r - v * a) / a ** 2
    const qb = (after.r[axis] - r - v * b) / b ** 2
    const slopeA = (before.v[axis] - v - 2 * a * qa) / a ** 2
    const slopeB = (after.v[axis] - v - 2 * b * qb) / b ** 2
    return 2 * (h00 * qa + h10 * width * slopeA + h01 * qb + h11 * width * slopeB)
  })
}

/**
 * Returns velocity and acceleration of the middle one of five states, from their positions alone: the derivatives of the fourth-degree polynomial
 * through them (Newton's divided differences).
 */
export function motionByPositions(window: Window): { velocity: Vec3; acceleration: Vec3 } {
  const origin = window[2].t
  const times = window.map(({ t }) => t - origin)
  const both = [0, 1, 2].map((axis) =>
    derivativesAtZero(
      times,
      window.map(({ r }) => r[axis as 0 | 1 | 2]),
    ),
  )
  return {
    velocity: mapAxes((axis) => both[axis]?.[0] ?? missing()),
    acceleration: mapAxes((axis) => both[axis]?.[1] ?? missing()),
  }
}

/** Returns the first and second derivative at 0 of the polynomial through the points. */
function derivativesAtZero(times: readonly number[], values: readonly number[]): readonly [number, number] {
  const differences = [...values]
  for (let order = 1; order < times.length; order += 1) {
    for (let index = times.length - 1; index >= order; index -= 1) {
      const rise = (differences[index] ?? missing()) - (differences[index - 1] ?? missing())
      differences[index] = rise / ((times[index] ?? missing()) - (times[index - order] ?? missing()))
    }
  }
  let [value, first, second] = [0, 0, 0]
  for (let index = times.length - 1; index >= 0; index -= 1) {
    const back = -(times[index] ?? missing())
    second = second * back + 2 * first
    first = first * back + value
    value = value * back + (differences[index] ?? missing())
  }
  return [first, second]
}

/**
 * Returns the acceleration of a free object near the Earth, m/s², under point mass and J2, in an inertial frame of the Earth's equator or in a frame
 * that rotates with the Earth (then Coriolis and centrifugal terms are added). The omitted accelerations, above all those of Moon and Sun, are below
 * 1e-4 m/s² up to the geostationary ring.
 */
export function gravityAt(r: Vec3, v: Vec3, isEarthFixed: boolean): Vec3 {
  const [x, y, z] = r
  const distance = Math.hypot(x, y, z)
  const central = -GM_EARTH / distance ** 3
  const flattening = 1.5 * J2_EARTH * (WGS84_RADIUS_M / distance) ** 2
  const sine2 = (z / distance) ** 2
  const horizontal = central * (1 + flattening * (1 - 5 * sine2))
  const vertical = central * (1 + flattening * (3 - 5 * sine2))
  const gravity: Vec3 = [horizontal * x, horizontal * y, vertical * z]
  if (!isEarthFixed) return gravity
  const [vx, vy] = v
  const [w, w2] = [EARTH_RATE_RAD_PER_S, EARTH_RATE_RAD_PER_S ** 2]
  return [gravity[0] + 2 * w * vy + w2 * x, gravity[1] - 2 * w * vx + w2 * y, gravity[2]]
}

/** Returns the length of the difference of two vectors. */
export function distanceBetween(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/** Returns the vector of the values that `value` returns for the axes. */
function mapAxes(value: (axis: 0 | 1 | 2) => number): Vec3 {
  return [value(0), value(1), value(2)]
}
