import { IDENTITY, type Mat3, multiply, transform, transpose } from '../mat3.ts'
import { buildMatrix, type Matrix, mapCovariance } from '../matrix.ts'
import { add, cross, scale, subtract, type Vec3 } from '../vec3.ts'

/**
 * The orientation and rotation of frame B relative to frame A at one instant. `matrix` converts components in A to components in B (its rows are
 * B's axes in A), and `omegaRadS` is the angular velocity of B relative to A, in components of B. Both frames have the same origin.
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

/** The rotation from a frame to itself. */
export const NO_ROTATION: FrameRotation = { matrix: IDENTITY, omegaRadS: [0, 0, 0] }

/** Returns the rotation of the axes by `rad` around x, right-handed (R₁ of Vallado and of the IERS Conventions). */
export function rotationX(rad: number): Mat3 {
  const [c, s] = [Math.cos(rad), Math.sin(rad)]
  return [
    [1, 0, 0],
    [0, c, s],
    [0, -s, c],
  ]
}

/** Returns the rotation of the axes by `rad` around y, right-handed (R₂). */
export function rotationY(rad: number): Mat3 {
  const [c, s] = [Math.cos(rad), Math.sin(rad)]
  return [
    [c, 0, -s],
    [0, 1, 0],
    [s, 0, c],
  ]
}

/** Returns the rotation of the axes by `rad` around z, right-handed (R₃). */
export function rotationZ(rad: number): Mat3 {
  const [c, s] = [Math.cos(rad), Math.sin(rad)]
  return [
    [c, s, 0],
    [-s, c, 0],
    [0, 0, 1],
  ]
}

/** Returns a rotation between frames that do not rotate relative to each other. */
export function fixedRotation(matrix: Mat3): FrameRotation {
  return { matrix, omegaRadS: [0, 0, 0] }
}

/** Returns the rotation from A to C through B: `first` is from A to B, `second` from B to C. */
export function chain(first: FrameRotation, second: FrameRotation): FrameRotation {
  return {
    matrix: multiply(second.matrix, first.matrix),
    omegaRadS: add(second.omegaRadS, transform(second.matrix, first.omegaRadS)),
  }
}

/** Returns the rotation from B to A, given the rotation from A to B. */
export function invert({ matrix, omegaRadS }: FrameRotation): FrameRotation {
  const back = transpose(matrix)
  return { matrix: back, omegaRadS: scale(transform(back, omegaRadS), -1) }
}

/**
 * Returns a position and velocity as seen in the rotating frame: r' = M r, v' = M v − ω × r' (Vallado, Fundamentals of Astrodynamics, 4th ed.,
 * eq. 3-75). Exact except for rounding, 4e-16 relative.
 */
export function rotateState({ matrix, omegaRadS }: FrameRotation, { r, v }: PositionVelocity): PositionVelocity {
  const turned = transform(matrix, r)
  return { r: turned, v: subtract(transform(matrix, v), cross(omegaRadS, turned)) }
}

/** Returns the Jacobian of the change of frame: rotateState as a linear map of the six numbers (r, v). Exact. */
export function stateJacobian({ matrix, omegaRadS: [x, y, z] }: FrameRotation): Matrix {
  // −[ω×] M: the velocity relative to rotating axes contains −ω × r′.
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
 * Returns the 6 × 6 covariance (m², m²/s, m²/s²) of a state as seen in the rotating frame, J P Jᵀ with the Jacobian above, so that ω × r is
 * included in the velocities. It is exactly symmetric, and positive definite if P is, except for rounding. A 3 × 3 covariance of position only is
 * rotated with the axes. Throws RangeError for any other size.
 */
export function rotateCovariance(rotation: FrameRotation, covariance: Matrix): number[][] {
  const size = covariance.length
  if ((size !== 3 && size !== 6) || covariance.some((row) => row.length !== size)) {
    throw new RangeError(`a covariance of ${size} rows is neither 3 × 3 nor 6 × 6`)
  }
  return mapCovariance(size === 3 ? rotation.matrix : stateJacobian(rotation), covariance)
}
