import { GM_EARTH } from '../../constants.ts'
import { buildMatrix, type Matrix } from '../../matrix.ts'
import type { Vec3 } from '../../vec3.ts'
import { TWO_BODY } from '../dynamics.ts'
import { makeEncounterModel } from '../encounter-model.ts'

// Two circular orbits of one radius whose planes cross at right angles, with both objects at the crossing: the effect of a burn on the primary
// follows from the equations of Clohessy and Wiltshire, and the probability of an isotropic covariance from one exponential.

export const RADIUS_M = 7e6
/** The mean motion of both objects, rad/s. */
export const RATE = Math.sqrt(GM_EARTH / RADIUS_M ** 3)
const SPEED = RADIUS_M * RATE

/** Combined standard deviation in each direction, and combined hard-body radius, m. */
export const SIGMA_M = 200
export const HARD_BODY_M = 10

/** Returns the covariance of one object: half of the combined covariance, of size 3 or 6. */
export const isotropic = (size: 3 | 6): Matrix =>
  buildMatrix(size, size, (i, j) => (i !== j ? 0 : i < 3 ? SIGMA_M ** 2 / 2 : 1e-10))

/** The primary moves along y at x, the secondary along z, `missM` further out. */
export function crossingCircles({ missM = 0, size = 3 }: { readonly missM?: number; readonly size?: 3 | 6 } = {}) {
  const covariance = isotropic(size)
  const primary = { r: [RADIUS_M, 0, 0] as Vec3, v: [0, SPEED, 0] as Vec3, covariance }
  const secondary = { r: [RADIUS_M + missM, 0, 0] as Vec3, v: [0, 0, SPEED] as Vec3, covariance }
  return makeEncounterModel({ primary, secondary, radiusM: HARD_BODY_M }, TWO_BODY)
}

/** Returns the probability at a miss for a radius far below σ: R²/(2σ²) exp(−m²/2σ²). */
export const probabilityAt = (missM: number) =>
  (HARD_BODY_M ** 2 / (2 * SIGMA_M ** 2)) * Math.exp(-(missM ** 2) / (2 * SIGMA_M ** 2))

/** Returns the miss at which the probability has this value. */
export const missFor = (probability: number) =>
  SIGMA_M * Math.sqrt(2 * Math.log(HARD_BODY_M ** 2 / (2 * SIGMA_M ** 2 * probability)))
