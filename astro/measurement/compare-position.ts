import { inertialRsw } from '../frames/local.ts'
import { transform } from '../mat3.ts'
import { buildMatrix, entry, mapCovariance } from '../matrix.ts'
import { missing } from '../missing.ts'
import { add, scale, subtract, type Vec3 } from '../vec3.ts'
import type { Comparison } from './compare.ts'
import type { StateAt } from './light-path.ts'
import type { PositionObservation } from './observation.ts'

/** The components of a position, along the axes of the computed orbit. */
export const POSITION_PARTS = ['radial', 'in-track', 'cross-track'] as const
const NONE: Vec3 = [0, 0, 0]
/** A position is not observed from a site, so it has no elevation. */
const OVERHEAD_RAD = Math.PI / 2

/**
 * Compares a measured position with the computed one, along the axes of the computed orbit: radial outward, in-track and cross-track (RSW). If
 * the covariance has correlations, the second number is the in-track residual minus its prediction from the radial one, and the third the
 * cross-track residual minus its prediction from both: with the covariance C = L D Lᵀ the numbers are L⁻¹ y with the variances D, so that they
 * are independent and Σ z² = yᵀ C⁻¹ y. Without correlations they are the residuals themselves. Source: G. H. Golub and C. F. Van Loan, Matrix
 * Computations (1996), §4.1.2. Throws RangeError for a covariance that is not positive definite.
 */
export function comparePosition(one: PositionObservation, stateAt: StateAt): readonly Comparison[] {
  const state = stateAt(one.epoch)
  const axes = inertialRsw(state)
  const { lower, variances } = factor(mapCovariance(axes, one.covariance))
  const measured = transform(axes, one.positionM)
  const off = transform(axes, subtract(one.positionM, state.r))
  const rows: Comparison[] = []
  POSITION_PARTS.forEach((quantity, i) => {
    // Forward substitution, z_i = y_i − Σ L_ij z_j, for the residual and its slopes.
    let residual = off[i as 0 | 1 | 2]
    let byPosition = axisOf(axes, i)
    rows.forEach((before, j) => {
      residual -= entry(lower, i, j) * before.residual
      byPosition = add(byPosition, scale(before.byPosition, -entry(lower, i, j)))
    })
    rows.push({
      quantity,
      measured: measured[i as 0 | 1 | 2],
      residual,
      sigma: Math.sqrt(variances[i] ?? missing()),
      byPosition,
      byVelocity: NONE,
      at: one.epoch,
      bySite: NONE,
      elevationRad: OVERHEAD_RAD,
    })
  })
  return rows
}

const axisOf = (axes: ReturnType<typeof inertialRsw>, i: number): Vec3 => axes[i as 0 | 1 | 2]

/**
 * Factors C = L D Lᵀ with a unit lower triangular L. Row by row,
 *
 *   l_ij = (c_ij − Σ_(k<j) l_ik l_jk d_k)/d_j,   d_i = c_ii − Σ_(k<i) l_ik² d_k,
 *
 * where d_i is the remaining variance of component i if the previous components are known. It needs no roots, unlike Cholesky's L √D.
 */
function factor(covariance: readonly (readonly number[])[]) {
  const lower = buildMatrix(3, 3, (i, j) => (i === j ? 1 : 0))
  const variances: number[] = []
  for (let i = 0; i < 3; i += 1) {
    for (let j = 0; j < i; j += 1) {
      let sum = entry(covariance, i, j)
      for (let k = 0; k < j; k += 1) sum -= entry(lower, i, k) * entry(lower, j, k) * (variances[k] ?? missing())
      const row = lower[i] ?? missing()
      row[j] = sum / (variances[j] ?? missing())
    }
    let variance = entry(covariance, i, i)
    for (let k = 0; k < i; k += 1) variance -= entry(lower, i, k) ** 2 * (variances[k] ?? missing())
    if (!(variance > 0)) throw new RangeError('the covariance of a position is not positive definite')
    variances.push(variance)
  }
  return { lower, variances }
}
