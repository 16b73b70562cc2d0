import { cross, dot, norm, scale, type Vec3 } from '../vec3.ts'
import type { Crossing } from './flux.ts'

/**
 * Returns the miss of an encounter as a crossing of the conjunction plane: split along the horizontal axis v × R and the nearly radial axis
 * normal to it. `missRtnM` and `velocityRtnMps` are the secondary's, relative to the satellite, in its RTN axes; the box is the screening box,
 * half-sizes in RTN, or null if everything is reported. Along an axis of the plane a box extends to the first of its faces. Null if the objects
 * have no relative motion, or only a radial one.
 */
export function crossingOf(missRtnM: Vec3, velocityRtnMps: Vec3, boxRtnM: Vec3 | null): Crossing | null {
  const across = cross(velocityRtnMps, [1, 0, 0])
  if (!(norm(across) > 0)) return null
  const horizontal = scale(across, 1 / norm(across))
  const radial = cross(horizontal, scale(velocityRtnMps, 1 / norm(velocityRtnMps)))
  return {
    radialM: dot(missRtnM, radial),
    horizontalM: dot(missRtnM, horizontal),
    boxRadialM: reach(radial, boxRtnM),
    boxHorizontalM: reach(horizontal, boxRtnM),
  }
}

function reach(axis: Vec3, box: Vec3 | null): number {
  if (box === null) return Infinity
  return Math.min(box[0] / Math.abs(axis[0]), box[1] / Math.abs(axis[1]), box[2] / Math.abs(axis[2]))
}
