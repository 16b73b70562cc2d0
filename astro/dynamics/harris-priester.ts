import { toGeodetic } from '../frames/geodetic.ts'
import { transform } from '../mat3.ts'
import { dot, norm, type Vec3 } from '../vec3.ts'
import type { DensityModel } from './drag.ts'
import type { BodyPath, EarthAttitude } from './force.ts'
import { HARRIS_PRIESTER } from './harris-priester.data.ts'

/** The lag of the bulge of the atmosphere behind the Sun, rad (30°; Montenbruck and Gill, §3.5.2). */
const LAG_RAD = Math.PI / 6
const KG_M3_PER_UNIT = 1e-12

/** The inputs of the model. */
export interface HarrisPriester {
  readonly sun: BodyPath
  readonly toEarthFixed: EarthAttitude
  /** Power of the cosine of half the angle to the bulge: 2 for low inclinations to 6 for polar orbits; default 4. */
  readonly exponent?: number
}

/**
 * Returns the density (kg/m³) of the modified Harris-Priester model: mean solar activity (F10.7 = 150), a bulge 30° east of the Sun, 100 to 1000
 * km; 0 above, and below 100 km the density at 100 km. Source: Montenbruck and Gill, Satellite Orbits, §3.5.2; L. Long and others, GTDS
 * Mathematical Theory (1989), §4.5. It is a static model: real densities are a third to three times as large over a solar cycle. Accuracy: agrees
 * with brahe to a relative 2e-7 (forces.reference.json).
 */
export function makeHarrisPriester({ sun, toEarthFixed, exponent = 4 }: HarrisPriester): DensityModel {
  return ({ epoch, rEarthFixed }) => {
    const heightKm = toGeodetic(rEarthFixed).heightM / 1000
    const [least, greatest] = densitiesAt(heightKm)
    const bulge = apex(transform(toEarthFixed(epoch), sun(epoch)))
    const cosine = dot(rEarthFixed, bulge) / norm(rEarthFixed)
    // cos²(ψ/2) = (1 + cos ψ)/2, where ψ is the angle between the object and the bulge.
    const half = Math.max(0, 0.5 + cosine / 2)
    return (least + (greatest - least) * half ** (exponent / 2)) * KG_M3_PER_UNIT
  }
}

/**
 * Returns the direction of the bulge: the Sun's direction, rotated east about the Earth's axis by the lag. The atmosphere needs two hours to
 * warm, in which the Earth rotates by 30°.
 */
function apex(sun: Vec3): Vec3 {
  const [c, s, distance] = [Math.cos(LAG_RAD), Math.sin(LAG_RAD), norm(sun)]
  return [(sun[0] * c - sun[1] * s) / distance, (sun[0] * s + sun[1] * c) / distance, sun[2] / distance]
}

/** Returns the density under the bulge, kg/m³: the largest density of the model at a height. */
export const greatestDensity = (heightKm: number): number => densitiesAt(heightKm)[1] * KG_M3_PER_UNIT

/**
 * Returns both densities at a height, exponential between the rows of the table: ρ = ρ_i exp(−(h − h_i)/H_i) with the scale height H_i = (h_i −
 * h_(i+1))/ln(ρ_(i+1)/ρ_i) (Montenbruck and Gill, eq. 3.99 and 3.100).
 */
function densitiesAt(heightKm: number): readonly [least: number, greatest: number] {
  const index = HARRIS_PRIESTER.findLastIndex(([height]) => height <= heightKm)
  const [low, high] = [HARRIS_PRIESTER[Math.max(0, index)], HARRIS_PRIESTER[index + 1]]
  if (low === undefined || high === undefined) return [0, 0]
  if (index < 0) return [low[1], low[2]]
  const share = (heightKm - low[0]) / (high[0] - low[0])
  return [low[1] * (high[1] / low[1]) ** share, low[2] * (high[2] / low[2]) ** share]
}
