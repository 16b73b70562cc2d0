import { cross, dot, norm, scale, type Vec3 } from '../vec3.ts'
import type { Crossing } from './flux.ts'

/**
 * The miss of an encounter as a crossing of the conjunction plane: split along the horizontal axis v × R and the nearly
 * radial one across it. `missRtnM` and `velocityRtnMps` are the secondary's, relative to the satellite, in its RTN axes; the
 * box is that of the screening, half-sizes in RTN, or null where everything is reported. Along an axis of the plane a box
 * reaches as far as the first of its faces. Null where the objects do not move against each other, or only radially.
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
