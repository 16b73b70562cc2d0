import type { Vec3 } from '../vec3.ts'

/**
 * A screening volume about a primary: half sides along its radial, transverse and normal axes, m. A secondary is inside where
 * each component of its position is at most the half side, on either side. So CARA and 18 SDS mean 2 × 44 × 51 km; the whole
 * volume is 4 × 88 × 102 km.
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

/** The radius of the smallest sphere with the whole box inside, m: what a screening by distance needs for it. */
export function sphereAround({ radialM, transverseM, normalM }: ScreeningBox): number {
  for (const side of [radialM, transverseM, normalM]) {
    if (!(side > 0 && Number.isFinite(side))) throw new RangeError(`a box with a half side of ${side} m cannot be`)
  }
  return Math.hypot(radialM, transverseM, normalM)
}

/**
 * Whether a position in the RTN axes of the primary, m, is inside the box. It is asked of the closest approach: two objects
 * that pass a corner of the box earlier or later, and are nearest outside of it, are no encounter.
 */
export function isInBox([radial, transverse, normal]: Vec3, { radialM, transverseM, normalM }: ScreeningBox): boolean {
  return Math.abs(radial) <= radialM && Math.abs(transverse) <= transverseM && Math.abs(normal) <= normalM
}
