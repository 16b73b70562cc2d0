import { transform, transpose } from '../mat3.ts'
import type { Epoch } from '../time/epoch.ts'
import { cross, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type AreaTowards, areaTowards, type EarthAttitude, type Force } from './force.ts'

/** Rotation of the Earth and its atmosphere, rad/s (IERS Conventions 2010, table 1.2, nominal). */
export const EARTH_RATE_RAD_S = 7.292_115e-5

/** The position for a density: Earth-fixed, in m. */
export interface Place {
  readonly epoch: Epoch
  readonly rEarthFixed: Vec3
}

/** Returns the density of the atmosphere, kg/m³. */
export type DensityModel = (place: Place) => number

/** The inputs of drag: drag coefficient (2.2 is usual) and area in m² towards the wind. */
export interface Drag {
  readonly cd: number
  readonly area: AreaTowards
  readonly density: DensityModel
  readonly toEarthFixed: EarthAttitude
  /** The rotation of the atmosphere, rad/s; default: with the Earth. */
  readonly airRateRadPerS?: number
}

/**
 * Returns the drag of an atmosphere that rotates with the Earth, -½ ρ cd A/m |u| u with u = v - ω × r. Source: Montenbruck and Gill, Satellite
 * Orbits, §3.5; Vallado, Fundamentals of Astrodynamics, 4th ed., eq. 8-28. Accuracy: agrees with brahe to a relative 1e-15 for the same density
 * (forces.reference.json). Throws RangeError for a negative cd. ω is along the pole of the Earth, rotated to GCRF. Winds are neglected, 100 to
 * 300 m/s in the thermosphere: if they are along the track the drag is wrong by 3 to 8 %. The density itself has a larger error.
 */
export function dragForce({ cd, area, density, toEarthFixed, airRateRadPerS = EARTH_RATE_RAD_S }: Drag): Force {
  if (!(cd >= 0)) throw new RangeError(`drag coefficient ${cd} is negative`)
  return (at) => {
    const toFixed = toEarthFixed(at.epoch)
    const axis = transform(transpose(toFixed), [0, 0, airRateRadPerS])
    const wind = subtract(at.v, cross(axis, at.r))
    const speed = norm(wind)
    if (speed === 0) return [0, 0, 0]
    const rho = density({ epoch: at.epoch, rEarthFixed: transform(toFixed, at.r) })
    const towards = scale(wind, 1 / speed)
    return scale(towards, (-0.5 * rho * cd * areaTowards(area, at, towards) * speed * speed) / at.massKg)
  }
}
