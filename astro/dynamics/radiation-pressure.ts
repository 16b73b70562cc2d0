import { SPEED_OF_LIGHT, WGS84_RADIUS_M } from '../constants.ts'
import type { Epoch } from '../time/epoch.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type AreaTowards, areaTowards, type BodyPath, type Force, type OrbitState } from './force.ts'
import { type Occulter, SHADOW_EDGES, sunlitFraction } from './shadow.ts'

/** Total solar irradiance at 1 au, W/m² (IAU 2015 Resolution B3, nominal). */
export const SOLAR_IRRADIANCE_W_M2 = 1361
/** The astronomical unit, m (exact; IAU 2012 Resolution B2). */
const ASTRONOMICAL_UNIT_M = 149_597_870_700

/** The inputs of radiation pressure: cr from 1 (all light absorbed) to 2 (all light reflected back), area in m². */
export interface RadiationPressure {
  readonly cr: number
  readonly area: AreaTowards
  readonly sun: BodyPath
  /** Bodies that may block the light; the Earth as a sphere of its equatorial radius is always included. */
  readonly moon?: BodyPath
}

const MOON_RADIUS_M = 1_737_400
const CENTRE = [0, 0, 0] as const

/**
 * Returns the acceleration by sunlight, away from the Sun, with the conical shadows of Earth and Moon: a = −ν P (au/d)² Cr (A/m) ŝ. P is the
 * irradiance over the speed of light, the momentum that light of 1 au carries through a square metre in a second; d is the distance to the Sun in
 * the direction ŝ, and ν the visible fraction of its disc. If both bodies cover a part, the two fractions are multiplied, which is exact if one
 * of them is 0 or 1. Source: Montenbruck and Gill, Satellite Orbits, §3.4 (cannonball; an area that depends on the attitude is a function).
 * Accuracy: 1e-15 relative in sunlight, against brahe with the same pressure (forces.reference.json). Throws RangeError for a negative cr.
 */
export function radiationPressureForce({ cr, area, sun, moon }: RadiationPressure): Force {
  if (!(cr >= 0)) throw new RangeError(`coefficient ${cr} of radiation pressure is negative`)
  const pressure = SOLAR_IRRADIANCE_W_M2 / SPEED_OF_LIGHT
  const occulters: readonly ((epoch: Epoch) => Occulter)[] = [
    () => ({ centre: CENTRE, radiusM: WGS84_RADIUS_M }),
    ...(moon === undefined ? [] : [(epoch: Epoch) => ({ centre: moon(epoch), radiusM: MOON_RADIUS_M })]),
  ]
  const force = (at: OrbitState): Vec3 => {
    const sunAt = sun(at.epoch)
    const toSun = subtract(sunAt, at.r)
    const distance = norm(toSun)
    const light = occulters.reduce((share, occulter) => share * sunlitFraction(at.r, sunAt, occulter(at.epoch)), 1)
    const towards = scale(toSun, 1 / distance)
    const push = light * pressure * (ASTRONOMICAL_UNIT_M / distance) ** 2 * cr * areaTowards(area, at, towards)
    return scale(towards, -push / at.massKg)
  }
  // In low orbit, light changes from full to none within 10 s: the edges of penumbra and umbra are discontinuities for the integrator.
  const edges = occulters.flatMap((occulter) =>
    SHADOW_EDGES.map((edge) => (at: OrbitState) => edge(at.r, sun(at.epoch), occulter(at.epoch))),
  )
  return Object.assign(force, { edges })
}
