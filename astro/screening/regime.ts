import { GM_EARTH } from '../constants.ts'
import { stateAt } from '../ephemeris/columns.ts'
import { type CartesianState, toKeplerian } from '../orbit/elements.ts'
import { M_PER_EARTH_RADIUS } from '../sgp4/wgs-72.ts'
import type { Flight } from './screening-object.ts'

/** The data of an orbit that determine its regime and the class of its errors; heights are above the equatorial radius. */
export interface OrbitShape {
  readonly perigeeHeightM: number
  readonly periodS: number
  readonly eccentricity: number
  readonly incRad: number
}

/** The regimes, in which orbits are screened with boxes of different sizes. */
export const REGIMES = ['LEO1', 'LEO2', 'LEO3', 'LEO4', 'MEO', 'HEO', 'GEO'] as const
export type Regime = (typeof REGIMES)[number]

const MINUTE_S = 60
const KM = 1000

/** The upper limit of the perigee heights of each low regime. */
const LOW: readonly (readonly [regime: Regime, belowM: number])[] = [
  ['LEO1', 500 * KM],
  ['LEO2', 750 * KM],
  ['LEO3', 1200 * KM],
  ['LEO4', 2000 * KM],
]

/**
 * Returns the regime of an orbit: HEO from an eccentricity of 0.25, LEO1 to LEO4 by perigee up to 500, 750, 1200 and 2000 km, GEO for periods of
 * 1300 to 1800 min, MEO for shorter ones, HEO for longer ones. Source: 18 SDS, Spaceflight Safety Handbook for Satellite Operators, table of
 * screening volumes, from memory (domain.md part 3). The handbook does not cover all orbits; the others belong to the neighbouring regime with
 * the larger box: its GEO is below 35° of inclination, its MEO between 600 and 800 min.
 */
export function regimeOf({ perigeeHeightM, periodS, eccentricity }: OrbitShape): Regime {
  if (eccentricity >= 0.25) return 'HEO'
  const low = LOW.find(([, belowM]) => perigeeHeightM <= belowM)
  if (low !== undefined) return low[0]
  if (periodS < 1300 * MINUTE_S) return 'MEO'
  return periodS <= 1800 * MINUTE_S ? 'GEO' : 'HEO'
}

/**
 * Returns the shape of the orbit of mean elements; for an ephemeris, of the Kepler orbit through its first state. Mean and osculating perigees
 * differ by up to 10 km in low orbit, which is small compared with the steps between regimes.
 */
export function shapeOf(flight: Flight): OrbitShape {
  if (flight.kind === 'ephemeris') {
    const [first] = flight.ephemeris.segments
    if (first === undefined) throw new RangeError('an ephemeris without states has no orbit')
    return osculatingShape(stateAt(first.segment.states, 0))
  }
  const { semiMajorAxis, eccentricity, inclination, meanMotion } = flight.model.near
  return {
    // From earth radii and radians a minute; the radius of the Earth is that of WGS-72.
    perigeeHeightM: (semiMajorAxis * (1 - eccentricity) - 1) * M_PER_EARTH_RADIUS,
    periodS: ((2 * Math.PI) / meanMotion) * MINUTE_S,
    eccentricity,
    incRad: inclination,
  }
}

/** Returns the shape of the Kepler orbit through a state, m and m/s; a hyperbola has no period, which counts as the longest. */
function osculatingShape(state: CartesianState): OrbitShape {
  const { semiMajorAxisM, eccentricity, incRad } = toKeplerian(state, GM_EARTH)
  return {
    perigeeHeightM: semiMajorAxisM * (1 - eccentricity) - M_PER_EARTH_RADIUS,
    periodS: eccentricity < 1 ? 2 * Math.PI * Math.sqrt(semiMajorAxisM ** 3 / GM_EARTH) : Number.POSITIVE_INFINITY,
    eccentricity,
    incRad,
  }
}
