import { radToDeg } from '../units.ts'

/**
 * Visual magnitude of the Sun at one astronomical unit (Willmer, ApJS 236 (2018) 47, −26.76; −26.74 is the usual round
 * value).
 */
const SUN_MAGNITUDE = -26.74
const STANDARD_RANGE_M = 1e6
/** Magnitudes per airmass at a fair site at sea level, visual (Allen's Astrophysical Quantities, 4th ed., §11.20). */
export const FAIR_EXTINCTION = 0.2

/** Below this crescent the series of the phase is more accurate than the difference of its two terms, which has 12 digits here. */
const THIN_CRESCENT_RAD = 0.03

/**
 * Returns the brightness of a Lambertian sphere relative to full phase; `phaseAngleRad` is the angle at the object between Sun and observer, 0 to
 * π. Source: Lambert's law, as in A. Russell, Astrophysical Journal 43 (1916) 173: (sin α + (π − α) cos α)/π. Near a phase of 180° the two terms
 * cancel, and their series with ψ = π − α is used, ψ³/3 (1 − ψ²/10 + ψ⁴/280), whose next term is ψ⁶/15 120. Accuracy: the integral over the
 * sphere to 1e-12, the thin crescent to a relative 1e-11 (magnitude.test.ts).
 */
export function lambertPhase(phaseAngleRad: number): number {
  if (!(phaseAngleRad >= 0 && phaseAngleRad <= Math.PI))
    throw new RangeError(`phase angle ${phaseAngleRad} rad is not in 0 to π`)
  const crescent = Math.PI - phaseAngleRad
  const square = crescent * crescent
  if (crescent < THIN_CRESCENT_RAD)
    return ((crescent * square) / (3 * Math.PI)) * (1 - square / 10 + (square * square) / 280)
  return (Math.sin(crescent) - crescent * Math.cos(crescent)) / Math.PI
}

/**
 * Returns the magnitude at 1 000 km and full phase of a Lambertian sphere with a radius (m) and albedo. Source: domain.md C19, E. Krause, Optical
 * observations of space debris: flux of the Sun times A ρ 2/(3π R²). A radius of 1 m and albedo 0.2 give 5.4.
 */
export function standardMagnitude(radiusM: number, albedo = 0.2): number {
  if (!(radiusM > 0)) throw new RangeError(`radius ${radiusM} m is not above 0`)
  if (!(albedo > 0 && albedo <= 1)) throw new RangeError(`albedo ${albedo} is not in 0 to 1`)
  const area = Math.PI * radiusM * radiusM
  return SUN_MAGNITUDE - 2.5 * Math.log10((area * albedo * 2) / (3 * Math.PI) / STANDARD_RANGE_M ** 2)
}

/**
 * Returns the air mass between the top of the atmosphere and sea level at an elevation, rad; 1 at the zenith. Source: F. Kasten and A. Young,
 * Applied Optics 28 (1989) 4735, eq. 3, for true elevation; agrees with their table to 0.1 % (magnitude.test.ts). Below the horizon it is the
 * value at the horizon, 38.
 */
export function airMass(elevationRad: number): number {
  const elevationDeg = Math.max(0, radToDeg(elevationRad))
  return 1 / (Math.sin(Math.max(0, elevationRad)) + 0.505_72 * (elevationDeg + 6.079_95) ** -1.6364)
}

/** The quantities on which the brightness of an object depends. */
export interface Brightness {
  /** Magnitude at 1 000 km and full phase: from a catalogue, or standardMagnitude. */
  readonly standardMagnitude: number
  readonly rangeM: number
  readonly phaseAngleRad: number
  readonly elevationRad: number
  /** Magnitudes per airmass; default FAIR_EXTINCTION. */
  readonly extinction?: number
}

/**
 * Returns the visual magnitude of a sunlit object with extinction; infinite if the Sun is exactly behind it. Source: domain.md part 6 and C19.
 * Real satellites are not Lambertian spheres: 0.7 mag rms compared with observations, more in glints (R. McCants's catalogue of standard
 * magnitudes).
 */
export function apparentMagnitude(brightness: Brightness): number {
  const { rangeM, phaseAngleRad, elevationRad, extinction = FAIR_EXTINCTION } = brightness
  if (!(rangeM > 0)) throw new RangeError(`range ${rangeM} m is not above 0`)
  const phase = lambertPhase(phaseAngleRad)
  const dimmedByPhase = phase > 0 ? -2.5 * Math.log10(phase) : Number.POSITIVE_INFINITY
  return (
    brightness.standardMagnitude +
    5 * Math.log10(rangeM / STANDARD_RANGE_M) +
    dimmedByPhase +
    extinction * airMass(elevationRad)
  )
}

/**
 * Returns the magnitude at 1 000 km and full phase that corresponds to a measured one, for a Lambertian sphere: m − 5 log₁₀(R / 1 000 km) + 2.5
 * log₁₀ φ(α), the inverse of apparentMagnitude without extinction. Magnitudes relative to stars on the same image contain no extinction. Source:
 * as apparentMagnitude; if a catalogue has standard magnitudes at 90° of phase (R. McCants), they are 2.5 log₁₀ π = 1.243 fainter. Infinite if a
 * Lambertian sphere shows no light. Verified: the worked example of SeeSat-L, December 2000, no. 288 (magnitude.test.ts).
 */
export function reducedMagnitude({
  magnitude,
  rangeM,
  phaseAngleRad,
}: {
  readonly magnitude: number
  readonly rangeM: number
  readonly phaseAngleRad: number
}): number {
  if (!(rangeM > 0)) throw new RangeError(`range ${rangeM} m is not above 0`)
  return (
    magnitude - 5 * Math.log10(rangeM / STANDARD_RANGE_M) + 2.5 * Math.log10(Math.max(0, lambertPhase(phaseAngleRad)))
  )
}
