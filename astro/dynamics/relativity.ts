import { SPEED_OF_LIGHT } from '../constants.ts'
import { add, dot, norm, scale } from '../vec3.ts'
import type { Force } from './force.ts'

/**
 * Returns the correction of general relativity to the attraction of a sphere of `gm` (m³/s²), Schwarzschild's term: GM/(c² r³) [(4 GM/r − v²) r +
 * 4 (r·v) v]. Source: IERS Conventions 2010, eq. 10.12 with β = γ = 1; the terms of the Earth's spin are a hundred times smaller. At LAGEOS it is
 * 3e-9 m/s². Accuracy: agrees to 1 % with the advance of the perigee of a Kepler orbit, 6π GM/(c² a (1 − e²)) per revolution
 * (relativity.test.ts).
 */
export function relativityForce(gm: number): Force {
  return ({ r, v }) => {
    const radius = norm(r)
    const factor = gm / (SPEED_OF_LIGHT ** 2 * radius ** 3)
    return scale(add(scale(r, (4 * gm) / radius - dot(v, v)), scale(v, 4 * dot(r, v))), factor)
  }
}
