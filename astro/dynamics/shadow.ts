import { SUN_RADIUS_M } from '../constants.ts'
import { cross, dot, norm, subtract, type Vec3 } from '../vec3.ts'

/** A sphere that may be between an object and the Sun: centre (m) and radius (m). */
export interface Occulter {
  readonly centre: Vec3
  readonly radiusM: number
}

/**
 * Returns the visible fraction of the Sun's disc from `r` past a sphere, 0 in umbra, 1 in full light, between in penumbra and in an annular
 * eclipse; all positions in m in one frame. Source: Montenbruck and Gill, Satellite Orbits, §3.4.2, two discs of uniform brightness. Accuracy:
 * agrees with the areas at 50 digits to 1e-12 (forces.reference.json).
 */
export function sunlitFraction(r: Vec3, sun: Vec3, occulter: Occulter): number {
  if (norm(subtract(occulter.centre, r)) <= occulter.radiusM) return 0
  const { a, b, c } = discs(r, sun, occulter)
  // Three cases: the discs do not touch, the sphere covers the Sun, the sphere is inside the Sun's disc.
  if (c >= a + b) return 1
  if (c <= b - a) return 0
  if (c <= a - b) return 1 - (b / a) ** 2
  // The overlap of the discs is a lens, two circular segments that meet in the chord at distance x from the Sun's centre, half-width y.
  const x = (c * c + a * a - b * b) / (2 * c)
  const y = Math.sqrt(Math.max(0, a * a - x * x))
  const covered = a * a * Math.atan2(y, x) + b * b * Math.atan2(y, c - x) - c * y
  return 1 - covered / (Math.PI * a * a)
}

/** Values that pass 0 where the discs touch from outside, at the edge of the penumbra, and from inside, at the edge of the umbra. */
export const SHADOW_EDGES: readonly ((r: Vec3, sun: Vec3, occulter: Occulter) => number)[] = [
  (r, sun, occulter) => {
    const { a, b, c } = discs(r, sun, occulter)
    return c - a - b
  },
  (r, sun, occulter) => {
    const { a, b, c } = discs(r, sun, occulter)
    return c - Math.abs(a - b)
  },
]

/** Returns the angular radii of the Sun and of the sphere as seen from `r`, and the angle between them, rad. */
function discs(r: Vec3, sun: Vec3, { centre, radiusM }: Occulter) {
  const toSun = subtract(sun, r)
  const toCentre = subtract(centre, r)
  const [sunDistance, distance] = [norm(toSun), norm(toCentre)]
  const a = Math.asin(Math.min(1, SUN_RADIUS_M / sunDistance))
  const b = Math.asin(Math.min(1, radiusM / distance))
  const cosine = dot(toSun, toCentre) / (sunDistance * distance)
  // For nearly equal directions the sine keeps the digits that the cosine loses.
  const c = Math.atan2(norm(cross(toSun, toCentre)) / (sunDistance * distance), cosine)
  return { a, b, c }
}
