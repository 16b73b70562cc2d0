import type { Cdm } from '../message/cdm.ts'

/** The encounter plane of a message: the miss distance, m, and the combined covariance of both objects, m². */
type CombinedPlane = {
  readonly missM: readonly [x: number, y: number]
  readonly covariance: { readonly xx: number; readonly yx: number; readonly yy: number }
}

/** The part of a message that describes the encounter plane. */
type InPlane = Pick<
  Cdm['conjunctionData'],
  | 'combinedPlaneX'
  | 'combinedPlaneY'
  | 'combinedPlaneCovarianceXX'
  | 'combinedPlaneCovarianceYX'
  | 'combinedPlaneCovarianceYY'
>

/** Returns the encounter plane that a message states; undefined if a part of it is missing. */
export function combinedPlaneOf(data: InPlane): CombinedPlane | undefined {
  const { combinedPlaneX: x, combinedPlaneY: y } = data
  const { combinedPlaneCovarianceXX: xx, combinedPlaneCovarianceYX: yx, combinedPlaneCovarianceYY: yy } = data
  if (x === undefined || y === undefined || xx === undefined || yx === undefined || yy === undefined) return undefined
  return { missM: [x, y], covariance: { xx, yx, yy } }
}
