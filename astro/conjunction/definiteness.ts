import type { Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import { symmetricEigen } from '../symmetric.ts'
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
