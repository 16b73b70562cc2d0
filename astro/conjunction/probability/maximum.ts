import { maximise } from '../../maximise.ts'
import type { PlaneCovariance } from '../conjunction-plane.ts'
import { mahalanobisSquared, type PrincipalMiss, principalMiss } from '../principal-axes.ts'
import type { ScaledMaximum } from './alfriend-1999.ts'
import { circle2d } from './circle-2d.ts'

// The largest logarithm of the factor on σ, up and down: with e¹⁴ a metre becomes 1,200 kilometres, or a micrometre.
const LARGEST_LOG_FACTOR = 14
// A sigma below this fraction of the radius cannot be distinguished from a point.
const LEAST_SIGMA_OVER_RADIUS = 1e-5

/**
 * Returns the largest probability in the hard-body circle for a common factor on both covariances, and that factor (below 1: the covariance is
 * too large for the miss, and the probability is diluted). It does not use the small-radius approximation of alfriendMaximum1999, which is its
 * limit. Source: Alfano, Relating Position Uncertainty to Maximum Conjunction Probability, J. Astronaut. Sci. 53 (2005) 193–205, for the problem;
 * it is solved by golden section over the factor. A miss within the radius has the maximum 1 at the factor 0. `miss`, `radiusM` in m, radius
 * above 0 and finite. Accuracy: the maximum to 1e-9, the factor to 1e-4; five published maxima agree to 5e-3 (cara.reference.json).
 */
export function scaledMaximum(miss: PrincipalMiss, radiusM: number): ScaledMaximum {
  if (Math.hypot(miss.xM, miss.yM) <= radiusM) return { probability: 1, covarianceFactor: 0 }
  const at = (logFactor: number) => {
    const factor = Math.exp(logFactor)
    const scaled = { ...miss, sigmaXM: miss.sigmaXM * factor, sigmaYM: miss.sigmaYM * factor }
    return circle2d(scaled, radiusM)
  }
  // For a small radius P ∝ exp(−M²/2f²)/f² with the factor f on σ, whose maximum is at f² = M²/2: the search starts
  // there.
  const start = Math.log(Math.sqrt(mahalanobisSquared(miss) / 2))
  const lowest = Math.max(
    start - LARGEST_LOG_FACTOR,
    Math.log((LEAST_SIGMA_OVER_RADIUS * radiusM) / Math.min(miss.sigmaXM, miss.sigmaYM)),
  )
  const best = maximise(at, lowest, start + LARGEST_LOG_FACTOR, 1e-7)
  return { probability: best.value, covarianceFactor: Math.exp(2 * best.at) }
}

/** The known data if a covariance is unknown: the miss and the radius, m, and the ratio of the axes of the ellipse. */
export interface UnknownCovariance {
  readonly missDistanceM: number
  readonly radiusM: number
  readonly aspectRatio: number
}

/**
 * Returns the largest probability in the hard-body circle over all covariances of one aspect ratio (≥ 1), with the worst orientation, the major
 * axis along the miss, and the standard deviation (m) of the minor axis at which it is reached: the value that SOCRATES lists with a ratio of 3.
 * For R far below the miss d it is R² · ratio / (e d²). Source: Alfano (2005), as scaledMaximum, eqs. 5–10. A miss within the radius has the
 * maximum 1 at a standard deviation of 0. Accuracy: agrees with the limit to the order of (R/d)².
 */
export function unknownCovarianceMaximum({ missDistanceM, radiusM, aspectRatio }: UnknownCovariance): {
  readonly probability: number
  readonly sigmaMinorM: number
} {
  if (!(aspectRatio >= 1 && Number.isFinite(aspectRatio))) {
    throw new RangeError(`aspectRatio has to be 1 or more and finite, not ${aspectRatio}`)
  }
  if (missDistanceM <= radiusM) return { probability: 1, sigmaMinorM: 0 }
  // The limit of a small radius: P = R²/(2 a σ²) exp(−d²/2a²σ²) for the ratio a has its maximum at σ = d/(a √2), R² a/(e d²).
  const start = missDistanceM / (Math.SQRT2 * aspectRatio)
  const sigmaAt = (logFactor: number) => start * Math.exp(logFactor)
  const at = (logFactor: number) => {
    const sigmaYM = sigmaAt(logFactor)
    return circle2d({ xM: missDistanceM, yM: 0, sigmaXM: aspectRatio * sigmaYM, sigmaYM }, radiusM)
  }
  const lowest = Math.max(-LARGEST_LOG_FACTOR, Math.log((LEAST_SIGMA_OVER_RADIUS * radiusM) / start))
  const best = maximise(at, lowest, LARGEST_LOG_FACTOR, 1e-7)
  return { probability: best.value, sigmaMinorM: sigmaAt(best.at) }
}

/** The effect of scaling a covariance on the probability. */
export interface Dilution {
  /** True if a smaller covariance would give a larger probability: better data could increase it. */
  readonly isDiluted: boolean
  readonly maximumProbability: number
  /** The factor on the covariance at which the maximum is reached; at most 1e6, at least 1e-12. */
  readonly covarianceFactor: number
}

/** The covariance that is scaled. */
export type DilutionOf = 'both' | 'primary' | 'secondary'

/** A miss and both covariances in the conjunction plane, m and m², and the combined hard-body radius, m. */
export interface PlaneCase {
  readonly missM: readonly [x: number, y: number]
  readonly primary: PlaneCovariance
  readonly secondary: PlaneCovariance
  readonly radiusM: number
}

// Below this relative gain of the probability, dilution is no reason for better tracking.
const NOTICEABLE_RELATIVE_GAIN = 1e-3

/**
 * Returns whether the probability in the hard-body circle is diluted, and its maximum, over a factor on one covariance or on both. For both
 * covariances and a small radius it is diluted if the Mahalanobis distance is below √2. Source: Hejduk, Snow and Newman, Satellite Conjunction
 * Assessment Risk Analysis for Dilution Region Events, ERAU Space Traffic Management (2019). Null if the covariance cannot be repaired. Factors
 * from 1e-12 to 1e6 are tried on a grid of a tenth of a decade, then refined by golden section, because there can be two maxima if one covariance
 * is fixed. Accuracy: five published maxima agree to 5e-3, with their flags (cara.reference.json).
 */
export function dilution(plane: PlaneCase, of: DilutionOf): Dilution | null {
  const { missM, primary, secondary, radiusM } = plane
  const at = (logFactor: number): number => {
    const factor = 10 ** logFactor
    const first = of === 'secondary' ? 1 : factor
    const second = of === 'primary' ? 1 : factor
    const sum = {
      xx: first * primary.xx + second * secondary.xx,
      yx: first * primary.yx + second * secondary.yx,
      yy: first * primary.yy + second * secondary.yy,
    }
    const principal = principalMiss(missM, sum, radiusM)
    return principal.ok ? circle2d(principal.miss, radiusM) : 0
  }
  const unscaled = at(0)
  let best = { at: 0, value: unscaled }
  for (let tenth = -120; tenth <= 60; tenth += 1) {
    const value = at(tenth / 10)
    if (value > best.value) best = { at: tenth / 10, value }
  }
  if (best.value === 0) return null
  const refined = maximise(at, best.at - 0.1, best.at + 0.1, 1e-6)
  if (refined.value > best.value) best = refined
  return {
    isDiluted: best.at < 0 && best.value > unscaled * (1 + NOTICEABLE_RELATIVE_GAIN),
    maximumProbability: best.value,
    covarianceFactor: 10 ** best.at,
  }
}
