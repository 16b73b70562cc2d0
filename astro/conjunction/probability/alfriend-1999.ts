import { mahalanobisSquared, type PrincipalMiss } from '../principal-axes.ts'
import { checkMiss } from './check-miss.ts'

/**
 * The probability that the miss lies in the hard-body circle, with the density taken as constant over it:
 * R² / (2 σx σy) · exp(−M² / 2). Source: Alfriend, Akella, Frisbee, Foster, Lee and Wilkins, Probability of Collision
 * Error Analysis, Space Debris 1 (1999), eq. 18. `miss`, `radiusM` in m. Domain: R far below both σ; too large otherwise,
 * capped at 1. Reached: 1,447 published values to 1e-7.
 */
export function alfriend1999(miss: PrincipalMiss, radiusM: number): number {
  checkMiss(miss, radiusM)
  const density = Math.exp(-mahalanobisSquared(miss) / 2) / (2 * miss.sigmaXM * miss.sigmaYM)
  if (radiusM === 0) return 0
  // Far from the miss the density is below all doubles, and an infinite circle holds all of it nevertheless.
  return radiusM === Infinity ? 1 : Math.min(1, radiusM * radiusM * density)
}

/** A maximum over the size of the covariance: the probability, and the factor on the covariance at which it is reached. */
export interface ScaledMaximum {
  readonly probability: number
  readonly covarianceFactor: number
}

/**
 * The largest probability that a common factor on both covariances can give: R² / (e σx σy M²), at the factor M² / 2.
 * Source: Alfriend et al. (1999), eq. 21. Null for a miss of 0, where it is 1 at the factor 0. Domain as alfriend1999;
 * capped at 1. Reached: 1,447 published values to 1e-8.
 */
export function alfriendMaximum1999(miss: PrincipalMiss, radiusM: number): ScaledMaximum | null {
  checkMiss(miss, radiusM)
  const squared = mahalanobisSquared(miss)
  if (squared === 0) return null
  const probability = ((radiusM / miss.sigmaXM) * (radiusM / miss.sigmaYM)) / (Math.E * squared)
  return { probability: Math.min(1, probability), covarianceFactor: squared / 2 }
}
