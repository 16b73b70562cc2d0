import { transformState } from '@apsis/astro/frames/frame.ts'
import { angleBetween, lookAt, makeStation } from '@apsis/astro/frames/topocentric.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import type { KnownOrbit } from '../object/known-orbit.ts'

/** Where a sensor points, deg: azimuth from north over east, elevation above its horizon. */
export type Direction = { readonly azimuth: number; readonly elevation: number }

/** Where a sensor points at the beginning and at the end of a pass. */
export type PassPointing = { readonly start: Direction; readonly end: Direction }

/** How long a sensor without a stated slew rate needs from one object to the next, s: settling, and the largest turn at usual rates. */
export const SLEW_S = 60
/** From the end of a turn until a sensor measures, s: the mount stands still, the last image is read, the object is found. */
export const SETTLE_S = 10
/** Between two directions above the horizon; so far a sensor turns where one of them is not known. */
const LARGEST_TURN_DEG = 180

/** How long a sensor needs from one direction to another, s, by the rate at which it turns, deg/s; null: it states none. */
export function turnSeconds(rate: number | null, from: Direction | undefined, to: Direction | undefined): number {
  if (rate === null) return SLEW_S
  const degrees = from && to ? radToDeg(angleBetween(unitOf(from), unitOf(to))) : LARGEST_TURN_DEG
  return SETTLE_S + degrees / rate
}

/** North, east and up. */
function unitOf({ azimuth, elevation }: Direction): Vec3 {
  const [az, el] = [degToRad(azimuth), degToRad(elevation)]
  return [Math.cos(el) * Math.cos(az), Math.cos(el) * Math.sin(az), Math.sin(el)]
}

type Pointed = {
  readonly sensor: Pick<Sensor, 'latitude' | 'longitude' | 'altitude'>
  readonly orbit: Pick<KnownOrbit, 'at'>
  readonly startMs: number
  readonly endMs: number
}

/** Where a sensor points during a pass; undefined where the orbit has no state then. */
export function pointingOver({ sensor, orbit, startMs, endMs }: Pointed): PassPointing | undefined {
  const { latitude, longitude, altitude: heightM } = sensor
  const station = makeStation({ latRad: degToRad(latitude), lonRad: degToRad(longitude), heightM })
  const directionAt = (ms: number): Direction | undefined => {
    const epoch = parseTime(new Date(ms).toISOString())
    const state = orbit.at(epoch)
    if (state === null) return undefined
    const look = lookAt(station, transformState({ frame: 'TEME', epoch, ...state }, 'ITRF', { outside: 'hold' }))
    return { azimuth: radToDeg(look.azimuthRad), elevation: radToDeg(look.elevationRad) }
  }
  const [start, end] = [directionAt(startMs), directionAt(endMs)]
  return start && end && { start, end }
}
