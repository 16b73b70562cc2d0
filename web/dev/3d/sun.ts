import { DAY_MS } from '@apsis/astro/constants.ts'
import { degToRad } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'

const J2000_MS = Date.UTC(2000, 0, 1, 12)

/**
 * Returns the direction of the Sun in the equatorial frame, to 0.01°: accurate enough for light and shadow. Source: The Astronomical
 * Almanac, section C, low-precision formulas for the Sun, 1950 to 2050.
 */
export function sunDirection(atMs: number): Vec3 {
  const days = (atMs - J2000_MS) / DAY_MS
  const anomaly = degToRad(357.528 + 0.985_600_3 * days)
  const longitude = degToRad(280.46 + 0.985_647_4 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly))
  const obliquity = degToRad(23.439 - 0.000_000_4 * days)
  return [Math.cos(longitude), Math.cos(obliquity) * Math.sin(longitude), Math.sin(obliquity) * Math.sin(longitude)]
}
