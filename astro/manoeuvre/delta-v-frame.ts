import { axesRotation } from '../ephemeris/axes.ts'
import type { State } from '../frames/frame.ts'
import { transform, transpose } from '../mat3.ts'
import { add, dot, norm, type Vec3 } from '../vec3.ts'

/** The direction of a vector as two angles. */
export interface Direction {
  readonly azimuthRad: number
  readonly elevationRad: number
}

/**
 * Converts a Δv from named axes to the frame of the state. All frames of spec §3 are in one registry (axesRotation), each as _INERTIAL or
 * _ROTATING. For an impulse, rotating and frozen axes are the same, because a Δv is a difference of two velocities at one position; along an arc
 * they differ. Outside the range of the Earth orientation parameters the nearest values are used. Throws RangeError for an unknown name, and if
 * an axis does not exist (localRotation).
 */
export function deltaVFromAxes(name: string, at: State, deltaV: Vec3): Vec3 {
  return transform(transpose(requireAxes(name, at)), deltaV)
}

/** Converts a Δv from the frame of the state to named axes; the inverse of deltaVFromAxes. */
export function deltaVInAxes(name: string, at: State, deltaV: Vec3): Vec3 {
  return transform(requireAxes(name, at), deltaV)
}

function requireAxes(name: string, at: State) {
  const axes = axesRotation(name, at, { model: { outside: 'hold' } })
  if (axes === undefined) throw new RangeError(`${name} names no axes of a delta-v`)
  return axes.matrix
}

/**
 * Returns the unit vector of an azimuth and an elevation. Azimuth is from the second axis towards the third, elevation from their plane towards
 * the first: in R, T, N, azimuth is from along-track towards the orbit normal, and elevation is up (domain.md C14).
 */
export function vectorOf({ azimuthRad, elevationRad }: Direction): Vec3 {
  const flat = Math.cos(elevationRad)
  return [Math.sin(elevationRad), flat * Math.cos(azimuthRad), flat * Math.sin(azimuthRad)]
}

/** Returns the azimuth, from 0 to below 2π, and the elevation of a vector; both are 0 for the zero vector. */
export function directionOf([x, y, z]: Vec3): Direction {
  const azimuthRad = Math.atan2(z, y)
  return {
    azimuthRad: azimuthRad < 0 ? azimuthRad + 2 * Math.PI : azimuthRad,
    elevationRad: Math.atan2(x, Math.hypot(y, z)),
  }
}

/**
 * Returns the change of the osculating semi-major axis by a Δv (in the frame of the state), m. From the vis-viva equation 1/a = 2/r − v²/μ: a' −
 * a = a a' (v'² − v²)/μ, written without the difference of two large numbers. Source: Vallado, Fundamentals of Astrodynamics and Applications,
 * 4th ed., eq. 1-30.
 */
export function smaChangeM({ r, v }: Pick<State, 'r' | 'v'>, deltaV: Vec3, gmM3PerS2: number): number {
  const after = add(v, deltaV)
  const inverse = (velocity: Vec3) => 2 / norm(r) - dot(velocity, velocity) / gmM3PerS2
  const gained = 2 * dot(v, deltaV) + dot(deltaV, deltaV)
  return gained / (gmM3PerS2 * inverse(v) * inverse(after))
}
