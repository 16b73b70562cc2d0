import { type Mat3, rotateForm, transpose } from '../mat3.ts'
import { buildMatrix, entry, type Matrix, mapCovariance } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { cross, norm, scale } from '../vec3.ts'

/**
 * The radial, transverse and normal unit vectors of an orbit as the rows of a rotation: to RTN from the frame of the
 * state. R along the position, N along r × v, T completes (CCSDS 508.0-B-1, annex E; also RSW, RIC, QSW). The velocity is
 * the inertial one: with that of a rotating frame N is turned by up to 4° in low orbit. Throws RangeError on a straight
 * line. Exact to rounding.
 */
export function rtnAxes({ r, v }: CartesianState): Mat3 {
  const normal = cross(r, v)
  const momentum = norm(normal)
  if (!(momentum > 0)) throw new RangeError('a state at rest or on a straight line has no RTN axes')
  const radial = scale(r, 1 / norm(r))
  const n = scale(normal, 1 / momentum)
  return [radial, cross(n, radial), n]
}

/**
 * A covariance of position (3×3, m²) or of position and velocity (6×6, m², m²/s, m²/s²) given in the RTN axes of `state`,
 * turned into the inertial frame of the state. The axes stand still: what a CDM means (CCSDS 508.0-B-1, table 3-4).
 */
export function covarianceFromRtn(state: CartesianState, covariance: Matrix): number[][] {
  return rotateCovariance(transpose(rtnAxes(state)), covariance)
}

/** The same the other way: a covariance in the inertial frame of `state`, turned into its RTN axes. */
export function covarianceToRtn(state: CartesianState, covariance: Matrix): number[][] {
  return rotateCovariance(rtnAxes(state), covariance)
}

/** The upper left 3×3 of a covariance: that of the position, m². */
export function positionCovariance(covariance: Matrix): Mat3 {
  const row = (i: number) => [entry(covariance, i, 0), entry(covariance, i, 1), entry(covariance, i, 2)] as const
  return [row(0), row(1), row(2)]
}

function rotateCovariance(rotation: Mat3, covariance: Matrix): number[][] {
  if (covariance.length === 3) return rotateForm(rotation, positionCovariance(covariance)).map((row) => [...row])
  if (covariance.length !== 6) throw new RangeError(`a covariance of ${covariance.length} rows, not 3 or 6`)
  const both = buildMatrix(6, 6, (i, j) => (i < 3 === j < 3 ? entry(rotation, i % 3, j % 3) : 0))
  return mapCovariance(both, covariance)
}
