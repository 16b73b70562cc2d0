import { buildMatrix, type Matrix } from '../matrix.ts'
import { missing } from '../missing.ts'
import { norm, type Vec3 } from '../vec3.ts'

/** How far a burn may be from what was asked for, 1σ: shares of its size and parts that do not depend on it. */
export interface ExecutionError {
  /** Of the size, as a share of it. */
  readonly magnitude: number
  /** Of the direction, about each axis across it. */
  readonly pointingRad: number
  /** What is added to the size whatever it is, m/s. */
  readonly fixedMagnitudeMps?: number
  /** What is added across the direction, m/s. */
  readonly fixedPointingMps?: number
}

/**
 * The covariance (3 × 3, m²/s²) of a Δv as flown about the one asked for, in the axes of the Δv:
 *
 *   E = (σm² |Δv|² + σmf²) d dᵀ + (σp² |Δv|² + σpf²) (I − d dᵀ),   d = Δv / |Δv|.
 *
 * Source: Gates, A Simplified Model of Midcourse Maneuver Execution Errors, JPL TR 32-504 (1963). Nothing at all for no burn.
 */
export function executionCovariance(deltaV: Vec3, error: ExecutionError): number[][] {
  const size = norm(deltaV)
  if (size === 0) return buildMatrix(3, 3, () => 0)
  const along = (error.magnitude * size) ** 2 + (error.fixedMagnitudeMps ?? 0) ** 2
  const across = (error.pointingRad * size) ** 2 + (error.fixedPointingMps ?? 0) ** 2
  return buildMatrix(3, 3, (i, j) => {
    const dd = ((deltaV[i as 0 | 1 | 2] / size) * deltaV[j as 0 | 1 | 2]) / size
    return along * dd + across * ((i === j ? 1 : 0) - dd)
  })
}

/** The sum of two matrices of one size. */
export function sumMatrices(a: Matrix, b: Matrix): number[][] {
  return buildMatrix(a.length, a[0]?.length ?? 0, (i, j) => (a[i]?.[j] ?? missing()) + (b[i]?.[j] ?? missing()))
}
