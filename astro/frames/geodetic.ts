import { WGS84_FLATTENING, WGS84_RADIUS_M } from '../constants.ts'
import type { Vec3 } from '../vec3.ts'

/**
 * A place on the Earth: geodetic latitude (north) and longitude (east) in rad, height above the WGS 84 ellipsoid in m.
 */
export interface Geodetic {
  readonly latRad: number
  readonly lonRad: number
  readonly heightM: number
}

const E2 = WGS84_FLATTENING * (2 - WGS84_FLATTENING)
const POLAR_RADIUS_M = WGS84_RADIUS_M * (1 - WGS84_FLATTENING)
// Closer to the centre, a point has more than one nearest point on the ellipsoid (its evolute extends to a e² = 42.7 km).
const SMALLEST_RADIUS_M = 50e3
const ITERATIONS = 10

/**
 * Returns the position in ITRF, m. Source: NGA.STND.0036, eq. 4-14. Accuracy: 1e-9 m against SOFA's gd2gc, 6 µm against STK. Throws RangeError
 * for a latitude outside ±π/2.
 *
 * With N = a/√(1 − e² sin² φ), the radius of curvature across the meridian:
 *
 *   x = (N + h) cos φ cos λ,   y = (N + h) cos φ sin λ,   z = (N (1 − e²) + h) sin φ.
 */
export function fromGeodetic({ latRad, lonRad, heightM }: Geodetic): Vec3 {
  if (!(Math.abs(latRad) <= Math.PI / 2)) throw new RangeError(`latitude ${latRad} rad is not in -π/2 to π/2`)
  if (!Number.isFinite(lonRad) || !Number.isFinite(heightM)) {
    throw new RangeError(`longitude ${lonRad} rad and height ${heightM} m are no place`)
  }
  const [sine, cosine] = [Math.sin(latRad), Math.cos(latRad)]
  const normal = WGS84_RADIUS_M / Math.sqrt(1 - E2 * sine * sine)
  const outward = (normal + heightM) * cosine
  return [outward * Math.cos(lonRad), outward * Math.sin(lonRad), (normal * (1 - E2) + heightM) * sine]
}

/**
 * Returns latitude (−π/2 to π/2), longitude (−π to π; 0 at a pole) and height of a position in ITRF, m. Source: B. R. Bowring, Survey Review 23
 * (1976) 323, iterated until it no longer changes. Accuracy: 1e-15 rad and 1e-9 m against SOFA's gc2gd; 1e-10 degrees and 1.4 µm against STK,
 * which is the error of STK there. Throws RangeError for a position within 50 km of the centre.
 *
 * With p = √(x² + y²), the second eccentricity e′² = e²/(1 − e²) and the parametric latitude β:
 *
 *   tan φ = (z + e′² b sin³ β)/(p − e² a cos³ β),   tan β = (1 − f) tan φ,
 *
 * and the height p cos φ + z sin φ − a √(1 − e² sin² φ), which holds at the poles as well, where p/cos φ − N does not.
 */
export function toGeodetic([x, y, z]: Vec3): Geodetic {
  const p = Math.hypot(x, y)
  if (!(Math.hypot(p, z) >= SMALLEST_RADIUS_M)) {
    throw new RangeError(`a point ${Math.hypot(p, z)} m from the centre has no geodetic height`)
  }
  const secondE2 = E2 / (1 - E2)
  let parametric = Math.atan2(z * (1 + secondE2 * (POLAR_RADIUS_M / Math.hypot(p, z))), p)
  let latRad = parametric
  for (let iteration = 0; iteration < ITERATIONS; iteration += 1) {
    const up = z + secondE2 * POLAR_RADIUS_M * Math.sin(parametric) ** 3
    const next = Math.atan2(up, p - E2 * WGS84_RADIUS_M * Math.cos(parametric) ** 3)
    const moved = Math.abs(next - latRad)
    latRad = next
    if (moved < 1e-16) break
    parametric = Math.atan2((1 - WGS84_FLATTENING) * Math.sin(latRad), Math.cos(latRad))
  }
  const [sine, cosine] = [Math.sin(latRad), Math.cos(latRad)]
  const heightM = p * cosine + z * sine - WGS84_RADIUS_M * Math.sqrt(1 - E2 * sine * sine)
  return { latRad, lonRad: p === 0 ? 0 : Math.atan2(y, x), heightM }
}
