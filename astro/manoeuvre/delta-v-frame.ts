import { axesRotation } from '../ephemeris/axes.ts'
import type { State } from '../frames/frame.ts'
import { transform, transpose } from '../mat3.ts'
import { add, dot, norm, type Vec3 } from '../vec3.ts'

/** The size of a vector and its direction by two angles. */
export interface Direction {
  readonly azimuthRad: number
  readonly elevationRad: number
}

/**
 * A Δv of the axes of a name, in the frame of the state: the one registry for all frames of spec §3 (axesRotation), each with
 * _INERTIAL or _ROTATING. At the moment of an impulse turning axes and frozen ones are the same, as a Δv is a difference of two
 * velocities at one place; they differ along an arc. Outside the Earth orientation parameters their ends are held. Throws RangeError
 * for a name of no axes, and where an axis does not exist (localRotation).
 */
export function deltaVFromAxes(name: string, at: State, deltaV: Vec3): Vec3 {
  return transform(transpose(requireAxes(name, at)), deltaV)
}

/** A Δv of the frame of the state, in the axes of a name; the inverse of deltaVFromAxes. */
export function deltaVInAxes(name: string, at: State, deltaV: Vec3): Vec3 {
  return transform(requireAxes(name, at), deltaV)
}

function requireAxes(name: string, at: State) {
  const axes = axesRotation(name, at, { model: { outside: 'hold' } })
  if (axes === undefined) throw new RangeError(`${name} names no axes of a delta-v`)
  return axes.matrix
}

/**
 * The unit vector of an azimuth and an elevation: azimuth from the second axis towards the third, elevation from their plane
 * towards the first, which in R, T, N is from along-track towards the orbit normal, and up (domain.md C14).
 */
export function vectorOf({ azimuthRad, elevationRad }: Direction): Vec3 {
  const flat = Math.cos(elevationRad)
  return [Math.sin(elevationRad), flat * Math.cos(azimuthRad), flat * Math.sin(azimuthRad)]
}

/** Azimuth, 0 up to 2π, and elevation of a vector; both 0 for no vector. */
export function directionOf([x, y, z]: Vec3): Direction {
  const azimuthRad = Math.atan2(z, y)
  return {
    azimuthRad: azimuthRad < 0 ? azimuthRad + 2 * Math.PI : azimuthRad,
    elevationRad: Math.atan2(x, Math.hypot(y, z)),
  }
}

/**
 * By how much a Δv (in the frame of the state) changes the osculating semi-major axis, m. From the vis-viva equation
 * 1/a = 2/r − v²/μ: a' − a = a a' (v'² − v²)/μ, written without the difference of two large numbers.
 * Source: Vallado, Fundamentals of Astrodynamics and Applications, 4th ed., eq. 1-30.
 */
export function smaChangeM({ r, v }: Pick<State, 'r' | 'v'>, deltaV: Vec3, gmM3PerS2: number): number {
  const after = add(v, deltaV)
  const inverse = (velocity: Vec3) => 2 / norm(r) - dot(velocity, velocity) / gmM3PerS2
  const gained = 2 * dot(v, deltaV) + dot(deltaV, deltaV)
  return gained / (gmM3PerS2 * inverse(v) * inverse(after))
}
