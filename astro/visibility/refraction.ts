import { degToRad, radToDeg } from '../units.ts'

/** The air at the station. */
export interface Air {
  readonly pressurePa: number
  readonly temperatureK: number
}

/** Air of 1010 hPa and 10 °C, as in the formula and in almanacs. */
export const STANDARD_AIR: Air = { pressurePa: 101_000, temperatureK: 283 }

/**
 * Returns the refraction at a true elevation `elevationRad`, rad, in visible light: R = 1.02′ / tan(h + 10.3/(h + 5.11)), h in degrees, in
 * proportion to the density of the air. Source: Th. Sæmundsson, Sky and Telescope 72 (1986) 70; J. Meeus, Astronomical Algorithms, eq. 16.4. It
 * is the inverse, to 0.1′, of G. G. Bennett's formula for apparent elevations (Journal of Navigation 35 (1982) 255), which is within 0.07′ of the
 * almanac's table. Below −1° it decreases to zero at the nadir, where nothing is seen. Accuracy: agrees with the almanac's table to 0.2′
 * (refraction.test.ts), Horizons to 0.01° above 1° (sky/sight.test.ts). Radio waves in moist air bend a few percent more.
 */
export function refraction(elevationRad: number, { pressurePa, temperatureK }: Air = STANDARD_AIR): number {
  const elevationDeg = radToDeg(elevationRad)
  const reached = Math.max(elevationDeg, -1)
  const arcminutes = 1.02 / Math.tan(degToRad(reached + 10.3 / (reached + 5.11))) + 0.001_927_9 // The constant makes this 0 at the zenith.
  const faded = elevationDeg < -1 ? Math.max(0, (elevationDeg + 90) / 89) : 1
  return degToRad(arcminutes / 60) * faded * (pressurePa / 101_000) * (283 / temperatureK)
}
