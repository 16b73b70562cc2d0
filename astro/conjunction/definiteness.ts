import type { Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import { symmetricEigen } from '../symmetric.ts'
import { dot, norm, type Vec3 } from '../vec3.ts'
import { positionCovariance } from './rtn.ts'

/** What the eigenvalues of a position covariance say of it. */
export type Definiteness = 'positive-definite' | 'not-positive-definite' | 'no-covariance'

// A negative eigenvalue above this share of the largest one cannot come from the rounding of a message: the covariance is wrong.
const GROSS_NEGATIVE_SHARE = 0.1

/**
 * Whether the position part of a covariance (3×3 or 6×6, m²) is one: all eigenvalues positive; some not, as rounding in
 * messages makes them (CARA's check of NPD covariances; Hall, AAS 17-567, 2017); or so negative, a tenth of the largest,
 * that no repair can be meant (a wrong unit or entry). Accuracy: that of symmetricEigen.
 */
export function definiteness(covariance: Matrix): Definiteness {
  const { values } = symmetricEigen(positionCovariance(covariance))
  const largest = values[0] ?? missing()
  const smallest = values.at(-1) ?? missing()
  if (smallest < -GROSS_NEGATIVE_SHARE * Math.abs(largest) || !(largest > 0)) return 'no-covariance'
  return smallest > 0 ? 'positive-definite' : 'not-positive-definite'
}

/** Whether a position covariance (3×3 or 6×6) was given at all: zeros alone are a filler. */
export function hasCovariance(covariance: Matrix): boolean {
  return positionCovariance(covariance).some((row) => row.some((value) => value !== 0))
}

/** Messages write positions to a millimetre (CCSDS 508.0-B-1, km with six decimals or more): nobody knows an orbit better than that. */
const LEAST_SIGMA_M = 1e-3
/**
 * A position that is known to no better than a tenth of its distance from the centre of the Earth lies anywhere along its orbit. 18 SDS
 * writes ten radii of the Earth where it has no covariance.
 */
const MOST_SIGMA_SHARE = 0.1

/** An error of position σ goes with one of velocity of about n σ, n being v/r: along the track one is the other. Ten times that is of no orbit. */
const MOST_VELOCITY_SHARE = 10

type WithCovariance = { readonly r: Vec3; readonly v: Vec3; readonly covariance: Matrix }

/**
 * Whether a covariance (3×3 or 6×6, m² and m²/s²) can be that of an orbit through r and v: each of its three standard deviations of
 * position is a millimetre or more, none is above a tenth of the distance from the centre of the Earth, and none of velocity is ten times
 * what goes with the largest of position. A direction without any uncertainty, a negative variance and a wrong unit fail. A number
 * comes of such a covariance all the same, and says nothing.
 */
export function isCredible({ r, v, covariance }: WithCovariance): boolean {
  const { values } = symmetricEigen(positionCovariance(covariance))
  const [largest, smallest] = [values[0] ?? missing(), values.at(-1) ?? missing()]
  if (!(smallest >= LEAST_SIGMA_M ** 2 && largest <= (MOST_SIGMA_SHARE * norm(r)) ** 2)) return false
  const mostVelocity = (MOST_VELOCITY_SHARE * norm(v)) ** 2 * (largest / dot(r, r))
  return covariance.slice(3).every((row, axis) => (row[axis + 3] ?? missing()) <= mostVelocity)
}
