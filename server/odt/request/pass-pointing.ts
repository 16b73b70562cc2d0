import { transformState } from '@apsis/astro/frames/frame.ts'
import { lookAt, makeStation } from '@apsis/astro/frames/topocentric.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { Direction, PassPointing } from '@apsis/contract/odt/sensor/sensor-turn.ts'
import type { KnownOrbit } from '../object/known-orbit.ts'

type PointingQuestion = {
  readonly sensor: Pick<Sensor, 'latitude' | 'longitude' | 'altitude'>
  readonly orbit: Pick<KnownOrbit, 'at'>
  readonly startMs: number
  readonly endMs: number
}

/** Returns the directions of a sensor at both ends of a pass; undefined if the orbit has no state at one of these times. */
export function pointingOver({ sensor, orbit, startMs, endMs }: PointingQuestion): PassPointing | undefined {
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
