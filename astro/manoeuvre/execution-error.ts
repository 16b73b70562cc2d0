import { IDENTITY, type Mat3, transpose } from '../mat3.ts'
import { buildMatrix, entry, type Matrix, mapCovariance } from '../matrix.ts'
import { missing } from '../missing.ts'
import { norm, scale, type Vec3 } from '../vec3.ts'

/** The difference between the performed burn and the requested burn, 1σ: fractions of its size, and fixed parts. */
export interface ScaledError {
  /** The error of the size, as a fraction of it. */
  readonly magnitude: number
  /** The error of the direction, about each axis across it. */
  readonly pointingRad: number
  /** A fixed error of the size, m/s. */
  readonly fixedMagnitudeMps?: number
  /** A fixed error across the direction, m/s. */
  readonly fixedPointingMps?: number
}

/** The same error as a covariance, m²/s², in R, T, N at the burn, for any size. */
export interface StatedError {
  readonly covarianceRtn: Matrix
}

/** The difference between the performed burn and the requested burn, in one of two forms. */
export type ExecutionError = ScaledError | StatedError

/**
 * Returns the covariance (3 × 3, m²/s²) of the performed Δv about the requested Δv, in the axes of the Δv:
 *
 *   E = (σm² |Δv|² + σmf²) d dᵀ + (σp² |Δv|² + σpf²) (I − d dᵀ),   d = Δv / |Δv|.
 *
 * Source: Gates, A Simplified Model of Midcourse Maneuver Execution Errors, JPL TR 32-504 (1963). A stated covariance is rotated to these axes:
 * `rtn` contains R, T and N in them; without it the axes are R, T, N. Zero for a zero burn.
 */
export function executionCovariance(deltaV: Vec3, error: ExecutionError, rtn: Mat3 = IDENTITY): number[][] {
  const size = norm(deltaV)
  if (size === 0) return buildMatrix(3, 3, () => 0)
  if ('covarianceRtn' in error) return mapCovariance(transpose(rtn), error.covarianceRtn)
  const along = (error.magnitude * size) ** 2 + (error.fixedMagnitudeMps ?? 0) ** 2
  const across = (error.pointingRad * size) ** 2 + (error.fixedPointingMps ?? 0) ** 2
  return buildMatrix(3, 3, (i, j) => {
    const dd = ((deltaV[i as 0 | 1 | 2] / size) * deltaV[j as 0 | 1 | 2]) / size
    return along * dd + across * ((i === j ? 1 : 0) - dd)
  })
}

/**
 * Returns the 1σ error of a burn's size as a fraction of the size: √(dᵀ E d)/|Δv|. In Gates's model this is √(σm² + σmf²/|Δv|²), because its two
 * parts are independent. A burn that is 3σ too large or too small is then on the edge of the covariance in the files (flight rule F16). Zero for
 * a zero burn.
 */
export function sizeShare(deltaVRtn: Vec3, error: ExecutionError): number {
  const size = norm(deltaVRtn)
  if (size === 0) return 0
  if (!('covarianceRtn' in error)) return Math.hypot(error.magnitude, (error.fixedMagnitudeMps ?? 0) / size)
  return Math.sqrt(entry(mapCovariance([scale(deltaVRtn, 1 / size)], error.covarianceRtn), 0, 0)) / size
}

/**
 * Returns the 1σ error of a burn's direction about an axis across it, rad; for a stated covariance, the root mean square of all axes across it.
 * The trace of E is the sum of three variances: without the variance along the burn, the two across it remain. In Gates's model this is √(σp² +
 * σpf²/|Δv|²), as in E.
 */
export function pointingOf(deltaVRtn: Vec3, error: ExecutionError): number {
  const size = norm(deltaVRtn)
  if (size === 0) return 0
  if (!('covarianceRtn' in error)) return Math.hypot(error.pointingRad, (error.fixedPointingMps ?? 0) / size)
  const trace = [0, 1, 2].reduce((sum, k) => sum + entry(error.covarianceRtn, k, k), 0)
  const across = trace - (sizeShare(deltaVRtn, error) * size) ** 2
  return Math.sqrt(Math.max(0, across / 2)) / size
}

/** Returns the sum of two matrices of one size. */
export function sumMatrices(a: Matrix, b: Matrix): number[][] {
  return buildMatrix(a.length, a[0]?.length ?? 0, (i, j) => (a[i]?.[j] ?? missing()) + (b[i]?.[j] ?? missing()))
}
