import { IDENTITY, type Mat3, multiply, transform, transpose } from '../mat3.ts'
import { buildMatrix, type Matrix, mapCovariance } from '../matrix.ts'
import { add, cross, scale, subtract, type Vec3 } from '../vec3.ts'

/**
 * How frame B lies and turns in frame A at one instant: `matrix` takes components in A to components in B (its rows are
 * B's axes in A), and `omegaRadS` is the angular velocity of B against A, in components of B. Both share their origin.
 */
export interface FrameRotation {
  readonly matrix: Mat3
  readonly omegaRadS: Vec3
}

/** Position r (m) and velocity v (m/s) in some frame. */
export interface PositionVelocity {
  readonly r: Vec3
  readonly v: Vec3
}

/** The rotation of a frame to itself. */
export const NO_ROTATION: FrameRotation = { matrix: IDENTITY, omegaRadS: [0, 0, 0] }

/** The turn of the axes by `rad` about x, right-handed (R₁ of Vallado and of the IERS Conventions). */
export function rotationX(rad: number): Mat3 {
  const [c, s] = [Math.cos(rad), Math.sin(rad)]
  return [
    [1, 0, 0],
    [0, c, s],
    [0, -s, c],
  ]
}

/** The turn of the axes by `rad` about y, right-handed (R₂). */
export function rotationY(rad: number): Mat3 {
  const [c, s] = [Math.cos(rad), Math.sin(rad)]
  return [
    [c, 0, -s],
    [0, 1, 0],
    [s, 0, c],
  ]
}

/** The turn of the axes by `rad` about z, right-handed (R₃). */
export function rotationZ(rad: number): Mat3 {
  const [c, s] = [Math.cos(rad), Math.sin(rad)]
  return [
    [c, s, 0],
    [-s, c, 0],
    [0, 0, 1],
  ]
}

/** A rotation between frames that do not turn against each other. */
export function fixedRotation(matrix: Mat3): FrameRotation {
  return { matrix, omegaRadS: [0, 0, 0] }
}

/** From A to C by way of B: `first` is from A to B, `second` from B to C. */
export function chain(first: FrameRotation, second: FrameRotation): FrameRotation {
  return {
    matrix: multiply(second.matrix, first.matrix),
    omegaRadS: add(second.omegaRadS, transform(second.matrix, first.omegaRadS)),
  }
}

/** From B to A, of the rotation from A to B. */
export function invert({ matrix, omegaRadS }: FrameRotation): FrameRotation {
  const back = transpose(matrix)
  return { matrix: back, omegaRadS: scale(transform(back, omegaRadS), -1) }
}

/**
 * A position and velocity as seen in the turning frame: r' = M r, v' = M v − ω × r' (Vallado, Fundamentals of
 * Astrodynamics, 4th ed., eq. 3-75). Exact but for rounding, 4e-16 relative.
 */
export function rotateState({ matrix, omegaRadS }: FrameRotation, { r, v }: PositionVelocity): PositionVelocity {
  const turned = transform(matrix, r)
  return { r: turned, v: subtract(transform(matrix, v), cross(omegaRadS, turned)) }
}

/** The linear map of six numbers (r, v) that rotateState is: the Jacobian of the change of frame. Exact. */
export function stateJacobian({ matrix, omegaRadS: [x, y, z] }: FrameRotation): Matrix {
  // −[ω×] M: the velocity seen in turning axes has −ω × r′.
  const turning = multiply(
    [
      [0, z, -y],
      [-z, 0, x],
      [y, -x, 0],
    ],
    matrix,
  )
  // The position in the new frame does not depend on the velocity.
  const block = (i: number, j: number) => (i < 3 ? (j < 3 ? matrix : undefined) : j < 3 ? turning : matrix)
  return buildMatrix(6, 6, (i, j) => block(i, j)?.[i % 3]?.[j % 3] ?? 0)
}

/**
 * The 6 × 6 covariance (m², m²/s, m²/s²) of a state as seen in the turning frame: J P Jᵀ with the Jacobian above, so
 * that the velocities see ω × r. Symmetric to the last bit; positive definite when P is, to rounding. A 3 × 3
 * covariance of position alone is turned by its axes. Throws RangeError for any other size.
 */
export function rotateCovariance(rotation: FrameRotation, covariance: Matrix): number[][] {
  const size = covariance.length
  if ((size !== 3 && size !== 6) || covariance.some((row) => row.length !== size)) {
    throw new RangeError(`a covariance of ${size} rows is neither 3 × 3 nor 6 × 6`)
  }
  return mapCovariance(size === 3 ? rotation.matrix : stateJacobian(rotation), covariance)
}
