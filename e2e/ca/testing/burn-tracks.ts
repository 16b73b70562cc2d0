import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../product.ts'
import { type Echo, trackText } from './own-track.ts'

type Reference = {
  readonly ignitionBeforeTcaS: number
  readonly deltaVRtnMps: readonly number[]
  readonly tracks: readonly {
    readonly radar: { readonly sensorCode: string }
    /** Seconds after ignition, range in km, azimuth and elevation in degrees. */
    readonly echoes: readonly Echo[]
  }[]
}
const FILE = join(PROJECT_DIR, 'server', 'odt', 'testing', 'burn-tracks.reference.json')
const { ignitionBeforeTcaS, deltaVRtnMps, tracks } = JSON.parse(readFileSync(FILE, 'utf8')) as Reference

/** The time of the burn that these radars see, before the closest approach of `changedMessage`. */
export const IGNITION_BEFORE_TCA_MS = ignitionBeforeTcaS * 1000
/** The true burn, in R, T, N at ignition, m/s. */
export const FLOWN_RTN_MPS = deltaVRtnMps
/** The time of the last echo after ignition. */
export const SEEN_UNTIL_MS = 1000 * Math.max(...tracks.flatMap(({ echoes }) => echoes.map(([afterS]) => afterS)))

/** The radars of the organisation that see object 1 of `changedMessage` after its burn. */
export const BURN_RADARS = tracks.map(({ radar }) => ({
  groundSensorName: `Radar ${radar.sensorCode}`,
  sensorType: 'RADAR_ACTIVE',
  ...radar,
}))

/** Returns the track of each radar as its operator writes it. */
export function burnTracks(
  catalogueId: number,
  ignitionMs: number,
): { readonly code: string; readonly text: string }[] {
  return tracks.map(({ radar: { sensorCode: code }, echoes }) => {
    const seen = echoes.map(([afterS, ...rest]): Echo => [ignitionMs + afterS * 1000, ...rest])
    return { code, text: trackText(code, catalogueId, seen) }
  })
}
