import { IDENTITY, type Mat3, transpose } from '../mat3.ts'
import { buildMatrix, entry, type Matrix, mapCovariance } from '../matrix.ts'
import { missing } from '../missing.ts'
import { norm, scale, type Vec3 } from '../vec3.ts'

/** How far a burn may be from what was asked for, 1σ: shares of its size and parts that do not depend on it. */
export interface ScaledError {
  /** Of the size, as a share of it. */
  readonly magnitude: number
  /** Of the direction, about each axis across it. */
  readonly pointingRad: number
  /** What is added to the size whatever it is, m/s. */
  readonly fixedMagnitudeMps?: number
  /** What is added across the direction, m/s. */
  readonly fixedPointingMps?: number
}

/** The same as its covariance, m²/s², in R, T, N at the burn, whatever its size. */
export interface StatedError {
  readonly covarianceRtn: Matrix
}

/** How far a burn may be from what was asked for, in one of two ways to say it. */
export type ExecutionError = ScaledError | StatedError

/**
 * The covariance (3 × 3, m²/s²) of a Δv as flown about the one asked for, in the axes of the Δv:
 *
 *   E = (σm² |Δv|² + σmf²) d dᵀ + (σp² |Δv|² + σpf²) (I − d dᵀ),   d = Δv / |Δv|.
 *
 * Source: Gates, A Simplified Model of Midcourse Maneuver Execution Errors, JPL TR 32-504 (1963). One that is stated is turned into
 * those axes: `rtn` has R, T and N in them, and without it they are R, T, N. Nothing at all for no burn.
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
 * 1σ of the size of a burn, as a share of it: √(dᵀ E d)/|Δv|, which the model of Gates has as √(σm² + σmf²/|Δv|²), since
 * its two parts are independent. A hot or cold burn of 3σ is then on the edge of the covariance that the files state
 * (flight rule F16). Nothing for no burn.
 */
export function sizeShare(deltaVRtn: Vec3, error: ExecutionError): number {
  const size = norm(deltaVRtn)
  if (size === 0) return 0
  if (!('covarianceRtn' in error)) return Math.hypot(error.magnitude, (error.fixedMagnitudeMps ?? 0) / size)
  return Math.sqrt(entry(mapCovariance([scale(deltaVRtn, 1 / size)], error.covarianceRtn), 0, 0)) / size
}

/**
 * 1σ of the direction of a burn about an axis across it, rad: of one that is stated the root mean square of all axes
 * across. The trace of E is the sum of three variances: less that along the burn, the two across it are left. The model
 * of Gates has √(σp² + σpf²/|Δv|²), as in E.
 */
export function pointingOf(deltaVRtn: Vec3, error: ExecutionError): number {
  const size = norm(deltaVRtn)
  if (size === 0) return 0
  if (!('covarianceRtn' in error)) return Math.hypot(error.pointingRad, (error.fixedPointingMps ?? 0) / size)
  const trace = [0, 1, 2].reduce((sum, k) => sum + entry(error.covarianceRtn, k, k), 0)
  const across = trace - (sizeShare(deltaVRtn, error) * size) ** 2
  return Math.sqrt(Math.max(0, across / 2)) / size
}

/** The sum of two matrices of one size. */
export function sumMatrices(a: Matrix, b: Matrix): number[][] {
  return buildMatrix(a.length, a[0]?.length ?? 0, (i, j) => (a[i]?.[j] ?? missing()) + (b[i]?.[j] ?? missing()))
}
