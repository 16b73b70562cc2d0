import { WGS84_FLATTENING, WGS84_RADIUS_M } from '@apsis/astro/constants.ts'
import { NO_STATE, PLACE_UNIT_M } from '@apsis/astro/space/state-set.ts'
import { radToDeg } from '@apsis/astro/units.ts'
import { greenwichAt } from './model-of.ts'

/** The first number of an object that is not drawn. */
export const NOWHERE = Number.NaN

/** The semi-axes of WGS 84 in units of a place, and its eccentricities. */
const EQUATORIAL = WGS84_RADIUS_M / PLACE_UNIT_M
const POLAR = EQUATORIAL * (1 - WGS84_FLATTENING)
const E2 = WGS84_FLATTENING * (2 - WGS84_FLATTENING)
const SECOND_E2 = E2 / (1 - E2)

/**
 * Writes longitude and latitude of all objects, degrees, geodetic, for a flat map: two numbers for each, NOWHERE for an object without a
 * place. Places are those of `writePlaces`, in TEME. The latitude is Bowring's first step, to 1e-6° for everything that flies, and the Earth's
 * rotation is right to 0.004°; a pixel of a map on a screen is 0.2° or more.
 */
export function writeFlatPlaces(places: Int32Array<ArrayBuffer>, atMs: number, flat: Float32Array<ArrayBuffer>): void {
  const angle = greenwichAt(atMs)
  for (let at = 0, to = 0; at < places.length; at += 3, to += 2) {
    const [x, y, z] = [places[at] as number, places[at + 1] as number, places[at + 2] as number]
    if (x === NO_STATE) {
      flat[to] = NOWHERE
      continue
    }
    const east = Math.atan2(y, x) - angle
    const p = Math.sqrt(x * x + y * y)
    const r = Math.sqrt(p * p + z * z)
    const parametric = Math.atan2(z * (1 + (SECOND_E2 * POLAR) / r), p)
    const [sine, cosine] = [Math.sin(parametric), Math.cos(parametric)]
    const latitude = Math.atan2(z + SECOND_E2 * POLAR * sine ** 3, p - E2 * EQUATORIAL * cosine ** 3)
    flat[to] = radToDeg(east - 2 * Math.PI * Math.round(east / (2 * Math.PI)))
    flat[to + 1] = radToDeg(latitude)
  }
}
