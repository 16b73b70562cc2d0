import { maximise } from '../maximise.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { degToRad } from '../units.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type PlaneMap, smallestSteps, type Vec2 } from './smallest-step.ts'

/**
 * Either thrusters of which one burns at a time, or all directions around an axis. Each direction is the direction of the acceleration, not of
 * the plume.
 */
export type DirectionSet =
  | { readonly thrusters: readonly Vec3[] }
  | { readonly axis: Vec3; readonly halfAngleRad: number }

/**
 * The directions in which a satellite can burn, in its nominal attitude at the start of the burn. The axes follow its position (RTN) or its
 * velocity (TNW).
 */
export type AllowedDirections = DirectionSet & { readonly frame: 'RTN' | 'TNW' }

/** The same directions as an operator enters them, with angles in degrees. */
export type DirectionsGiven =
  | { readonly kind: 'THRUSTERS'; readonly frame: 'RTN' | 'TNW'; readonly vectors: readonly Vec3[] }
  | { readonly kind: 'CONE'; readonly frame: 'RTN' | 'TNW'; readonly axis: Vec3; readonly halfAngleDeg: number }

/** Returns the directions for the planner; an empty object if the engine can burn in any direction. */
export function allowedBy(given: DirectionsGiven | undefined): { readonly allowed?: AllowedDirections } {
  if (given === undefined) return {}
  const { frame } = given
  return given.kind === 'CONE'
    ? { allowed: { frame, axis: given.axis, halfAngleRad: degToRad(given.halfAngleDeg) } }
    : { allowed: { frame, thrusters: given.vectors } }
}

/** Number of samples around the edge of a cone. The quadratic has at most four minima there, each as wide as its ellipse. */
const LOOKS = 72
/** A minimum between two samples is refined to this fraction of the angle between them. */
const ANGLE_SHARE = 1e-5
/** A direction on the cone's own edge counts as inside despite its rounding, rad. */
const EDGE_RAD = 1e-9

/** Returns the set with unit vectors in R, T, N at a state. */
export function directionsAt({ frame, ...set }: AllowedDirections, state: CartesianState): DirectionSet {
  const turn = (v: Vec3) => {
    const unit = scale(v, 1 / norm(v))
    return frame === 'RTN' ? unit : fromTnw(unit, state)
  }
  return 'thrusters' in set ? { thrusters: set.thrusters.map(turn) } : { ...set, axis: turn(set.axis) }
}

/** Transforms from T (along the velocity), N and W (normal to the orbit) to R, T, N: the velocity has a radial part and a part across it. */
function fromTnw([alongV, n, w]: Vec3, { r, v }: CartesianState): Vec3 {
  const radial = dot(r, v) / norm(r) / norm(v)
  const across = Math.sqrt(Math.max(0, 1 - radial * radial))
  // N completes T and W to a right-handed frame: N = W × T, which points down on a circle.
  return [radial * alongV - across * n, across * alongV + radial * n, w]
}

/** Returns true if a burn in this direction is allowed; `slackRad` is the allowed deviation for rounding. */
export function isWithin(set: DirectionSet, direction: Vec3, slackRad = 0): boolean {
  if ('thrusters' in set) return set.thrusters.some((one) => angleBetween(one, direction) <= slackRad + EDGE_RAD)
  return angleBetween(set.axis, direction) <= set.halfAngleRad + slackRad + EDGE_RAD
}

/** Returns the allowed directions along a line, as a set. */
export function sensesWithin(set: DirectionSet, line: Vec3): { readonly thrusters: readonly Vec3[] } {
  const unit = scale(line, 1 / norm(line))
  return { thrusters: [unit, scale(unit, -1)].filter((one) => isWithin(set, one, LINE_RAD)) }
}
/** A line entered with six digits counts as parallel to a thruster entered with six digits. */
const LINE_RAD = 1e-5

/** Returns the angle between a line, in its better direction, and the nearest allowed direction, rad; 0: it is allowed. */
export function angleTo(set: DirectionSet, line: Vec3): number {
  return Math.min(
    ...([1, -1] as const).map((sense) => {
      const one = scale(line, sense)
      return isWithin(set, one) ? 0 : angleBetween(nearestWithin(set, one), one)
    }),
  )
}

/** Returns the allowed direction that is nearest to another direction, of length 1. */
export function nearestWithin(set: DirectionSet, direction: Vec3): Vec3 {
  if ('thrusters' in set)
    return set.thrusters.reduce((best, one) => (dot(one, direction) > dot(best, direction) ? one : best))
  if (isWithin(set, direction)) return scale(direction, 1 / norm(direction))
  const { axis, halfAngleRad } = set
  const across = subtract(direction, scale(axis, dot(axis, direction)))
  // For a direction opposite to the axis all edge directions are equally near.
  const towards = norm(across) > 0 ? scale(across, 1 / norm(across)) : (edgeAxes(axis)[0] ?? missing())
  return add(scale(axis, Math.cos(halfAngleRad)), scale(towards, Math.sin(halfAngleRad)))
}

/**
 * Returns the lines along which sizes are tried as a last resort: each thruster, or the cone's directions that are nearest to the track on either
 * side. Each is in one direction only.
 */
export function linesToTry(set: DirectionSet): Vec3[] {
  if ('thrusters' in set) return [...set.thrusters]
  return ([1, -1] as const).map((sense) => nearestWithin(set, [0, sense, 0]))
}

/** Returns the angle between two vectors, rad; accurate also for small angles. */
function angleBetween(a: Vec3, b: Vec3): number {
  return Math.atan2(norm(cross(a, b)), dot(a, b))
}

/** Returns two unit vectors that are normal to an axis and to each other. */
function edgeAxes(axis: Vec3): readonly [Vec3, Vec3] {
  const other: Vec3 = Math.abs(axis[0]) < 0.5 ? [1, 0, 0] : [0, 1, 0]
  const first = cross(axis, other)
  const unit = scale(first, 1 / norm(first))
  return [unit, cross(axis, unit)]
}

/**
 * Returns the shortest vectors x in an allowed direction with |w₀ + A x| ≥ radius, in ascending order of length: the problem of smallestSteps
 * within a set. For a thruster this is the root of one variable. In a cone a minimum lies inside, where it is also a minimum of all directions,
 * or on the edge. The edge is a circle of directions: its minima are searched all around and refined. The columns of A belong to R, T, N. The
 * result is empty if no direction moves the point far enough. A direction is used in one sense only, because a thruster cannot pull.
 */
export function stepsWithin(set: DirectionSet, w0: Vec2, map: PlaneMap, radius: number): number[][] {
  if (Math.hypot(...w0) >= radius) return [map.map(() => 0)]
  const sizeOf = (direction: Vec3) => sizeAlong(w0, mapped(map, direction), radius)
  const directions = 'thrusters' in set ? set.thrusters : edgeMinima(set, sizeOf)
  const steps = directions.map((direction) => [...scale(direction, sizeOf(direction))])
  const inside =
    'thrusters' in set ? [] : smallestSteps(w0, map, radius).filter((step) => isWithin(set, vectorOf(step)))
  return [...inside, ...steps]
    .filter((step) => step.every(Number.isFinite))
    .toSorted((a, b) => Math.hypot(...a) - Math.hypot(...b))
}

const vectorOf = (step: readonly number[]): Vec3 => [step[0] ?? missing(), step[1] ?? missing(), step[2] ?? missing()]

/** Returns the shift of the point for one unit along a direction. */
function mapped(map: PlaneMap, direction: Vec3): Vec2 {
  let [x, y] = [0, 0]
  map.forEach(([columnX, columnY], k) => {
    const part = direction[k as 0 | 1 | 2]
    x += part * columnX
    y += part * columnY
  })
  return [x, y]
}

/**
 * Returns the s above 0 with |w₀ + s m| = radius, for w₀ inside: the root of a quadratic, computed without cancellation; infinite if m is zero.
 *
 * It solves s² |m|² + 2 s w₀·m = radius² − |w₀|². The root has two forms; the form without a difference of nearly equal numbers is used:
 *
 *   s = (radius² − |w₀|²)/(w₀·m + q) = (q − w₀·m)/|m|²,   q = √((w₀·m)² + |m|² (radius² − |w₀|²)).
 */
function sizeAlong([x, y]: Vec2, [mx, my]: Vec2, radius: number): number {
  const square = mx * mx + my * my
  const along = x * mx + y * my
  const rest = radius * radius - x * x - y * y
  const root = Math.sqrt(along * along + square * rest)
  return along > 0 ? rest / (along + root) : (root - along) / square
}

/**
 * Returns the directions on the edge of a cone in which the size has a minimum. With the half angle h the edge is the circle cos(h) axis + sin(h)
 * (cos(φ) first + sin(φ) second). A sample that is no larger than both of its neighbours has a minimum between them, which golden section finds.
 */
function edgeMinima(
  { axis, halfAngleRad }: Extract<DirectionSet, { axis: Vec3 }>,
  sizeOf: (direction: Vec3) => number,
): Vec3[] {
  const [first, second] = edgeAxes(axis)
  const [along, across] = [Math.cos(halfAngleRad), Math.sin(halfAngleRad)]
  const at = (angle: number): Vec3 =>
    add(scale(axis, along), add(scale(first, across * Math.cos(angle)), scale(second, across * Math.sin(angle))))
  const step = (2 * Math.PI) / LOOKS
  const sizes = Array.from({ length: LOOKS }, (_, k) => sizeOf(at(k * step)))
  return sizes.flatMap((size, k) => {
    const [before, behind] = [sizes[(k + LOOKS - 1) % LOOKS] ?? missing(), sizes[(k + 1) % LOOKS] ?? missing()]
    if (!(size <= before && size <= behind)) return []
    return [at(maximise((angle) => -sizeOf(at(angle)), (k - 1) * step, (k + 1) * step, ANGLE_SHARE).at)]
  })
}
