import type { Vec3 } from '../vec3.ts'

/**
 * A screening volume about a primary: half sizes along its radial, transverse and normal axes, m. A secondary is inside if each component of its
 * position is at most the half size, on both sides. CARA and 18 SDS use 2 × 44 × 51 km in this sense; the whole volume is 4 × 88 × 102 km.
 */
export interface ScreeningBox {
  readonly radialM: number
  readonly transverseM: number
  readonly normalM: number
}

/** The box about each object of a set, as data for the threads of a screening. */
export interface BoxOfSet {
  readonly set: number
  readonly box: ScreeningBox
}

/** Returns the radius of the smallest sphere that contains the whole box, m, for a screening by distance. */
export function sphereAround({ radialM, transverseM, normalM }: ScreeningBox): number {
  for (const side of [radialM, transverseM, normalM]) {
    if (!(side > 0 && Number.isFinite(side))) throw new RangeError(`a box with a half side of ${side} m cannot be`)
  }
  return Math.hypot(radialM, transverseM, normalM)
}

/**
 * Returns true if a position in the RTN axes of the primary, m, is inside the box. It is used at the closest approach: two objects that pass a
 * corner of the box earlier or later, and are nearest outside of it, are no encounter.
 */
export function isInBox([radial, transverse, normal]: Vec3, { radialM, transverseM, normalM }: ScreeningBox): boolean {
  return Math.abs(radial) <= radialM && Math.abs(transverse) <= transverseM && Math.abs(normal) <= normalM
}
