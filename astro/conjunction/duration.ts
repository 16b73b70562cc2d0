import { inverseErfc } from '../error-function.ts'
import { addMatrices } from '../mat3.ts'
import { dot } from '../vec3.ts'
import { conjunctionPlane, type EncounterObject } from './conjunction-plane.ts'
import { positionCovariance } from './rtn.ts'

/** The start and the end of an encounter, in seconds after the states; infinite if the objects stay together. */
export interface EncounterDuration {
  readonly startS: number
  readonly endS: number
}

/** The default fraction of the collision probability that may be outside the duration (Hall 2021; CARA's choice). */
export const OUTSIDE_SHARE = 1e-16

/**
 * Returns the time span in which two objects on straight lines can collide, except for the fraction `outside` of the probability: the bounds τ₀
 * and τ₁ of Coppola, Evaluating the Short Encounter Assumption, AAS 12-248 (2012), eqs. 5–16. `radiusM` is the combined hard-body radius; 0 <
 * outside < 2. The states must be at TCA (see linearClosestApproach). Valid for a covariance whose projection on the conjunction plane is
 * positive definite; null otherwise. Accuracy: agrees with published bounds to 5e-8 (encounter.reference.json).
 */
export function encounterDuration(
  primary: EncounterObject,
  secondary: EncounterObject,
  { radiusM, outside = OUTSIDE_SHARE }: { readonly radiusM: number; readonly outside?: number },
): EncounterDuration | null {
  const plane = conjunctionPlane(primary, secondary)
  if (plane === null) return { startS: -Infinity, endS: Infinity }
  const [x, y, z] = plane.axes
  const sum = addMatrices(positionCovariance(primary.covariance), positionCovariance(secondary.covariance))
  const form = (a: typeof x, b: typeof x) => a[0] * dot(sum[0], b) + a[1] * dot(sum[1], b) + a[2] * dot(sum[2], b)
  // For a given position in the plane, the variance along z is P_zz − wᵀ C⁻¹ w, and the mean along z shifts with that position by b = C⁻¹ w.
  const along = form(z, z)
  const [wx, wy] = [form(x, z), form(y, z)]
  const { xx, yx, yy } = plane.combined
  const determinant = xx * yy - yx * yx
  if (!(determinant > 0) || !(xx > 0)) return null
  const bx = (yy * wx - yx * wy) / determinant
  const by = (xx * wy - yx * wx) / determinant
  const spread = inverseErfc(outside) * Math.sqrt(2 * Math.max(0, along - bx * wx - by * wy))
  // The position of the encounter along z for the given miss; the radius adds the extent of the sphere, tilted by b.
  const slant = bx * plane.missM[0] + by * plane.missM[1]
  const lean = bx * bx + by * by
  return {
    startS: (slant - spread - radiusM * Math.sqrt(1 + lean)) / plane.relativeSpeedMps,
    endS: (slant + spread + radiusM * Math.sqrt(lean)) / plane.relativeSpeedMps,
  }
}
