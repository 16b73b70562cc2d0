import { HARRIS_PRIESTER } from '../dynamics/harris-priester.data.ts'
import { EARTH_RADIUS_KM } from '../sgp4/wgs-72.ts'

/** Half the density at q0 = 120 km in SGP4's atmosphere, ρ0 = 2.461e-5 kg/m² per km, in kg/m² per earth radius. */
const HALF_RHO_0 = (2.461e-5 * EARTH_RADIUS_KM) / 2
const Q0_KM = 120
/** The lower boundary of SGP4's atmosphere, for perigees above 156 km. */
const S_KM = 78
/** Between these heights the two atmospheres are compared; outside, the value at the end is used. */
const LOWEST_KM = 160
const HIGHEST_KM = 1000

/**
 * Returns the drag term B* (1/(earth radius)) of an object with a ballistic coefficient Cd A/m (m²/kg, CD_AREA_OVER_MASS of a CDM) and a perigee
 * height.
 *
 * By definition B* = ½ ρ0 Cd A/m, that is Cd A/m / 12.741621 (Vallado, Fundamentals of Astrodynamics, 4th ed., §2.4.2; Hoots and Roehrich,
 * Spacetrack Report No. 3, §6). But SGP4's density only decreases with the fourth power of the height above 78 km: it is 3 times the mean density
 * at 500 km, 12 times at 800 km. Published terms are fitted, and smaller by this factor. So the result is the definition times the mean density
 * over SGP4's density, where the mean is the geometric mean of the least and greatest density of Harris and Priester (F10.7 = 150): at the
 * perigee SGP4 then has the mean drag. The real density is a third to three times as large, depending on the Sun.
 */
export function dragTermOf(cdAreaOverMass: number, perigeeKm: number): number {
  const heightKm = Math.min(HIGHEST_KM, Math.max(LOWEST_KM, perigeeKm))
  return HALF_RHO_0 * cdAreaOverMass * (meanDensity(heightKm) / sgp4Density(heightKm))
}

/** kg/m³. */
function sgp4Density(heightKm: number): number {
  return (2 * HALF_RHO_0 * ((Q0_KM - S_KM) / (heightKm - S_KM)) ** 4) / (EARTH_RADIUS_KM * 1000)
}

/** Returns kg/m³, exponential between the rows of the table: with a scale height of some 40 km at 200 km and 60 km at 400 km. */
function meanDensity(heightKm: number): number {
  const above = HARRIS_PRIESTER.findIndex(([height]) => height >= heightKm)
  const [low, high] = [HARRIS_PRIESTER[above - 1], HARRIS_PRIESTER[above]]
  if (low === undefined || high === undefined) throw new RangeError(`${heightKm} km is outside the table of densities`)
  const share = (heightKm - low[0]) / (high[0] - low[0])
  const [from, to] = [Math.sqrt(low[1] * low[2]), Math.sqrt(high[1] * high[2])]
  return from * (to / from) ** share * 1e-12
}
