/**
 * The combined errors of one encounter as known at commit time: the standard deviations along the principal axes of the covariance in the
 * conjunction plane, and the combined hard-body radius.
 */
export interface EncounterErrors {
  readonly sigmaMinorM: number
  readonly sigmaMajorM: number
  readonly radiusM: number
}

/** The probability after a burn as a fraction of the accepted probability: 10^−1.5 (Hall, AAS 19-631, 2019; CARA's RemReduction). */
export const AFTER_BURN_SHARE = 0.03

// A radius above this fraction of the minor sigma does not count as small.
const LARGEST_SMALL_RADIUS = 1 / 3

/**
 * Returns the product of the sigmas for which the probability is one bell curve over the miss, and its peak R²/(2 σ₁ σ₂).
 *
 * For a radius that is small compared with both sigmas the density is constant over the hard body and Pc(m) = Pm exp(−m²/2) at a miss of m sigmas
 * (Alfriend and others, Space Debris 1, 1999, eq. 8). For a larger radius the variance of a uniform disc, R²/4 on each axis, is added to the bell
 * curve: its integral over the plane, πR², and its second moments are then exact. At a radius of one sigma the area above 1e-4 is 5 % too large,
 * and the error grows with the radius; see isRough().
 */
function bell({ sigmaMinorM, sigmaMajorM, radiusM }: EncounterErrors) {
  const isSmall = radiusM <= LARGEST_SMALL_RADIUS * sigmaMinorM
  const discM2 = isSmall ? 0 : radiusM ** 2 / 4
  const sigmasM2 = Math.sqrt((sigmaMinorM ** 2 + discM2) * (sigmaMajorM ** 2 + discM2))
  return { sigmasM2, peak: radiusM ** 2 / (2 * sigmasM2) }
}

/** Returns true if the radius is above the minor sigma, so that the areas in this file have an error of a tenth or more. */
export function isRough({ sigmaMinorM, radiusM }: EncounterErrors): boolean {
  return radiusM > sigmaMinorM
}

/** Returns the largest probability of an encounter with these errors: for a miss of 0. */
export function peakProbability(errors: EncounterErrors): number {
  return Math.min(1, bell(errors).peak)
}

/**
 * Returns the area of the conjunction plane, m², in which a miss has at least the probability `threshold`: the ellipse m² ≤ 2 ln(Pm/Pacc) of
 * sigmas m, 2π σ₁ σ₂ ln(Pm/Pacc). 0 if no miss has it. Multiplied by the flux it is the rate of alerts.
 */
export function alertAreaM2(errors: EncounterErrors, threshold: number): number {
  const { sigmasM2, peak } = bell(errors)
  return 2 * Math.PI * sigmasM2 * Math.max(0, Math.log(peak / threshold))
}

/**
 * Returns the probability integrated over that area, m²: the part of the hard body's area πR² that is detected in time, πR² (1 −
 * (Pacc/Pm)^(1/k²)).
 *
 * `errorFactor` k is the true error in units of the stated one: the error of the stated miss is k times its sigmas, the true probability there is
 * (Pm/k²) exp(−m²/2k²), and its integral over the ellipse of the stated errors is the formula above. With k = 1 it is πR² (1 − Pacc/Pm).
 */
export function alertRiskM2(errors: EncounterErrors, threshold: number, errorFactor = 1): number {
  const { peak } = bell(errors)
  if (peak <= threshold) return 0
  return -Math.PI * errors.radiusM ** 2 * Math.expm1(Math.log(threshold / peak) / errorFactor ** 2)
}

/**
 * Returns the true probability of a miss with the stated probability `stated`, if the true errors are `errorFactor` times the stated ones:
 * (Pm/k²) (P/Pm)^(1/k²), the bell curve of the true errors at the same miss.
 */
export function trueProbability(errors: EncounterErrors, stated: number, errorFactor: number): number {
  const { peak } = bell(errors)
  return (peak / errorFactor ** 2) * (Math.min(stated, peak) / peak) ** (1 / errorFactor ** 2)
}
