import { maximise } from '../maximise.ts'
import { missing } from '../missing.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { degToRad } from '../units.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type PlaneMap, smallestSteps, type Vec2 } from './smallest-step.ts'

/** Thrusters of which one burns at a time, or all directions around an axis. Each is where the satellite is pushed to, never its plume. */
export type DirectionSet =
  | { readonly thrusters: readonly Vec3[] }
  | { readonly axis: Vec3; readonly halfAngleRad: number }

/** Which way a satellite can burn, in the axes of its nominal attitude at the start of the burn: those of its place, or of its velocity. */
export type AllowedDirections = DirectionSet & { readonly frame: 'RTN' | 'TNW' }

/** The same as an operator enters it, with angles in degrees. */
export type DirectionsGiven =
  | { readonly kind: 'THRUSTERS'; readonly frame: 'RTN' | 'TNW'; readonly vectors: readonly Vec3[] }
  | { readonly kind: 'CONE'; readonly frame: 'RTN' | 'TNW'; readonly axis: Vec3; readonly halfAngleDeg: number }

/** Which way an engine can burn, as the planner takes it; nothing where it can any way. */
export function allowedBy(given: DirectionsGiven | undefined): { readonly allowed?: AllowedDirections } {
  if (given === undefined) return {}
  const { frame } = given
  return given.kind === 'CONE'
    ? { allowed: { frame, axis: given.axis, halfAngleRad: degToRad(given.halfAngleDeg) } }
    : { allowed: { frame, thrusters: given.vectors } }
}

/** Looks around the edge of a cone; the quadratic has at most four minima there, and each is as wide as its ellipse. */
const LOOKS = 72
/** A minimum between two looks is found to this share of the angle between them. */
const ANGLE_SHARE = 1e-5
/** A direction of the cone's own edge is inside in spite of its rounding, rad. */
const EDGE_RAD = 1e-9

/** The set with unit vectors in R, T, N at a state. */
export function directionsAt({ frame, ...set }: AllowedDirections, state: CartesianState): DirectionSet {
  const turn = (v: Vec3) => {
    const unit = scale(v, 1 / norm(v))
    return frame === 'RTN' ? unit : fromTnw(unit, state)
  }
  return 'thrusters' in set ? { thrusters: set.thrusters.map(turn) } : { ...set, axis: turn(set.axis) }
}

/** From T (along the velocity), N and W (normal to the orbit) to R, T, N: the velocity has a radial part and one across it. */
function fromTnw([alongV, n, w]: Vec3, { r, v }: CartesianState): Vec3 {
  const radial = dot(r, v) / norm(r) / norm(v)
  const across = Math.sqrt(Math.max(0, 1 - radial * radial))
  // N completes T and W to a right-handed frame: N = W × T, which on a circle points down.
  return [radial * alongV - across * n, across * alongV + radial * n, w]
}

/** Whether a direction may be burned in; `slackRad` is what it may be off by its rounding. */
export function isWithin(set: DirectionSet, direction: Vec3, slackRad = 0): boolean {
  if ('thrusters' in set) return set.thrusters.some((one) => angleBetween(one, direction) <= slackRad + EDGE_RAD)
  return angleBetween(set.axis, direction) <= set.halfAngleRad + slackRad + EDGE_RAD
}

/** Of a line the senses that may be burned in, as a set of its own. */
export function sensesWithin(set: DirectionSet, line: Vec3): { readonly thrusters: readonly Vec3[] } {
  const unit = scale(line, 1 / norm(line))
  return { thrusters: [unit, scale(unit, -1)].filter((one) => isWithin(set, one, LINE_RAD)) }
}
/** A line that is typed with six digits is along a thruster that is typed with six. */
const LINE_RAD = 1e-5

/** How far a line, in its better sense, is from what may be burned, rad; 0: it may. */
export function angleTo(set: DirectionSet, line: Vec3): number {
  return Math.min(
    ...([1, -1] as const).map((sense) => {
      const one = scale(line, sense)
      return isWithin(set, one) ? 0 : angleBetween(nearestWithin(set, one), one)
    }),
  )
}

/** The allowed direction that is nearest to another one, of length 1. */
export function nearestWithin(set: DirectionSet, direction: Vec3): Vec3 {
  if ('thrusters' in set)
    return set.thrusters.reduce((best, one) => (dot(one, direction) > dot(best, direction) ? one : best))
  if (isWithin(set, direction)) return scale(direction, 1 / norm(direction))
  const { axis, halfAngleRad } = set
  const across = subtract(direction, scale(axis, dot(axis, direction)))
  // Right behind the axis every edge is equally near.
  const towards = norm(across) > 0 ? scale(across, 1 / norm(across)) : (edgeAxes(axis)[0] ?? missing())
  return add(scale(axis, Math.cos(halfAngleRad)), scale(towards, Math.sin(halfAngleRad)))
}

/**
 * The lines along which sizes are tried where nothing else leads anywhere: each thruster, or what of a cone is nearest to the track on either
 * side. One sense of each.
 */
export function linesToTry(set: DirectionSet): Vec3[] {
  if ('thrusters' in set) return [...set.thrusters]
  return ([1, -1] as const).map((sense) => nearestWithin(set, [0, sense, 0]))
}

/** The angle between two vectors, rad; exact also where it is small. */
function angleBetween(a: Vec3, b: Vec3): number {
  return Math.atan2(norm(cross(a, b)), dot(a, b))
}

/** Two unit vectors across an axis and each other. */
function edgeAxes(axis: Vec3): readonly [Vec3, Vec3] {
  const other: Vec3 = Math.abs(axis[0]) < 0.5 ? [1, 0, 0] : [0, 1, 0]
  const first = cross(axis, other)
  const unit = scale(first, 1 / norm(first))
  return [unit, cross(axis, unit)]
}

/**
 * The shortest x of an allowed direction with |w₀ + A x| ≥ radius, the shortest first: the problem of smallestSteps within a set. Of a
 * thruster it is the root of one variable. In a cone a minimum lies inside, where it is one of all directions, too, or on the edge, which is a
 * circle of directions: its minima are looked for all around, and refined. The columns of A are those of R, T, N. Empty where
 * nothing moves the point far enough. One sense of each direction: a thruster does not pull.
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

/** Where a unit along a direction moves the point. */
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
 * The s above 0 with |w₀ + s m| = radius, of w₀ inside: the root of a quadratic that loses no digits; infinite where m is nothing.
 *
 * It solves s² |m|² + 2 s w₀·m = radius² − |w₀|². Of the two forms of its root the one without a difference of near
 * numbers is taken:
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
 * The directions on the edge of a cone in which the size has a minimum. With the half angle h the edge is the circle
 * cos(h) axis + sin(h) (cos(φ) first + sin(φ) second). A look that is no larger than both of its neighbours has a
 * minimum between them, which golden section finds.
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
