import type { PlaneCovariance } from '../conjunction-plane.ts'
import { principalMiss } from '../principal-axes.ts'
import { circle2d } from './circle-2d.ts'

/** A point of a curve: the factor on the covariance or on the radius, and the probability there. */
export interface SensitivityPoint {
  readonly factor: number
  readonly probability: number
}

/** A miss and the combined covariance in the conjunction plane, m and m², and the combined hard-body radius, m. */
export interface CombinedCase {
  readonly missM: readonly [x: number, y: number]
  readonly combined: PlaneCovariance
  readonly radiusM: number
}

/**
 * Returns the probability in the hard-body circle (circle2d) over factors on the combined covariance (on σ², not σ): the curve that shows
 * dilution. Points whose covariance cannot be repaired are excluded. Units, source and accuracy as circle2d. For a small radius ln P = const − ln
 * k − M²/(2k) at the factor k, with the Mahalanobis distance M: it has its maximum at k = M²/2. An event with M² < 2 is beyond that maximum,
 * where a less accurate orbit would lower its probability (dilution).
 */
export function covarianceSensitivity(conjunction: CombinedCase, factors: readonly number[]): SensitivityPoint[] {
  const { missM, combined, radiusM } = conjunction
  return factors.flatMap((factor) => {
    const scaled = { xx: combined.xx * factor, yx: combined.yx * factor, yy: combined.yy * factor }
    const principal = principalMiss(missM, scaled, radiusM)
    return principal.ok ? [{ factor, probability: circle2d(principal.miss, radiusM) }] : []
  })
}

/**
 * Returns the probability in the hard-body circle (circle2d) over factors on the combined radius: it grows as the square of a small radius.
 * Points whose covariance cannot be repaired at their radius are excluded.
 */
export function radiusSensitivity(conjunction: CombinedCase, factors: readonly number[]): SensitivityPoint[] {
  const { missM, combined, radiusM } = conjunction
  return factors.flatMap((factor) => {
    const principal = principalMiss(missM, combined, radiusM * factor)
    return principal.ok ? [{ factor, probability: circle2d(principal.miss, radiusM * factor) }] : []
  })
}

/** Returns `count` factors from `lowest` to `highest`, evenly spaced on a logarithmic axis; both ends included. */
export function logarithmicFactors(lowest: number, highest: number, count: number): number[] {
  if (!(lowest > 0 && highest > lowest && count >= 2)) {
    throw new RangeError('factors need a positive lowest, a higher highest and at least two')
  }
  const ratio = Math.log(highest / lowest) / (count - 1)
  return Array.from({ length: count }, (_unused, i) => (i === count - 1 ? highest : lowest * Math.exp(i * ratio)))
}
