import { DAY_MS } from '@apsis/astro/constants.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { GroundPlace } from './scale.ts'

const J2000_MS = Date.UTC(2000, 0, 1, 12)

/**
 * Returns the place at which the Sun is in the zenith, degrees. It uses the low-precision formulas of the Astronomical Almanac (section C,
 * "Low precision formulas for the Sun"): 0.01° between 1950 and 2050, with UT1 taken as UTC (0.004°). This is enough for a map.
 */
export function sunPlace(ms: number): GroundPlace {
  const days = (ms - J2000_MS) / DAY_MS
  const meanLongitude = 280.46 + 0.985_647_4 * days
  const anomaly = degToRad(357.528 + 0.985_600_3 * days)
  const longitude = degToRad(meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly))
  const obliquity = degToRad(23.439 - 4e-7 * days)
  const ascension = radToDeg(Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude)))
  const declination = radToDeg(Math.asin(Math.sin(obliquity) * Math.sin(longitude)))
  // Greenwich mean sidereal time, linear part (Vallado 2013, eq. 3-45).
  const sidereal = 280.460_618_37 + 360.985_647_366_29 * days
  const east = ascension - sidereal
  return { latitude: declination, longitude: ((((east + 180) % 360) + 360) % 360) - 180 }
}

/** Returns the elevation of the Sun at a place, degrees, without refraction. */
export function sunElevation(place: GroundPlace, ms: number): number {
  return sunDirection(place, ms).elevation
}

/** Returns the direction of the Sun at a place: azimuth from north over east, and elevation, degrees, without refraction. */
export function sunDirection(place: GroundPlace, ms: number): { readonly azimuth: number; readonly elevation: number } {
  const sun = sunPlace(ms)
  const [here, there] = [degToRad(place.latitude), degToRad(sun.latitude)]
  const east = degToRad(sun.longitude - place.longitude)
  const up = Math.sin(here) * Math.sin(there) + Math.cos(here) * Math.cos(there) * Math.cos(east)
  const toNorth = Math.cos(here) * Math.sin(there) - Math.sin(here) * Math.cos(there) * Math.cos(east)
  const toEast = Math.cos(there) * Math.sin(east)
  return { azimuth: (radToDeg(Math.atan2(toEast, toNorth)) + 360) % 360, elevation: radToDeg(Math.asin(up)) }
}

/** Returns the unit vector to the Sun in the frame of the Earth. */
export function sunAt(atMs: number): Vec3 {
  const { latitude, longitude } = sunPlace(atMs)
  const [north, east] = [degToRad(latitude), degToRad(longitude)]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}
