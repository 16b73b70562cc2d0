import { entry, type Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { cross, dot, norm } from '../vec3.ts'

/**
 * The limits of the ratio of a velocity sigma to a position sigma times the angular rate of the orbit, for orbit fits. In 120 covariances of real
 * messages (CARA, 18 SDS, operators) the three ratios are 0.55 to 3.7, 0.028 to 1.4 and 0.24 to 14.2. Each limit is at least five times beyond
 * them; the upper limits are even wider for positions of navigation receivers, whose velocities are less accurate than their positions.
 */
const RATIO_LIMITS = {
  /** Radial rate over along-track position: an object at another point of its orbit moves in another direction, by the angle between. */
  radial: [0.1, 100],
  /** Along-track rate over radial position: because of its energy, a higher object is slower. */
  along: [0.003, 100],
  /** Cross-track rate over cross-track position: the plane can rotate about any axis. */
  cross: [0.02, 200],
} as const

/**
 * Returns true if the velocity part of a covariance (6×6, m², m²/s, m²/s²; in the radial, transverse and normal axes of the object) is possible
 * for an orbit fit. It is impossible if a rate is too small or too large for the related position. If all three variances are equal and
 * uncorrelated with the position, they are a placeholder, unless they agree with the orbit's own relation to the position. Positions of
 * kilometres with velocities of a micrometre per second would mean a straight line, which is no orbit. If a position has no variance above 0,
 * there is no comparison.
 */
export function isVelocityCredible({ r, v }: CartesianState, rtn: Matrix): boolean {
  const rateRadPerS = norm(cross(r, v)) / dot(r, r)
  const variance = (axis: number) => entry(rtn, axis, axis)
  const isOneNumber = isFiller(rtn)
  const pairs = [
    [3, 1, RATIO_LIMITS.radial],
    [4, 0, RATIO_LIMITS.along],
    [5, 2, RATIO_LIMITS.cross],
  ] as const
  return pairs.every(([rate, place, limits]) => {
    if (!(variance(place) > 0)) return true
    const ratio = Math.sqrt(Math.max(0, variance(rate)) / variance(place)) / rateRadPerS
    const [least, most] = isOneNumber ? ONE_NUMBER_LIMITS : limits
    return ratio >= least && ratio <= most
  })
}

/**
 * Three equal variances that are uncorrelated with the position are a placeholder, unless they are the values that three equal positions cause on
 * the orbit.
 */
const ONE_NUMBER_LIMITS = [1 / 3, 3] as const

function isFiller(rtn: Matrix): boolean {
  const [first, second, third] = [entry(rtn, 3, 3), entry(rtn, 4, 4), entry(rtn, 5, 5)]
  const isOne = first === second && second === third
  return isOne && [3, 4, 5].every((row) => [0, 1, 2, 3, 4, 5].every((j) => j === row || entry(rtn, row, j) === 0))
}
