import { entry, type Matrix, solve } from '../matrix.ts'
import { missing } from '../missing.ts'
import { add, dot, scale, subtract, type Vec3 } from '../vec3.ts'

/** The six different entries of a symmetric 3×3 matrix, row by row: rr, rt, rn, tt, tn, nn. */
export type SymmetricCovariance = readonly [number, number, number, number, number, number]

/** Returns the six different entries of a symmetric 3×3 matrix. */
export function sixOf(m: Matrix): SymmetricCovariance {
  return [entry(m, 0, 0), entry(m, 0, 1), entry(m, 0, 2), entry(m, 1, 1), entry(m, 1, 2), entry(m, 2, 2)]
}

/** A close approach according to one source; all in the radial, transverse and normal axes of the primary at TCA. */
export interface RelativeEstimate {
  /** On any time scale that both estimates share, s. */
  readonly tcaS: number
  /** Secondary minus primary at TCA, m. */
  readonly positionM: Vec3
  readonly velocityMps: Vec3
  /** The covariances of the positions of the two objects, m². */
  readonly primaryM2: SymmetricCovariance
  readonly secondaryM2: SymmetricCovariance
}

/** The difference of two estimates. */
export interface RelativeDifference {
  /** The relative position in the second estimate minus the one in the first, at the TCA of the first, m. */
  readonly positionM: Vec3
  /** Null if the covariance of the difference is not positive definite. */
  readonly mahalanobis: number | null
}

/**
 * Two estimates contradict each other from this distance: 99.73 % of the differences of two correct ones are smaller (3σ of one dimension). The
 * square is the quantile of χ² with three degrees of freedom, 14.156 (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4; the same
 * test of orbits against their covariances: Hejduk, Covariance realism, AAS 13-355).
 */
export const DISAGREEMENT_MAHALANOBIS = 3.7625

/**
 * Returns the difference of two estimates at one time, the TCA of the first, and its Mahalanobis distance. The second is moved there along its
 * relative velocity. If both use the state of the secondary from one message, its errors are equal in both and cancel in the difference: then
 * only the covariances of the primary are added. The axes of the two TCAs are treated as equal: they rotate by 1 mrad per second in low orbit.
 */
export function relativeDifference(
  first: RelativeEstimate,
  second: RelativeEstimate,
  shared: 'secondary' | 'nothing',
): RelativeDifference {
  const moved = add(second.positionM, scale(second.velocityMps, first.tcaS - second.tcaS))
  const positionM = subtract(moved, first.positionM)
  const both = sumOfSix(first.primaryM2, second.primaryM2)
  const whole = shared === 'secondary' ? both : sumOfSix(both, sumOfSix(first.secondaryM2, second.secondaryM2))
  return { positionM, mahalanobis: mahalanobisOf(positionM, whole) }
}

/** Returns √(dᵀ C⁻¹ d); null if the covariance is not positive definite. */
export function mahalanobisOf(offsetM: Vec3, covariance: SymmetricCovariance): number | null {
  const [rr, rt, rn, tt, tn, nn] = covariance
  // Sylvester's criterion: all leading minors are positive.
  const minor = rr * tt - rt * rt
  const determinant = nn * minor - rr * tn * tn + 2 * rt * rn * tn - tt * rn * rn
  if (!(rr > 0 && minor > 0 && determinant > 0)) return null
  const matrix: Matrix = [
    [rr, rt, rn],
    [rt, tt, tn],
    [rn, tn, nn],
  ]
  const solved = solve(
    matrix,
    offsetM.map((value) => [value]),
  )
  if (solved === null) return null
  const [r = [0], t = [0], n = [0]] = solved
  const squared = dot(offsetM, [r[0] ?? missing(), t[0] ?? missing(), n[0] ?? missing()])
  return squared >= 0 ? Math.sqrt(squared) : null
}

/** Returns the covariance of the difference of two positions with independent errors. */
export function sumOfSix(one: SymmetricCovariance, other: SymmetricCovariance): SymmetricCovariance {
  const at = (place: 0 | 1 | 2 | 3 | 4 | 5) => one[place] + other[place]
  return [at(0), at(1), at(2), at(3), at(4), at(5)]
}
