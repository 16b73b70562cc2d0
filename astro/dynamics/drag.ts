import { transform, transpose } from '../mat3.ts'
import type { Epoch } from '../time/epoch.ts'
import { cross, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type AreaTowards, areaTowards, type EarthAttitude, type Force } from './force.ts'

/** Rotation of the Earth and its air, rad/s (IERS Conventions 2010, table 1.2, nominal). */
export const EARTH_RATE_RAD_S = 7.292_115e-5

/** Where a density is wanted: Earth-fixed position in m. */
export interface Place {
  readonly epoch: Epoch
  readonly rEarthFixed: Vec3
}

/** Density of the air, kg/m³. */
export type DensityModel = (place: Place) => number

/** What the air acts on: drag coefficient (2.2 is usual) and area in m² towards the wind. */
export interface Drag {
  readonly cd: number
  readonly area: AreaTowards
  readonly density: DensityModel
  readonly toEarthFixed: EarthAttitude
  /** How fast the air turns, rad/s: with the Earth when not said. */
  readonly airRateRadPerS?: number
}

/**
 * The drag of air that turns with the Earth, -½ ρ cd A/m |u| u with u = v - ω × r. Source: Montenbruck and Gill,
 * Satellite Orbits, §3.5; Vallado, Fundamentals of Astrodynamics, 4th ed., eq. 8-28. Reached: 1e-15 of itself against
 * brahe with the same density (forces.reference.json). Throws RangeError for a negative cd. ω is along the pole of the
 * Earth, turned into GCRF. Winds are left out, 100 to 300 m/s in the thermosphere: where they blow along the track the
 * drag is 3 to 8 % off. The density itself is worse known than that.
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
