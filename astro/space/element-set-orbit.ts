import { GM_EARTH } from '../constants.ts'
import type { MeanElements } from '../sgp4/element-set.ts'
import { J2, M_PER_EARTH_RADIUS } from '../sgp4/wgs-72.ts'
import { degToRad, wrapPi } from '../units.ts'

/** The elements that an orbit keeps, apart from the slow turn of node and perigee. */
export type OrbitShape = Omit<MeanElements, 'epoch' | 'bstar'>

/** A mean orbit at one time: m and rad, with the rates at which its angles move, rad/s. */
export interface ElementSetOrbit {
  readonly axisM: number
  readonly eccentricity: number
  readonly incRad: number
  readonly raanRad: number
  readonly argPeriapsisRad: number
  readonly meanAnomalyRad: number
  readonly raanRate: number
  readonly argPeriapsisRate: number
  readonly meanAnomalyRate: number
}

/**
 * Returns a mean orbit `seconds` after the epoch of its elements. Node and perigee turn as J2 turns them (Vallado, Fundamentals of Astrodynamics,
 * 4th ed., chapter 9); Kozai's mean motion contains the effect on the anomaly. Drag, the Sun and the Moon are left out: it is made
 * to choose neighbours, which are then propagated by SGP4. Accuracy: the place along the track to 0.3° after two days, where drag is small, and
 * the plane to 0.01° (element-set-orbit.test.ts).
 */
export function orbitOfElementsAt(elements: OrbitShape, seconds: number): ElementSetOrbit {
  const { meanMotionRadPerS: n, eccentricity, incRad } = elements
  const axisM = Math.cbrt(GM_EARTH / n ** 2)
  const parameter = (axisM * (1 - eccentricity ** 2)) / M_PER_EARTH_RADIUS
  const turn = (1.5 * n * J2) / parameter ** 2
  const raanRate = -turn * Math.cos(incRad)
  const argPeriapsisRate = turn * (2 - 2.5 * Math.sin(incRad) ** 2)
  return {
    axisM,
    eccentricity,
    incRad,
    raanRad: elements.raanRad + raanRate * seconds,
    argPeriapsisRad: elements.argPeriapsisRad + argPeriapsisRate * seconds,
    meanAnomalyRad: elements.meanAnomalyRad + n * seconds,
    raanRate,
    argPeriapsisRate,
    meanAnomalyRate: n,
  }
}

/** Returns the angle between the planes of two orbits, rad. */
export function planeAngle(a: ElementSetOrbit, b: ElementSetOrbit): number {
  const cosine =
    Math.cos(a.incRad) * Math.cos(b.incRad) + Math.sin(a.incRad) * Math.sin(b.incRad) * Math.cos(a.raanRad - b.raanRad)
  return Math.acos(Math.max(-1, Math.min(1, cosine)))
}

/**
 * Returns how far apart two orbits of nearly the same plane are radially, m: the greatest difference of their radii at one angle, to the first
 * order of the eccentricities.
 */
export function radialReachM(a: ElementSetOrbit, b: ElementSetOrbit): number {
  const apart = perigeeAngle(a, b)
  const [ea, eb] = [a.eccentricity, b.eccentricity]
  return Math.abs(b.axisM - a.axisM) + a.axisM * Math.sqrt(ea ** 2 + eb ** 2 - 2 * ea * eb * Math.cos(apart))
}

/** The place of one object along the track of another, rad in [−π, π], positive ahead, and its rate, rad/s. */
export interface MeanSeparation {
  readonly angleRad: number
  readonly rate: number
}

/** Returns the mean place of `b` along the track of `a`, for orbits of nearly the same plane. */
export function meanSeparation(a: ElementSetOrbit, b: ElementSetOrbit): MeanSeparation {
  const alongNode = Math.cos(a.incRad)
  return {
    angleRad: wrapPi(perigeeAngle(a, b) + b.meanAnomalyRad - a.meanAnomalyRad),
    rate:
      b.meanAnomalyRate -
      a.meanAnomalyRate +
      b.argPeriapsisRate -
      a.argPeriapsisRate +
      alongNode * (b.raanRate - a.raanRate),
  }
}

/** Returns the angle from the perigee of `a` to that of `b`, for orbits of nearly the same plane: a node counts along the orbit. */
const perigeeAngle = (a: ElementSetOrbit, b: ElementSetOrbit): number =>
  b.argPeriapsisRad - a.argPeriapsisRad + wrapPi(b.raanRad - a.raanRad) * Math.cos(a.incRad)

/** Returns the least size of an angle that moves evenly, from `fromS` to `toS` seconds after it has its value; it passes through 0 or not at all. */
export function leastAngle({ angleRad, rate }: MeanSeparation, fromS: number, toS: number): number {
  const first = wrapPi(angleRad + rate * fromS)
  const moved = rate * (toS - fromS)
  const toZero = moved * first < 0 ? Math.abs(first) : 2 * Math.PI - Math.abs(first)
  if (Math.abs(moved) >= toZero) return 0
  return Math.min(Math.abs(first), Math.abs(wrapPi(first + moved)))
}

/** The turn of the Earth, rad/s (GRS 80; IERS Conventions 2010, table 1.2). */
const EARTH_TURN = 7.292_115e-5
/** The semi-major axis of one revolution in a turn of the Earth, m. */
const RING_AXIS_M = Math.cbrt(GM_EARTH / EARTH_TURN ** 2)
/** A turn of the Earth, s. */
export const SIDEREAL_DAY_S = (2 * Math.PI) / EARTH_TURN

/**
 * The geostationary ring as the IADC protects it: 200 km above and below the geostationary height, 15° north and south (IADC Space Debris Mitigation
 * Guidelines, IADC-02-01, 3.3.2). The eccentricity of the third limit moves an object by 2.3° of longitude either way.
 */
export const RING = { withinM: 200_000, inclinationRad: degToRad(15), eccentricity: 0.02 }

/** Returns true for an orbit in the geostationary ring. */
export function isInRing({ axisM, incRad, eccentricity }: ElementSetOrbit): boolean {
  return (
    Math.abs(axisM - RING_AXIS_M) <= RING.withinM && incRad <= RING.inclinationRad && eccentricity <= RING.eccentricity
  )
}

/** Returns the mean longitude over the turning Earth, rad in [−π, π], positive to the east, and its drift; `greenwichRad`: from TEME to Greenwich. */
export function meanLongitude(orbit: ElementSetOrbit, greenwichRad: number): MeanSeparation {
  return {
    angleRad: wrapPi(orbit.raanRad + orbit.argPeriapsisRad + orbit.meanAnomalyRad - greenwichRad),
    rate: orbit.raanRate + orbit.argPeriapsisRate + orbit.meanAnomalyRate - EARTH_TURN,
  }
}
