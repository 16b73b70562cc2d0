import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { findX, type LambertRoot, yOf } from './lambert-root.ts'

/** Two positions and the time between them. */
export interface LambertProblem {
  /** Position at the start and at the end, m, in one inertial frame centred on the body. */
  readonly r1: Vec3
  readonly r2: Vec3
  readonly seconds: number
  /** m³/s². */
  readonly gm: number
  /** The direction of the angular momentum: along z by default, so that the motion is prograde. */
  readonly normal?: Vec3
  /** The maximum number of full revolutions; all smaller numbers are solved too. Default 0. */
  readonly maxRevolutions?: number
}

/** One orbit through both positions in the time. */
export interface LambertOrbit {
  readonly v1: Vec3
  readonly v2: Vec3
  readonly revolutions: number
  /** Of the two orbits with a number of full revolutions, the one of longer period ('left') or shorter ('right'); otherwise 'only'. */
  readonly branch: 'only' | 'left' | 'right'
}

/** All orbits, or the reason why there are none. */
export type LambertResult =
  | { readonly ok: true; readonly orbits: readonly LambertOrbit[] }
  | { readonly ok: false; readonly reason: 'plane-undefined' | 'no-convergence' }

// Below this sine of the angle between the positions, the plane is determined by rounding and not by geometry.
const COLLINEAR_SINE = 1e-10

/**
 * Returns the orbits from r1 to r2 in a time: the direct one, then two for each number of full revolutions that the time allows, up to
 * `maxRevolutions`. If both positions are on one line through the centre, their plane is undefined, which is reported. Source: D. Izzo,
 * Revisiting Lambert's problem, Celestial Mechanics 121 (2015) 1. Accuracy: agrees with the solver of Gooding (1990) and with Vallado's examples
 * to 1e-9 m/s (lambert.test.ts); two-body motion reaches r2 to a relative 1e-10. Throws RangeError for an invalid time, gm or position. Lambert's
 * theorem: the time only depends on the semi-major axis, the sum of both radii and the chord. So the problem has one unknown, x, for any
 * geometry, and one parameter λ, λ² = 1 − c/s with the chord c and the half perimeter s.
 */
export function solveLambert(problem: LambertProblem): LambertResult {
  const { r1, r2, seconds, gm, normal = [0, 0, 1], maxRevolutions = 0 } = problem
  const [radius1, radius2] = [norm(r1), norm(r2)]
  if (!(seconds > 0 && seconds < Infinity)) throw new RangeError(`a time of ${seconds} s has no orbit`)
  if (!(gm > 0 && gm < Infinity)) throw new RangeError(`gm ${gm} m³/s² is not above 0`)
  if (!(radius1 > 0 && radius2 > 0)) throw new RangeError('a place at the centre, or none, has no orbit')
  const [u1, u2] = [scale(r1, 1 / radius1), scale(r2, 1 / radius2)]
  const across = cross(u1, u2)
  const sine = norm(across)
  if (sine < COLLINEAR_SINE) return { ok: false, reason: 'plane-undefined' }
  const side = dot(across, normal) < 0 ? -1 : 1
  const axis = scale(across, side / sine)
  const chord = norm(subtract(r2, r1))
  const s = (radius1 + radius2 + chord) / 2
  // √(1 − c/s) without cancellation: r1 r2 cos²(θ/2) = s (s − c), and the half angle from its sine and cosine.
  const halfAngleCosine = Math.cos(Math.atan2(sine, dot(u1, u2)) / 2)
  const lambda = (side * Math.sqrt(radius1 * radius2) * halfAngleCosine) / s
  const time = Math.sqrt((2 * gm) / s ** 3) * seconds
  const found = findX(lambda, time, maxRevolutions)
  if (found === undefined) return { ok: false, reason: 'no-convergence' }
  const geometry: Geometry = { u1, u2, axis, radius1, radius2, chord, s, lambda, gm }
  return { ok: true, orbits: found.map((root) => orbitOf(geometry, root)) }
}

/** The triangle of both positions and the centre: unit vectors, the axis of the motion, radii, chord and half perimeter in m. */
interface Geometry {
  readonly u1: Vec3
  readonly u2: Vec3
  readonly axis: Vec3
  readonly radius1: number
  readonly radius2: number
  readonly chord: number
  readonly s: number
  readonly lambda: number
  readonly gm: number
}

/** Returns the velocities at both ends from x (Izzo, algorithm 1): radial components from the energy, transverse ones from the angular momentum. */
function orbitOf(geometry: Geometry, { x, revolutions, branch }: LambertRoot): LambertOrbit {
  const { u1, u2, axis, radius1, radius2, chord, s, lambda, gm } = geometry
  // γ = √(µ s/2), ρ = (r1 − r2)/c, σ = √(1 − ρ²), as in the paper.
  const gamma = Math.sqrt((gm * s) / 2)
  const rho = (radius1 - radius2) / chord
  const sigma = Math.sqrt(Math.max(0, 1 - rho * rho))
  const y = yOf(x, lambda)
  const tangential = gamma * sigma * (y + lambda * x)
  const radial1 = (gamma * (lambda * y - x - rho * (lambda * y + x))) / radius1
  const radial2 = (-gamma * (lambda * y - x + rho * (lambda * y + x))) / radius2
  return {
    v1: add(scale(u1, radial1), scale(cross(axis, u1), tangential / radius1)),
    v2: add(scale(u2, radial2), scale(cross(axis, u2), tangential / radius2)),
    revolutions,
    branch,
  }
}
