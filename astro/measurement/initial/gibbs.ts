import { add, cross, dot, norm, scale, type Vec3 } from '../../vec3.ts'

/** Three positions on one orbit in the order of their times, m, in an inertial frame centred on the body. */
export type ThreePositions = readonly [Vec3, Vec3, Vec3]

/** The velocity at the second position, m/s, or the reason why three positions give none. */
export type GibbsResult =
  | {
      readonly ok: true
      readonly v: Vec3
      /** The angle between the first position and the plane of the other two, rad. */
      readonly outOfPlaneRad: number
    }
  | { readonly ok: false; readonly reason: 'one-line' | 'not-one-plane' | 'no-conic' }

// Below this sine of the angle between two positions the plane is determined by rounding and not by geometry.
const ONE_LINE_SINE = 1e-10
/** If the positions deviate more than this from one plane, they are not on one two-body orbit: 3°, the limit of Vallado's algorithm 54. */
const LARGEST_OUT_OF_PLANE_RAD = Math.PI / 60

/**
 * Returns the velocity at the second of three positions from their geometry, without times. With Z_ij = r_i × r_j, N = r1 Z23 + r2 Z31 + r3 Z12,
 * D = Z12 + Z23 + Z31 and S = (r2 − r3) r⃗1 + (r3 − r1) r⃗2 + (r1 − r2) r⃗3 it is v2 = √(µ / (N D)) (D × r⃗2 / r2 + S). Source: J. W. Gibbs
 * (1889); Vallado, Fundamentals of Astrodynamics, 4th ed., algorithm 54. Exact for exact positions; for positions less than about 1° apart
 * Herrick-Gibbs loses fewer digits. Accuracy: Vallado's example 7-3 to 1 mm/s (gibbs.test.ts).
 */
export function gibbs([a, b, c]: ThreePositions, gm: number): GibbsResult {
  const [ra, rb, rc] = [norm(a), norm(b), norm(c)]
  const [ab, bc, ca] = [cross(a, b), cross(b, c), cross(c, a)]
  const isLine = (area: Vec3, size: number) => !(norm(area) > ONE_LINE_SINE * size)
  if (isLine(ab, ra * rb) || isLine(bc, rb * rc)) return { ok: false, reason: 'one-line' }
  const outOfPlaneRad = Math.asin(Math.min(1, Math.abs(dot(bc, a)) / (norm(bc) * ra)))
  if (outOfPlaneRad > LARGEST_OUT_OF_PLANE_RAD) return { ok: false, reason: 'not-one-plane' }
  const n = add(add(scale(bc, ra), scale(ca, rb)), scale(ab, rc))
  const d = add(add(ab, bc), ca)
  // For one conic N and D have the same direction; otherwise the positions are not in the order of the motion.
  if (!(dot(n, d) > 0)) return { ok: false, reason: 'no-conic' }
  const s = add(add(scale(a, rb - rc), scale(b, rc - ra)), scale(c, ra - rb))
  const factor = Math.sqrt(gm / (norm(n) * norm(d)))
  return { ok: true, v: scale(add(scale(cross(d, b), 1 / rb), s), factor), outOfPlaneRad }
}

/**
 * Returns the velocity at the second of three close positions, from a Taylor series about it to the fourth order of time, with the higher
 * derivatives of two-body motion. Source: Herrick, Astrodynamics I (1971), §6F; Vallado, algorithm 55. Accuracy: within 1 m/s of Gibbs for three
 * positions 1.2° apart (gibbs.test.ts); the error grows with the fourth power of the angle. Throws RangeError unless the times (s) are ascending.
 */
export function herrickGibbs([a, b, c]: ThreePositions, times: readonly [number, number, number], gm: number): Vec3 {
  const [t1, t2, t3] = times
  if (!(t2 > t1 && t3 > t2)) throw new RangeError(`the times ${times.join(', ')} s do not rise`)
  const [t21, t32, t31] = [t2 - t1, t3 - t2, t3 - t1]
  const pull = (r: Vec3) => gm / (12 * norm(r) ** 3)
  const first = scale(a, -t32 * (1 / (t21 * t31) + pull(a)))
  const second = scale(b, (t32 - t21) * (1 / (t21 * t32) + pull(b)))
  const third = scale(c, t21 * (1 / (t32 * t31) + pull(c)))
  return add(add(first, second), third)
}
