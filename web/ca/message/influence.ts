import type { PlaneCovariance } from '@apsis/astro/conjunction/conjunction-plane.ts'
import { principalMiss } from '@apsis/astro/conjunction/principal-axes.ts'
import { circle2d } from '@apsis/astro/conjunction/probability/circle-2d.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'

/** The inputs of a planar probability. */
export const DRIVERS = ['miss', 'covariance1', 'covariance2', 'hardBody'] as const
export type Driver = (typeof DRIVERS)[number]
/** The ratio of the current probability to the probability with the previous value of this input. */
export type Influence = { readonly driver: Driver; readonly factor: number }

/** The inputs of the probability from a message, in the conjunction plane. */
export type PlaneInput = {
  readonly miss: readonly [xM: number, yM: number]
  readonly covariance1: PlaneCovariance
  readonly covariance2: PlaneCovariance
  readonly hardBody: number
}

/** Returns the inputs of a message in its conjunction plane; undefined if one is missing. */
export function planeInputOf({ object1, object2, conjunctionData: data }: Cdm): PlaneInput | undefined {
  const { combinedPlaneX, combinedPlaneY, combinedHardBodyRadius } = data
  const [covariance1, covariance2] = [covarianceOf(object1), covarianceOf(object2)]
  if (combinedPlaneX === undefined || combinedPlaneY === undefined || !combinedHardBodyRadius) return undefined
  if (!covariance1 || !covariance2) return undefined
  return { miss: [combinedPlaneX, combinedPlaneY], covariance1, covariance2, hardBody: combinedHardBodyRadius }
}

function covarianceOf(object: Cdm['object1']): PlaneCovariance | undefined {
  const {
    conjunctionPlaneCovarianceXX: xx,
    conjunctionPlaneCovarianceYX: yx,
    conjunctionPlaneCovarianceYY: yy,
  } = object
  return xx === undefined || yx === undefined || yy === undefined ? undefined : { xx, yx, yy }
}

/**
 * Returns the three changes that influenced the planar probability most, the strongest first. Each is the ratio of the current probability
 * to the probability computed with the previous message's value of this input. Ratios within a hundredth of 1 are left out.
 */
export function influences(before: PlaneInput, after: PlaneInput): readonly Influence[] {
  const now = planarProbability(after)
  return DRIVERS.map((driver) => ({ driver, factor: now / planarProbability({ ...after, [driver]: before[driver] }) }))
    .filter(({ factor }) => Number.isFinite(factor) && factor > 0 && Math.abs(Math.log(factor)) > 0.01)
    .toSorted((a, b) => Math.abs(Math.log(b.factor)) - Math.abs(Math.log(a.factor)))
    .slice(0, 3)
}

/** Returns the planar probability of the inputs; NaN if the covariance is invalid. */
export function planarProbability({ miss, covariance1, covariance2, hardBody }: PlaneInput): number {
  const combined = {
    xx: covariance1.xx + covariance2.xx,
    yx: covariance1.yx + covariance2.yx,
    yy: covariance1.yy + covariance2.yy,
  }
  const principal = principalMiss(miss, combined, hardBody)
  return principal.ok ? circle2d(principal.miss, hardBody) : Number.NaN
}
