import type { PlaneCovariance } from '../conjunction-plane.ts'
import { principalMiss } from '../principal-axes.ts'
import { circle2d } from './circle-2d.ts'

/** A miss, and the one known covariance, in the conjunction plane: m and m²; the combined radius in m. */
export interface OneCovarianceKnown {
  readonly missM: readonly [x: number, y: number]
  readonly known: PlaneCovariance
  readonly radiusM: number
}

/**
 * Returns the combined covariance with the largest collision probability if the covariance of one object is unknown: if the miss is more than one
 * σ of the known covariance, K, a variance |m|² (K² − 1) / K² is added along the miss; otherwise the known covariance is the worst. Source:
 * Frisbee, An Upper Bound on High Speed Satellite Collision Probability When Only One Object Has Position Uncertainty Information, AAS 15-717
 * (2015), eqs. 12–20. Throws RangeError if the known covariance is not positive definite.
 */
export function frisbeeCovariance({ missM, known }: OneCovarianceKnown): PlaneCovariance {
  const [x, y] = missM
  const determinant = known.xx * known.yy - known.yx * known.yx
  if (!(determinant > 0 && known.xx > 0)) throw new RangeError('the known covariance is not positive definite')
  const squared = (known.yy * x * x - 2 * known.yx * x * y + known.xx * y * y) / determinant
  if (squared <= 1) return known
  const share = (squared - 1) / squared
  return { xx: known.xx + share * x * x, yx: known.yx + share * x * y, yy: known.yy + share * y * y }
}

/**
 * Returns the largest probability in the hard-body circle for any covariance of the other object. Source and validity: frisbeeCovariance; an
 * upper bound for a radius far below the known σ, and close to it otherwise. Null if the combined covariance cannot be repaired. Accuracy: 28
 * published values (cara.reference.json) agree to 1e-6 of the exact integral.
 */
export function frisbee2015(oneKnown: OneCovarianceKnown): number | null {
  const principal = principalMiss(oneKnown.missM, frisbeeCovariance(oneKnown), oneKnown.radiusM)
  return principal.ok ? circle2d(principal.miss, oneKnown.radiusM) : null
}
