// Computes the echoes of an object of a published message at the made-up radars of own-track.ts and burn-tracks.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeEnvironment } from '@apsis/astro/dynamics/environment.ts'
import { transformState } from '@apsis/astro/frames/frame.ts'
import type { Flight } from '@apsis/astro/measurement/flight.ts'
import { makeGroundSite } from '@apsis/astro/measurement/ground-site.ts'
import { exposureTimes, simulateEchoes } from '@apsis/astro/measurement/simulate-track.ts'
import { addSeconds, type Epoch, secondsBetween } from '@apsis/astro/time/epoch.ts'
import { degToRad, radToDeg } from '@apsis/astro/units.ts'
import { readCdm } from '@apsis/ccsds/cdm/cdm.ts'

export const MESSAGE = 'ION_SCV8_vs_STARLINK_1233.txt'
const HEIGHT_M = 100

type Messages = { readonly messages: readonly { readonly path: string; readonly text: string }[] }

/** Reads the message from the reference files of ccsds/cdm. */
export function readMessage() {
  const file = join(import.meta.dirname, '..', '..', 'ccsds', 'cdm', 'cdm.reference.json')
  const { messages } = JSON.parse(readFileSync(file, 'utf8')) as Messages
  const reading = readCdm(messages.find(({ path }) => path.endsWith(MESSAGE))?.text ?? '', { strict: false })
  if (!reading.ok) throw new Error(`${MESSAGE} cannot be read`)
  return reading.message
}

type Watch = {
  readonly flight: Flight
  readonly start: Epoch
  readonly lengthS: number
  readonly everyS: number
  /** Degrees north and east of the point below the middle of the track. */
  readonly asideDeg: readonly [north: number, east: number]
  readonly rangeSigmaM: number
  readonly angleSigmaArcsec: number
  readonly normal: () => number
  /** The times of the echoes are relative to this one. */
  readonly since: Epoch
}

export const digits = (value: number, count: number) => Number(value.toFixed(count))

/** Returns the site of a radar that watches an object, and its echoes: seconds, range in km, azimuth and elevation in degrees. */
export function watch({ flight, start, lengthS, everyS, asideDeg: [north, east], normal, since, ...errors }: Watch) {
  const { rangeSigmaM, angleSigmaArcsec } = errors
  const middle = addSeconds(start, lengthS / 2)
  const below = transformState({ frame: 'GCRF', epoch: middle, ...flight.stateAt(middle) }, 'ITRF', { outside: 'hold' })
  const [x, y, z] = below.r
  const latitude = Math.round(radToDeg(Math.atan2(z, Math.hypot(x, y)))) + north
  const longitude = Math.round(radToDeg(Math.atan2(y, x))) + east
  const place = { latRad: degToRad(latitude), lonRad: degToRad(longitude), heightM: HEIGHT_M }
  const echoes = simulateEchoes(
    {
      stateAt: (epoch) => flight.stateAt(epoch),
      site: makeGroundSite(place, makeEnvironment(start, { outside: 'hold' })),
      epochs: exposureTimes(start, addSeconds(start, lengthS), everyS),
      clockErrorS: 0,
      normal,
    },
    { rangeSigmaM, angleSigmaRad: degToRad(angleSigmaArcsec / 3600) },
  )
  return {
    place: { latitude, longitude, altitude: HEIGHT_M },
    errors: { sigmaRange: rangeSigmaM, sigmaArcsec: angleSigmaArcsec },
    echoes: echoes.map(({ epoch, rangeM, azimuthRad, elevationRad }) => [
      Math.round(secondsBetween(since, epoch)),
      digits(rangeM / 1000, 6),
      digits(radToDeg(azimuthRad), 6),
      digits(radToDeg(elevationRad), 6),
    ]),
  }
}
