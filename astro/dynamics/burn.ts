import { type LocalFrame, localRotation } from '../frames/local.ts'
import { transform, transpose } from '../mat3.ts'
import type { Epoch } from '../time/epoch.ts'
import { norm, scale, type Vec3 } from '../vec3.ts'
import type { Force, OrbitState } from './force.ts'

/** Standard gravity, m/s² (exact; 3rd CGPM, 1901): it converts a specific impulse in s to a speed. */
export const STANDARD_GRAVITY = 9.806_65

/** A direction in GCRF, or one that follows the state; its length does not matter. */
export type Direction = Vec3 | ((at: OrbitState) => Vec3)

/** A thrust of constant strength for a time from its start; the mass decreases by thrust / (g0 isp). */
export interface Burn {
  readonly start: Epoch
  readonly durationS: number
  readonly thrustN: number
  readonly ispS: number
  readonly direction: Direction
}

/** An instantaneous change of velocity, m/s in GCRF; with an isp it uses the mass given by the rocket equation. */
export interface Impulse {
  readonly epoch: Epoch
  readonly deltaV: Direction
  readonly ispS?: number
}

/** Returns a direction in GCRF that is constant in a local frame and rotates with it. */
export function localDirection(frame: LocalFrame, components: Vec3): (at: OrbitState) => Vec3 {
  return (at) => transform(transpose(localRotation(frame, at).matrix), components)
}

/** Returns the mass flow of a burn, kg/s (positive). Throws RangeError if thrust, isp or duration are not positive numbers. */
export function massFlow({ thrustN, ispS, durationS }: Burn): number {
  if (!(thrustN >= 0 && ispS > 0 && durationS >= 0)) {
    throw new RangeError(`a burn needs thrust, isp and duration, not ${thrustN} N, ${ispS} s and ${durationS} s`)
  }
  return thrustN / (STANDARD_GRAVITY * ispS)
}

/**
 * Returns the acceleration during a burn, F/m along its direction, m/s² in GCRF. The mass is the state's mass, so that the acceleration grows as
 * propellant is used. Throws RangeError for a direction of zero length.
 */
export function burnForce({ thrustN, direction }: Burn): Force {
  return (at) => {
    const along = typeof direction === 'function' ? direction(at) : direction
    const length = norm(along)
    if (!(length > 0)) throw new RangeError(`a burn has no direction: ${along.join(', ')}`)
    return scale(along, thrustN / (at.massKg * length))
  }
}

/**
 * Returns the state after an impulse. Source of the mass: Tsiolkovsky's equation, m exp(-Δv / (g0 isp)). Exact. The propellant is m (1 −
 * exp(−Δv/(g₀ isp))): 0.45 % of the mass for 10 m/s at 227 s.
 */
export function applyImpulse(at: OrbitState, { deltaV, ispS }: Impulse): OrbitState {
  const kick = typeof deltaV === 'function' ? deltaV(at) : deltaV
  const massKg = ispS === undefined ? at.massKg : at.massKg * Math.exp(-norm(kick) / (STANDARD_GRAVITY * ispS))
  return { ...at, v: [at.v[0] + kick[0], at.v[1] + kick[1], at.v[2] + kick[2]], massKg }
}
