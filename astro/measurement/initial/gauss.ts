import { invert, transformRow, transposeMatrix } from '../../matrix.ts'
import { missing } from '../../missing.ts'
import type { CartesianState } from '../../orbit/elements.ts'
import { degToRad } from '../../units.ts'
import { add, dot, scale, type Vec3 } from '../../vec3.ts'
import { gibbs, herrickGibbs } from './gibbs.ts'
import { realRoots } from './real-roots.ts'
import { requireRising, type ThreeSights } from './sight.ts'

/** One root of Gauss's equation: the state at the second sight and the three distances from the observer, m. */
export interface GaussRoot {
  readonly state: CartesianState
  readonly rangesM: Vec3
  readonly method: 'gibbs' | 'herrick-gibbs'
}

// Roots of the equation are searched from the surface of a small body to 100 times the distance of the Moon, in units of 1e7 m.
const UNIT_M = 1e7
const SMALLEST_RADIUS = 1e-3
const LARGEST_RADIUS = 4e3
/** Below this angle between neighbouring positions, 1°, Gibbs loses digits that Herrick-Gibbs keeps. */
const SMALL_ANGLE_COSINE = Math.cos(degToRad(1))

/**
 * Returns the orbits through three lines of sight by Gauss's method. To the second order of time, the distance of the second position from the
 * centre is a positive root of r⁸ − (d1² + 2 C d1 + R²) r⁶ − 2 µ d2 (C + d1) r³ − µ² d2² = 0, of which there may be three; the velocity follows
 * from the three positions. All roots with positive distances from the observer are returned, the nearest first. Source: C. F. Gauss (1809);
 * Vallado, Fundamentals of Astrodynamics, 4th ed., algorithm 52. Accuracy: Vallado's example 7-2 to 40 m (gauss.test.ts). The result is an
 * initial orbit, valid for some 10° of arc: gooding() makes it exact. Empty if the three directions are coplanar, or if no root has the object in
 * front. Throws RangeError for times that are not ascending.
 */
export function gauss(sights: ThreeSights, gm: number): GaussRoot[] {
  requireRising(sights)
  const [first, second, third] = sights
  const [t1, t3] = [first.seconds - second.seconds, third.seconds - second.seconds]
  const span = t3 - t1
  // The three directions are the columns of a matrix L; L⁻¹ R_k expresses each site by them. L has no inverse if the observer sees the object
  // move along a great circle: the site is in the object's orbital plane.
  const lines = invert(transposeMatrix(sights.map(({ direction }) => direction)))
  if (lines === null) return []
  const mapped = sights.map(({ observerM }) => transformRow(lines, observerM))
  const m = (k: number, row: number) => mapped[k]?.[row] ?? missing()
  // The middle position is a combination r2 = c1 r1 + c3 r3 with c1 ≈ a1 + b1 u and c3 ≈ a3 + b3 u, where u = µ/r2³: the second order of the f
  // and g series. In the three lines of sight this gives their distances from u. a1 = t3/(t3 − t1), b1 = a1 ((t3 − t1)² − t3²)/6, and similarly
  // for a3, b3; times count from the second sight.
  const [a1, a3] = [t3 / span, -t1 / span]
  const [b1, b3] = [(a1 * (span * span - t3 * t3)) / 6, (a3 * (span * span - t1 * t1)) / 6]
  const d1 = m(0, 1) * a1 - m(1, 1) + m(2, 1) * a3
  const d2 = m(0, 1) * b1 + m(2, 1) * b3
  const c = dot(second.direction, second.observerM)
  const site2 = dot(second.observerM, second.observerM)
  // The unit is 1e7 m, so that the eighth power keeps its digits.
  const sixth = -(d1 * d1 + 2 * c * d1 + site2) / UNIT_M ** 2
  const cubic = (-2 * gm * d2 * (c + d1)) / UNIT_M ** 5
  const constant = -((gm * d2) ** 2) / UNIT_M ** 8
  const radii = realRoots([constant, 0, 0, cubic, 0, 0, sixth, 0, 1], SMALLEST_RADIUS, LARGEST_RADIUS)
  return radii
    .flatMap((radius): GaussRoot[] => {
      const u = gm / (radius * UNIT_M) ** 3
      // c1 r1 − r2 + c3 r3 = 0 in the three lines of sight: each row of L⁻¹ gives one distance.
      const weights: Vec3 = [a1 + b1 * u, -1, a3 + b3 * u]
      const range = (row: 0 | 1 | 2) =>
        -(weights[0] * m(0, row) + weights[1] * m(1, row) + weights[2] * m(2, row)) / weights[row]
      const rangesM: Vec3 = [range(0), range(1), range(2)]
      if (!rangesM.every((value) => value > 0)) return []
      return rootOf(sights, rangesM, gm)
    })
    .sort((x, y) => x.rangesM[1] - y.rangesM[1])
}

/** Returns the state of one root: by Gibbs's method from three positions, or by Herrick's if they are less than a degree apart. */
function rootOf(sights: ThreeSights, rangesM: Vec3, gm: number): GaussRoot[] {
  const [first, second, third] = sights
  const at = ({ observerM, direction }: (typeof sights)[number], range: number) =>
    add(observerM, scale(direction, range))
  const positions = [at(first, rangesM[0]), at(second, rangesM[1]), at(third, rangesM[2])] as const
  const [a, b, c] = positions
  const cosine = (x: Vec3, y: Vec3) => dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y))
  const isNear = cosine(a, b) > SMALL_ANGLE_COSINE && cosine(b, c) > SMALL_ANGLE_COSINE
  const times = [first.seconds, second.seconds, third.seconds] as const
  if (isNear) return [{ state: { r: b, v: herrickGibbs(positions, times, gm) }, rangesM, method: 'herrick-gibbs' }]
  const found = gibbs(positions, gm)
  return found.ok ? [{ state: { r: b, v: found.v }, rangesM, method: 'gibbs' }] : []
}
