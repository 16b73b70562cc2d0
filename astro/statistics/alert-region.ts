/**
 * The combined errors of one encounter as they are known at commit time: the standard deviations along the principal axes
 * of the covariance in the conjunction plane, and the combined hard-body radius.
 */
export interface EncounterErrors {
  readonly sigmaMinorM: number
  readonly sigmaMajorM: number
  readonly radiusM: number
}

/** What a burn leaves, as a share of the accepted probability: 10^−1.5 (Hall, AAS 19-631, 2019; CARA's RemReduction). */
export const AFTER_BURN_SHARE = 0.03

// Above a third of the minor sigma the radius is no longer small beside it.
const LARGEST_SMALL_RADIUS = 1 / 3

/**
 * The sigmas with which the probability is one bell curve over the miss, and its peak R²/(2 σ₁ σ₂).
 *
 * For a radius small beside both sigmas the density is constant over the hard body and Pc(m) = Pm exp(−m²/2) at a miss of
 * m sigmas (Alfriend and others, Space Debris 1, 1999, eq. 8). For a larger radius the same bell gets the variance that a
 * uniform disc has, R²/4 on each axis: then its integral over the plane, πR², and its second moments are exact. At a radius of
 * one sigma the area above 1e-4 is 5 % too large, and grows beyond; see isRough().
 */
function bell({ sigmaMinorM, sigmaMajorM, radiusM }: EncounterErrors) {
  const isSmall = radiusM <= LARGEST_SMALL_RADIUS * sigmaMinorM
  const discM2 = isSmall ? 0 : radiusM ** 2 / 4
  const sigmasM2 = Math.sqrt((sigmaMinorM ** 2 + discM2) * (sigmaMajorM ** 2 + discM2))
  return { sigmasM2, peak: radiusM ** 2 / (2 * sigmasM2) }
}

/** Whether the radius is above the minor sigma, so that areas of this file are no better than a tenth. */
export function isRough({ sigmaMinorM, radiusM }: EncounterErrors): boolean {
  return radiusM > sigmaMinorM
}

/** The largest probability that an encounter with these errors can have: that of a miss of 0. */
export function peakProbability(errors: EncounterErrors): number {
  return Math.min(1, bell(errors).peak)
}

/**
 * The area of the conjunction plane, m², in which a miss gives a probability of `threshold` and more: the ellipse
 * m² ≤ 2 ln(Pm/Pacc) of sigmas m, 2π σ₁ σ₂ ln(Pm/Pacc). 0 where no miss does. Times the flux it is the rate of alerts.
 */
export function alertAreaM2(errors: EncounterErrors, threshold: number): number {
  const { sigmasM2, peak } = bell(errors)
  return 2 * Math.PI * sigmasM2 * Math.max(0, Math.log(peak / threshold))
}

/**
 * The probability integrated over that area, m²: what of the hard body's own πR² is seen in time,
 * πR² (1 − (Pacc/Pm)^(1/k²)).
 *
 * `errorFactor` k is the true error in units of the stated one: the miss that the message states is off by k times its
 * sigmas, the true probability there is (Pm/k²) exp(−m²/2k²), and its integral over the ellipse of the stated errors is the
 * above. With k = 1 it is πR² (1 − Pacc/Pm).
 */
export function alertRiskM2(errors: EncounterErrors, threshold: number, errorFactor = 1): number {
  const { peak } = bell(errors)
  if (peak <= threshold) return 0
  return -Math.PI * errors.radiusM ** 2 * Math.expm1(Math.log(threshold / peak) / errorFactor ** 2)
}

/**
 * The true probability of a miss whose stated probability is `stated`, where the true errors are `errorFactor` times the
 * stated ones: (Pm/k²) (P/Pm)^(1/k²), the bell of the true errors at the same miss.
 */
export function trueProbability(errors: EncounterErrors, stated: number, errorFactor: number): number {
  const { peak } = bell(errors)
  return (peak / errorFactor ** 2) * (Math.min(stated, peak) / peak) ** (1 / errorFactor ** 2)
}
