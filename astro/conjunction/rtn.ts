import { inertialRsw } from '../frames/local.ts'
import { fixedRotation, invert, rotateCovariance } from '../frames/rotation.ts'
import type { Mat3 } from '../mat3.ts'
import { entry, type Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'

/**
 * Returns the radial, transverse and normal unit vectors of an orbit as the rows of a rotation: to RTN from the frame of the state (CCSDS
 * 508.0-B-1, annex E; localRotation for source and accuracy). The velocity must be inertial: a velocity relative to a rotating frame would turn N
 * by up to 4° in low orbit. Throws RangeError on a straight line.
 */
export function rtnAxes(state: CartesianState): Mat3 {
  return inertialRsw(state)
}

/**
 * Returns a covariance of position (3×3, m²) or of position and velocity (6×6, m², m²/s, m²/s²), given in the RTN axes of `state`, in the
 * inertial frame of the state. The axes do not rotate, as in a CDM (CCSDS 508.0-B-1, table 3-4).
 */
export function covarianceFromRtn(state: CartesianState, covariance: Matrix): number[][] {
  return rotateCovariance(invert(fixedRotation(rtnAxes(state))), covariance)
}

/** Does the inverse: returns a covariance, given in the inertial frame of `state`, in its RTN axes. */
export function covarianceToRtn(state: CartesianState, covariance: Matrix): number[][] {
  return rotateCovariance(fixedRotation(rtnAxes(state)), covariance)
}

/** Returns the position covariance, the upper left 3×3 block, m². */
export function positionCovariance(covariance: Matrix): Mat3 {
  if (isOfPosition(covariance)) return covariance
  const row = (i: number) => [entry(covariance, i, 0), entry(covariance, i, 1), entry(covariance, i, 2)] as const
  return [row(0), row(1), row(2)]
}

/** Returns true if the covariance is 3×3 (position only). Its position block is then the whole matrix. */
function isOfPosition(covariance: Matrix): covariance is Mat3 {
  return covariance.length === 3 && covariance.every((row) => row.length === 3)
}
