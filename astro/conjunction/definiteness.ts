import type { Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import { symmetricEigen } from '../symmetric.ts'
import { dot, norm, type Vec3 } from '../vec3.ts'
import { positionCovariance } from './rtn.ts'

/** The classes of a position covariance by its eigenvalues. */
export type Definiteness = 'positive-definite' | 'not-positive-definite' | 'no-covariance'

// A negative eigenvalue beyond this fraction of the largest one cannot be rounding in a message: the covariance is wrong.
const GROSS_NEGATIVE_SHARE = 0.1

/**
 * Returns the class of the position part of a covariance (3×3 or 6×6, m²): all eigenvalues are positive; some are not, as rounding in messages
 * causes (CARA's check of NPD covariances; Hall, AAS 17-567, 2017); or one is so negative, by a tenth of the largest, that a repair makes no
 * sense (a wrong unit or entry). Accuracy: as symmetricEigen.
 */
export function definiteness(covariance: Matrix): Definiteness {
  const { values } = symmetricEigen(positionCovariance(covariance))
  const largest = values[0] ?? missing()
  const smallest = values.at(-1) ?? missing()
  if (smallest < -GROSS_NEGATIVE_SHARE * Math.abs(largest) || !(largest > 0)) return 'no-covariance'
  return smallest > 0 ? 'positive-definite' : 'not-positive-definite'
}

/** Returns true if a position covariance (3×3 or 6×6, m²) was given: zeros only are a placeholder. */
export function hasCovariance(covariance: Matrix): boolean {
  return positionCovariance(covariance).some((row) => row.some((value) => value !== 0))
}

/** Messages write positions to a millimetre (CCSDS 508.0-B-1, km with six decimals or more): no orbit is known better. */
const LEAST_SIGMA_M = 1e-3
/**
 * A sigma above a tenth of the distance from the centre of the Earth means that the object may be anywhere along its orbit. 18 SDS writes ten
 * Earth radii if it has no covariance.
 */
const MOST_SIGMA_SHARE = 0.1

/**
 * A position error σ corresponds to a velocity error of about n σ, where n is v/r: along the track the two are coupled. Ten times this is
 * impossible for an orbit.
 */
const MOST_VELOCITY_SHARE = 10

type WithCovariance = { readonly r: Vec3; readonly v: Vec3; readonly covariance: Matrix }

/**
 * Returns true if a covariance (3×3 or 6×6, m² and m²/s²) is possible for an orbit through r and v: each of its three standard deviations of
 * position is at least a millimetre, none is above a tenth of the distance from the centre of the Earth, and none of velocity is above ten times
 * the value that corresponds to the largest of position. A direction without any uncertainty, a negative variance and a wrong unit fail. Such a
 * covariance still gives a probability, but the value is meaningless.
 */
export function isCredible({ r, v, covariance }: WithCovariance): boolean {
  const { values } = symmetricEigen(positionCovariance(covariance))
  const [largest, smallest] = [values[0] ?? missing(), values.at(-1) ?? missing()]
  if (!(smallest >= LEAST_SIGMA_M ** 2 && largest <= (MOST_SIGMA_SHARE * norm(r)) ** 2)) return false
  const mostVelocity = (MOST_VELOCITY_SHARE * norm(v)) ** 2 * (largest / dot(r, r))
  return covariance.slice(3).every((row, axis) => (row[axis + 3] ?? missing()) <= mostVelocity)
}
