import { GM_EARTH } from '@apsis/astro/constants.ts'
import { type KeplerianElements, toCartesian } from '@apsis/astro/orbit/elements.ts'
import { subtract, type Vec3 } from '@apsis/astro/vec3.ts'

const TURN_RAD = 2 * Math.PI
/** A hyperbola is drawn up to this fraction of the angle to its asymptote. */
const ASYMPTOTE_SHARE = 0.9

/** Returns points along one revolution, the first exactly at the object, so that the line begins at the dot. */
export function pathOf(elements: KeplerianElements, count: number): readonly Vec3[] {
  const { eccentricity, trueAnomalyRad } = elements
  const isClosed = eccentricity < 1
  const limit = isClosed ? TURN_RAD : ASYMPTOTE_SHARE * Math.acos(-1 / eccentricity)
  return Array.from({ length: count + 1 }, (_, place) => {
    const share = place / count
    const anomaly = isClosed
      ? trueAnomalyRad + (place === count ? 0 : share * TURN_RAD)
      : trueAnomalyRad + share * Math.max(0, limit - trueAnomalyRad)
    return toCartesian({ ...elements, trueAnomalyRad: anomaly }, GM_EARTH).r
  })
}

/**
 * Returns points in the format of the graphics card: single-precision numbers are half a metre apart at 7000 km, so the anchor is first
 * subtracted in double precision.
 */
export function relativeTo(anchor: Vec3, points: readonly Vec3[]): Float32Array {
  return new Float32Array(points.flatMap((point) => [...subtract(point, anchor)]))
}

/** Returns the distance between two points as drawn. */
export function drawnDistanceM(anchor: Vec3, a: Vec3, b: Vec3): number {
  const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0] = relativeTo(anchor, [a, b])
  return Math.hypot(bx - ax, by - ay, bz - az)
}
