import { entry, type Matrix } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { cross, dot, norm } from '../vec3.ts'

/**
 * The standard deviation of a velocity over that of a position times the angular rate of the orbit: the least and the largest that an
 * orbit fit can have. Of 120 covariances in real messages (CARA, 18 SDS, operators) the three are 0.55 to 3.7, 0.028 to 1.4 and
 * 0.24 to 14.2; each bound is five times or more beyond them, the upper ones wider still for positions of navigation receivers, whose
 * velocities are known less well than their places.
 */
const RATIO_LIMITS = {
  /** Radial rate against along-track: an object that is somewhere else on its orbit flies in another direction, by the angle between. */
  radial: [0.1, 100],
  /** Along-track rate against radial: by its energy an object that is higher is slower. */
  along: [0.003, 100],
  /** Cross-track against cross-track: the plane turns about any axis. */
  cross: [0.02, 200],
} as const

/**
 * Whether the velocity part of a covariance (6×6, m², m²/s, m²/s²; in the radial, transverse and normal axes of the object) can be that of
 * an orbit fit. It cannot where a rate is too small or too large for the position beside it; where all three variances are one number and
 * tell nothing of the position, which is a filler, only what the orbit itself makes of the position is within. Positions of kilometres with velocities of a micrometre a second would
 * have an object that stays on a line that no orbit has. Where a position has no variance above 0 there is nothing to compare with.
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

/** Three equal variances that tell nothing of the position: a filler, unless they are what the orbit makes of three equal positions. */
const ONE_NUMBER_LIMITS = [1 / 3, 3] as const

function isFiller(rtn: Matrix): boolean {
  const [first, second, third] = [entry(rtn, 3, 3), entry(rtn, 4, 4), entry(rtn, 5, 5)]
  const isOne = first === second && second === third
  return isOne && [3, 4, 5].every((row) => [0, 1, 2, 3, 4, 5].every((j) => j === row || entry(rtn, row, j) === 0))
}
