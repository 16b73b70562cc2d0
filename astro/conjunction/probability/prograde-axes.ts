import { missing } from '../../missing.ts'
import { cross, norm, type Vec3 } from '../../vec3.ts'
import type { EncounterObject } from '../conjunction-plane.ts'

// Below this 1 + cos i the elements lose digits; above it they are those of CARA, so that values agree.
const NEAR_RETROGRADE = 1e-3

/**
 * Both objects in axes in which neither orbit is retrograde: those given where possible, else with x, y, z exchanged. Equinoctial
 * elements hold tan(i/2), which is infinite for i = 180°, and the probability does not depend on how axes are named. Two orbits can turn
 * against two axes at most, so that one of the three is free, but for orbits between those. The exchange is cyclic: it stays
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
  // The z axis becomes that one of z, x, y which no orbit turns against.
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
