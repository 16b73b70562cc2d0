import { SUN_RADIUS_M, WGS84_FLATTENING, WGS84_RADIUS_M } from '../constants.ts'
import { angleBetween } from '../frames/topocentric.ts'
import { norm, scale, subtract, type Vec3 } from '../vec3.ts'

/** The kinds of light on an object near the shadow of the Earth. In the antumbra the Earth is too far away to cover the Sun: a ring is visible. */
export const LIGHTS = ['sunlit', 'penumbra', 'umbra', 'antumbra'] as const
export type Light = (typeof LIGHTS)[number]

/** The light on an object. */
export interface Lighting {
  readonly light: Light
  /** Visible fraction of the Sun's disc, 0 to 1, without limb darkening. */
  readonly litFraction: number
  /** Angle from the edge of the Earth's disc to the edge of the Sun's, rad: positive in full sunlight. */
  readonly penumbraMarginRad: number
  /** The angle by which the Sun's disc is visible beyond the Earth's, rad: negative in the umbra. */
  readonly umbraMarginRad: number
}

/**
 * Returns the light on an object at `r` (m from the centre of the Earth) with the Sun at `sun` (m, in the same frame, whose z axis is that of the
 * Earth to a degree: GCRF, TEME, ITRF and related frames). The Sun and the Earth are two discs. The Earth is the WGS 84 ellipsoid of equatorial
 * radius `earthRadiusM` without air; z is stretched so that it becomes a sphere. Source: O. Montenbruck and E. Gill, Satellite Orbits (2000),
 * §3.4.2. Accuracy: entry and exit agree with STK to 1.6 s at 500 km and 3.7 s on the ground, of which 1.4 s is the aberration that STK omits
 * (shadow.test.ts); air, which bends and reddens, moves them by some seconds. Below the ground the Earth fills half the sky.
 */
export function lightingOf(r: Vec3, sun: Vec3, earthRadiusM = WGS84_RADIUS_M): Lighting {
  const sunRadiusRad = Math.asin(Math.min(1, SUN_RADIUS_M / norm(subtract(sun, r))))
  const place = stretched(r)
  const earthRadiusRad = Math.asin(Math.min(1, earthRadiusM / norm(place)))
  const apartRad = angleBetween(subtract(stretched(sun), place), scale(place, -1))
  const penumbraMarginRad = apartRad - earthRadiusRad - sunRadiusRad
  const umbraMarginRad = apartRad - earthRadiusRad + sunRadiusRad
  const hidden = hiddenFraction(sunRadiusRad, earthRadiusRad, apartRad)
  const light = lightOf(penumbraMarginRad, umbraMarginRad, sunRadiusRad - earthRadiusRad - apartRad)
  return { light, litFraction: 1 - hidden, penumbraMarginRad, umbraMarginRad }
}

/** Returns coordinates in which the ellipsoid of the Earth is a sphere of its equatorial radius. */
function stretched([x, y, z]: Vec3): Vec3 {
  return [x, y, z / (1 - WGS84_FLATTENING)]
}

/**
 * Returns the kind of light. In the antumbra the disc of the Earth is inside the disc of the Sun: `ringRad`, the width of the visible ring, is
 * above 0.
 */
function lightOf(penumbraMarginRad: number, umbraMarginRad: number, ringRad: number): Light {
  if (penumbraMarginRad >= 0) return 'sunlit'
  if (ringRad > 0) return 'antumbra'
  return umbraMarginRad <= 0 ? 'umbra' : 'penumbra'
}

/** Returns the fraction of a disc of radius a that a disc of radius b hides, at a distance c of their centres; small discs, treated as plane. */
function hiddenFraction(a: number, b: number, c: number): number {
  // Rounded like the margins, so that all of the Sun is hidden exactly if they indicate the umbra.
  if (c - b - a >= 0) return 0
  if (c - b + a <= 0) return 1
  if (c <= a - b) return (b / a) ** 2
  // The disc of the Earth is up to 300 times as wide: its square would lose the digits of the Sun's.
  const x = ((c - b) * (c + b) + a * a) / (2 * c)
  const y = Math.sqrt(Math.max(0, (a - x) * (a + x)))
  const area = a * a * Math.atan2(y, x) + b * b * Math.atan2(y, c - x) - c * y
  return Math.min(1, Math.max(0, area / (Math.PI * a * a)))
}
