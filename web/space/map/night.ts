import { borderAround, circleAround } from './reach.ts'
import type { GroundPlace } from './scale.ts'
import { sunPlace } from './sun-place.ts'

/** The elevations of the Sun, degrees below the horizon, at which the three steps of the night begin: sunset, civil and astronomical dusk. */
export const NIGHT_STEPS_DEG = [0, 6, 18] as const
/** A corner every three degrees keeps the line within a tenth of a pixel. */
const CORNERS = 120

/** Returns the place at which the Sun is in the nadir. */
function midnightPlace(ms: number): GroundPlace {
  const { latitude, longitude } = sunPlace(ms)
  // At the equinox itself both poles lie on the line, and no area is around either.
  const declination = Math.abs(latitude) < 0.01 ? 0.01 : latitude
  return { latitude: -declination, longitude: longitude + 180 }
}

/** Returns the area of a flat map in which the Sun is more than this many degrees below the horizon, without refraction. */
export const nightArea = (ms: number, belowDeg: number): readonly GroundPlace[] =>
  circleAround(midnightPlace(ms), 90 - belowDeg, CORNERS)

/** Returns the border of that area as a circle on the sphere, with the night on its left side. */
export const nightBorder = (ms: number, belowDeg: number): readonly GroundPlace[] =>
  borderAround(midnightPlace(ms), 90 - belowDeg, CORNERS).toReversed()

/** Returns the line on a flat map on which the Sun rises or sets. */
export function sunsetLine(ms: number): readonly GroundPlace[] {
  // The last two corners of the area are those along the pole.
  return nightArea(ms, 0).slice(0, -2)
}
