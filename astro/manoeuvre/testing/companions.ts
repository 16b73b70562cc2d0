import { GM_EARTH } from '../../constants.ts'
import { buildMatrix } from '../../matrix.ts'
import type { CartesianState } from '../../orbit/elements.ts'
import { flyTwoBody } from '../../orbit/two-body.ts'
import { norm, subtract, type Vec3 } from '../../vec3.ts'
import { TWO_BODY } from '../dynamics.ts'
import { makeEncounterModel } from '../encounter-model.ts'
import { HARD_BODY_M, RADIUS_M, RATE } from './crossing-circles.ts'

const covariance = buildMatrix(3, 3, (i, j) => (i === j ? 400 : 0))

/** Returns two objects on coplanar circular orbits; at the TCA of the message one is ahead by an angle and further out by a distance. */
export function coplanar({ aheadRad, outM }: { readonly aheadRad: number; readonly outM: number }) {
  const radius = RADIUS_M + outM
  const speed = Math.sqrt(GM_EARTH / radius)
  const [c, s] = [Math.cos(aheadRad), Math.sin(aheadRad)]
  const primary = { r: [RADIUS_M, 0, 0] as Vec3, v: [0, RADIUS_M * RATE, 0] as Vec3, covariance }
  const secondary = { r: [radius * c, radius * s, 0] as Vec3, v: [-speed * s, speed * c, 0] as Vec3, covariance }
  return makeEncounterModel({ primary, secondary, radiusM: HARD_BODY_M }, TWO_BODY)
}

/**
 * Returns two objects on circular orbits of one size. One is ahead by a distance where their planes cross, so that they come equally near every
 * half revolution.
 */
export function crossing({ aheadM, acrossMps }: { readonly aheadM: number; readonly acrossMps: number }) {
  const speed = RADIUS_M * RATE
  const angle = aheadM / RADIUS_M
  const tilt = acrossMps / speed
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const ahead: Vec3 = [-speed * s * Math.cos(tilt), speed * c * Math.cos(tilt), speed * Math.sin(tilt)]
  const primary = { r: [RADIUS_M, 0, 0] as Vec3, v: [0, speed, 0] as Vec3, covariance }
  const secondary = { r: [RADIUS_M * c, RADIUS_M * s, 0] as Vec3, v: ahead, covariance }
  return makeEncounterModel({ primary, secondary, radiusM: HARD_BODY_M }, TWO_BODY)
}

/** Returns the least distance of two objects between two times, s, with samples every second along Kepler's orbits. */
export function leastDistance(
  [primary, secondary]: readonly [CartesianState, CartesianState],
  { fromS, toS, stepS }: { readonly fromS: number; readonly toS: number; readonly stepS: number },
): number {
  let least = Infinity
  for (let atS = fromS; atS <= toS; atS += stepS) {
    const [one, other] = [flyTwoBody(primary, atS, GM_EARTH), flyTwoBody(secondary, atS, GM_EARTH)]
    least = Math.min(least, norm(subtract(other.r, one.r)))
  }
  return least
}
