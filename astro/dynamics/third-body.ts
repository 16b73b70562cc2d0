import { norm, type Vec3 } from '../vec3.ts'
import type { BodyPath, Force } from './force.ts'

/** Gravitational constants of Sun and Moon, m³/s² (JPL DE440: R. S. Park and others, AJ 161 (2021) 105, table 2). */
export const GM_SUN = 1.327_124_400_412_794_2e20
export const GM_MOON = 4.902_800_118e12

/**
 * Returns the tidal acceleration by a body of `gm` (m³/s²) with a given geocentric path: the acceleration of the object minus the acceleration of
 * the Earth. Source: Montenbruck and Gill, Satellite Orbits, eq. 3.37, with the difference in the form of R. H. Battin, §8.4, in which no digits
 * cancel. Accuracy: a relative 3e-16 compared with 50 digits (forces.reference.json), for an exact path.
 */
export function thirdBodyForce(gm: number, path: BodyPath): Force {
  return ({ epoch, r }) => {
    const s = path(epoch)
    const d: Vec3 = [r[0] - s[0], r[1] - s[1], r[2] - s[2]]
    const s2 = s[0] * s[0] + s[1] * s[1] + s[2] * s[2]
    // Battin's form of −GM (d/d³ + s/s³): with q = r·(r − 2s)/s², d³ = s³ (1 + q)^1.5, and f(q) = (1 + q)^1.5 − 1 written
    // as a quotient whose numerator has no difference of nearly equal numbers.
    const q = (r[0] * (r[0] - 2 * s[0]) + r[1] * (r[1] - 2 * s[1]) + r[2] * (r[2] - 2 * s[2])) / s2
    const f = (q * (3 + q * (3 + q))) / (1 + (1 + q) ** 1.5)
    const size = -gm / norm(d) ** 3
    return [size * (r[0] + f * s[0]), size * (r[1] + f * s[1]), size * (r[2] + f * s[2])]
  }
}
