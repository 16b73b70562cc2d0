import { inertialRsw } from '../frames/local.ts'
import { fixedRotation, invert, rotateCovariance } from '../frames/rotation.ts'
import type { Mat3 } from '../mat3.ts'
import { entry, type Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'

/**
 * The radial, transverse and normal unit vectors of an orbit as the rows of a rotation: to RTN from the frame of the
 * state (CCSDS 508.0-B-1, annex E; localRotation for source and accuracy). The velocity has to be the inertial one: with
 * that of a rotating frame N is turned by up to 4° in low orbit. Throws RangeError on a straight line.
 */
export function rtnAxes(state: CartesianState): Mat3 {
  return inertialRsw(state)
}

/**
 * A covariance of position (3×3, m²) or of position and velocity (6×6, m², m²/s, m²/s²) given in the RTN axes of `state`,
 * turned into the inertial frame of the state. The axes stand still: what a CDM means (CCSDS 508.0-B-1, table 3-4).
 */
export function covarianceFromRtn(state: CartesianState, covariance: Matrix): number[][] {
  return rotateCovariance(invert(fixedRotation(rtnAxes(state))), covariance)
}

/** The same the other way: a covariance in the inertial frame of `state`, turned into its RTN axes. */
export function covarianceToRtn(state: CartesianState, covariance: Matrix): number[][] {
  return rotateCovariance(fixedRotation(rtnAxes(state)), covariance)
}

/** The upper left 3×3 of a covariance: that of the position, m². */
export function positionCovariance(covariance: Matrix): Mat3 {
  if (isOfPosition(covariance)) return covariance
  const row = (i: number) => [entry(covariance, i, 0), entry(covariance, i, 1), entry(covariance, i, 2)] as const
  return [row(0), row(1), row(2)]
}

/** Whether a covariance is of a position alone: then it is its own upper left block. */
function isOfPosition(covariance: Matrix): covariance is Mat3 {
  return covariance.length === 3 && covariance.every((row) => row.length === 3)
}
