import { missing } from '../../missing.ts'
import { cross, norm, type Vec3 } from '../../vec3.ts'
import type { EncounterObject } from '../conjunction-plane.ts'

// Below this value of 1 + cos i the elements lose digits; above it they are equal to CARA's, so that the results agree.
const NEAR_RETROGRADE = 1e-3

/**
 * Returns both objects in axes in which neither orbit is retrograde: the given axes if possible, otherwise with x, y, z exchanged. Equinoctial
 * elements contain tan(i/2), which is infinite for i = 180°, and the probability does not depend on the names of the axes. Two orbits can be
 * retrograde about two axes at most, so that one of the three is free, except for orbits in between. The exchange is cyclic, so it stays
 * right-handed.
 */
export function awayFromRetrograde(
  primary: EncounterObject,
  secondary: EncounterObject,
): readonly [EncounterObject, EncounterObject] {
  const tilts = [primary, secondary].map(({ r, v }) => {
    const h = cross(r, v)
    return h.map((component) => 1 + component / norm(h))
  })
  // The first of z, x, y about which no orbit is retrograde becomes the z axis.
  const axis = [2, 0, 1].find((i) => tilts.every((tilt) => (tilt[i] ?? missing()) > NEAR_RETROGRADE)) ?? 2
  const order = [(axis + 1) % 3, (axis + 2) % 3, axis] as const
  const turn = ({ r, v, covariance }: EncounterObject): EncounterObject => {
    if (covariance.length !== 6) throw new RangeError('the covariance has to be 6×6: position and velocity')
    const pick = (a: Vec3): Vec3 => [a[order[0]] ?? missing(), a[order[1]] ?? missing(), a[order[2]] ?? missing()]
    const places = [...order, ...order.map((i) => i + 3)]
    return { r: pick(r), v: pick(v), covariance: places.map((i) => places.map((j) => covariance[i]?.[j] ?? missing())) }
  }
  return [turn(primary), turn(secondary)]
}
