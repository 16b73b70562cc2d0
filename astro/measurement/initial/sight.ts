import type { Vec3 } from '../../vec3.ts'

/** A line of sight: from where (m) and in which direction (unit vector), in one inertial frame, at a time (s). */
export interface Sight {
  readonly seconds: number
  readonly observerM: Vec3
  readonly direction: Vec3
}

/** Three sights in the order of their times. */
export type ThreeSights = readonly [Sight, Sight, Sight]

/** Throws RangeError unless the times rise. */
export function requireRising(sights: readonly Sight[]): void {
  sights.forEach(({ seconds }, k) => {
    const before = sights[k - 1]?.seconds ?? -Infinity
    if (!(seconds > before)) throw new RangeError(`the times of the sights do not rise: ${before} s, ${seconds} s`)
  })
}
