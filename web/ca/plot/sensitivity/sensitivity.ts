import { principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import {
  type CombinedCase,
  covarianceSensitivity,
  logarithmicFactors,
  radiusSensitivity,
  type SensitivityPoint,
} from '@apsis/astro/conjunction/probability/sensitivity.ts'
import type { Covariance } from '../../../chart/ellipse.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import { planeViewOf } from '../plane/plane-view.ts'

/** The inputs from a message that can be varied: all in the conjunction plane. */
export type PlaneCase = CombinedCase & { readonly first: Covariance; readonly second: Covariance }

/** Returns the planar case of a message; undefined if it has no plane, no covariance or no radius. */
export function caseOf(message: NumberedMessage): PlaneCase | undefined {
  const { missM, combined, first, second, radiusM } = planeViewOf(message)
  if (!missM || !combined || !first || !second || radiusM === undefined) return undefined
  return { missM, combined, first, second, radiusM }
}

/** The factors on the covariance for which the curve is drawn, and the factors on the radius. */
export const SCALES = logarithmicFactors(1e-3, 1e3, 121)
const RADII = logarithmicFactors(0.1, 10, 61)
export const GRID = logarithmicFactors(0.01, 100, 33)

/** The covariance that is scaled: the covariance of both objects, or of one of them. */
export const DILUTED = ['both', 'first', 'second'] as const
export type DilutedObject = (typeof DILUTED)[number]

/** Returns the curve over the scale of the covariance; factors with an invalid covariance are left out. */
export function scaleCurve(plane: PlaneCase, of: DilutedObject = 'both'): readonly SensitivityPoint[] {
  if (of === 'both') return covarianceSensitivity(plane, SCALES)
  return SCALES.flatMap((factor) => {
    const probability = of === 'first' ? scaledProbability(plane, factor, 1) : scaledProbability(plane, 1, factor)
    return probability === undefined ? [] : [{ factor, probability }]
  })
}

export function radiusCurve(plane: CombinedCase): readonly SensitivityPoint[] {
  return radiusSensitivity(plane, RADII)
}

/** Returns the planar probability with factors on the two covariances; undefined where these are invalid. */
export function scaledProbability(
  { missM, first, second, radiusM }: PlaneCase,
  scale1: number,
  scale2: number,
): number | undefined {
  const sum = {
    xx: first.xx * scale1 + second.xx * scale2,
    yx: first.yx * scale1 + second.yx * scale2,
    yy: first.yy * scale1 + second.yy * scale2,
  }
  const principal = principalMiss(missM, sum, radiusM)
  return principal.ok ? circle2d(principal.miss, radiusM) : undefined
}

/** Returns the values of the grid: rows of the second factor, columns of the first. */
export function gridOf(plane: PlaneCase): readonly (readonly (number | undefined)[])[] {
  return GRID.map((scale2) => GRID.map((scale1) => scaledProbability(plane, scale1, scale2)))
}

/** Returns the highest point of a curve. */
export function peakOf(curve: readonly SensitivityPoint[]): SensitivityPoint | undefined {
  return curve.reduce<SensitivityPoint | undefined>(
    (best, point) => (best === undefined || point.probability > best.probability ? point : best),
    undefined,
  )
}

/** Returns the share of each object in the variance along the miss; uncertainty matters in that direction. */
export function sharesOf({ missM: [x, y], first, second }: PlaneCase): {
  readonly first: number
  readonly second: number
} {
  const length = Math.hypot(x, y)
  const [ux, uy] = length > 0 ? [x / length, y / length] : [1, 0]
  const along = ({ xx, yx, yy }: Covariance) => ux * ux * xx + 2 * ux * uy * yx + uy * uy * yy
  const [one, two] = [along(first), along(second)]
  const sum = one + two
  return sum > 0 ? { first: one / sum, second: two / sum } : { first: 0, second: 0 }
}
