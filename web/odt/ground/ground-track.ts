import { toGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { directionOf, makeStation } from '@apsis/astro/frames/topocentric.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { add, scale } from '@apsis/astro/vec3.ts'
import type { TrackPlace } from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import type { GroundPlace } from './outline.ts'

/** The place on the ground below an object, and the object's height, at one moment. */
export type Below = GroundPlace & { readonly time: string; readonly heightKm: number }

type Site = Pick<Sensor, 'latitude' | 'longitude' | 'altitude'>
type LookAngles = Pick<TrackPlace, 'time' | 'azimuth' | 'elevation' | 'range'>

/** Returns the ground track of an object while a sensor sees it; longitudes continue past 180° so that the line does not jump. */
export function groundTrack({ latitude, longitude, altitude }: Site, track: readonly LookAngles[]): readonly Below[] {
  const station = makeStation({ latRad: degToRad(latitude), lonRad: degToRad(longitude), heightM: altitude })
  let before: number | undefined
  return track.map(({ time, azimuth, elevation, range }) => {
    const direction = directionOf(station, degToRad(azimuth), degToRad(elevation))
    const { latRad, lonRad, heightM } = toGeodetic(add(station.r, scale(direction, range)))
    const east = radToDeg(lonRad)
    before = before === undefined ? east : east + 360 * Math.round((before - east) / 360)
    return { time, latitude: radToDeg(latRad), longitude: before, heightKm: heightM / 1_000 }
  })
}
