import { GM_EARTH, SECONDS_PER_DAY, WGS84_RADIUS_M } from '../../constants.ts'
import { greatestDensity } from '../../dynamics/harris-priester.ts'
import type { CartesianState } from '../../orbit/elements.ts'
import { flyTwoBody } from '../../orbit/two-body.ts'
import { norm } from '../../vec3.ts'
import { keplerPeriodS } from '../encounter-model.ts'

/**
 * The timing error of flyJ2 without drag, in seconds along the orbit per day. Measured against gravity of degree 8, Sun and Moon over 1, 3 and 7
 * days, three orbits each: at most 1.4 at 400 and 500 km, 1.6 at the height of GPS, 7.1 in transfer, 7.7 in geostationary orbit.
 */
const GRAVITY_S_PER_DAY = 10
/** The assumed Cd A / m of a craft if its message has none, m²/kg: a CubeSat of 4 kg with 0.1 m² of panels facing the flow. */
const UNKNOWN_M2_PER_KG = 0.05

/** An operator's data of a craft: its mass, and the area and coefficient of its drag. */
export interface CraftDrag {
  readonly massKg: number | null
  readonly dragAreaM2: number | null
  readonly dragCoefficient: number
}

/** Returns Cd A / m from a message, otherwise from the craft's data, m²/kg; undefined: neither is known. */
export function cdAreaOverMass(told: number | undefined, own: CraftDrag): number | undefined {
  if (told !== undefined && told > 0) return told
  const { massKg, dragAreaM2, dragCoefficient } = own
  if (massKg === null || dragAreaM2 === null || !(massKg > 0 && dragAreaM2 > 0)) return undefined
  return (dragCoefficient * dragAreaM2) / massKg
}

/**
 * The greatest Harris-Priester density is for the day side at F10.7 = 150, and is used for the whole revolution. At F10.7 = 250 and Ap = 15 the
 * day side is 2.3 times as dense at 300 km and 3.8 times at 800 km, but the mean over a revolution, which determines the timing error, is at most
 * 1.85 times (NRLMSISE-00, 300 to 800 km; timing-error.test.ts).
 */
const DENSE_FACTOR = 2
/** Number of positions in a revolution at which the density is sampled. */
const ORBIT_PLACES = 72

/**
 * Returns a function of the time before the state's epoch, s. It gives how much earlier or later than with flyJ2 an object may have passed a
 * point of its orbit, s. Drag takes energy, da/dt = −a²/GM · B ρ v³ (Vallado, Fundamentals of Astrodynamics, 4th ed., §9.6.2). Without drag,
 * backward propagation has a mean motion that is wrong by 3/2 n/a |da/dt| t, and a phase that is wrong by half of its product with t: ¾ |da/dt|/a
 * t² seconds.
 */
export function timingErrorS(state: CartesianState, m2PerKg: number | undefined): (beforeS: number) => number {
  const known = m2PerKg !== undefined && m2PerKg > 0 ? m2PerKg : UNKNOWN_M2_PER_KG
  const semiMajorM = 1 / (2 / norm(state.r) - norm(state.v) ** 2 / GM_EARTH)
  const periodS = keplerPeriodS(state)
  let power = 0
  for (let k = 0; k < ORBIT_PLACES; k += 1) {
    const { r, v } = flyTwoBody(state, (-k * periodS) / ORBIT_PLACES, GM_EARTH)
    // The height is above the equatorial radius: nowhere larger than the height above the ellipsoid, so the density is never underestimated.
    power += (greatestDensity((norm(r) - WGS84_RADIUS_M) / 1_000) * norm(v) ** 3) / ORBIT_PLACES
  }
  const decayPerS = (DENSE_FACTOR * known * semiMajorM * power) / GM_EARTH
  return (beforeS) => (GRAVITY_S_PER_DAY * beforeS) / SECONDS_PER_DAY + 0.75 * decayPerS * beforeS ** 2
}
