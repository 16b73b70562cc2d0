import type { Vec3 } from '../../vec3.ts'

/**
 * A line of sight: from a position (m) in a direction (unit vector), in one inertial frame, at a time (s). The direction is from the observer to
 * the object. The light time is neglected: 3 ms at 1,000 km, in which the object moves 25 m. Three directions are six numbers, as many as an
 * orbit has.
 */
export interface Sight {
  readonly seconds: number
  readonly observerM: Vec3
  readonly direction: Vec3
}

/** Three sights in the order of their times. */
export type ThreeSights = readonly [Sight, Sight, Sight]

/** Throws RangeError unless the times are ascending. */
export function requireRising(sights: readonly Sight[]): void {
  sights.forEach(({ seconds }, k) => {
    const before = sights[k - 1]?.seconds ?? -Infinity
    if (!(seconds > before)) throw new RangeError(`the times of the sights do not rise: ${before} s, ${seconds} s`)
  })
}
