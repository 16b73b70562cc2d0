import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Reference = {
  readonly catalogueId: number
  readonly radar: { readonly latitude: number; readonly longitude: number; readonly altitude: number }
  /** The distance of the object ahead of its orbit, and its true miss. */
  readonly truth: { readonly offM: number; readonly missM: number }
  /** Each echo: seconds to closest approach, range in km, azimuth and elevation in degrees. */
  readonly echoes: readonly (readonly [number, number, number, number])[]
}
type Messages = { readonly messages: readonly { readonly path: string; readonly text: string }[] }
const FILE = join(import.meta.dirname, '..', '..', '..', 'ccsds', 'cdm', 'cdm.reference.json')
const TEMPLATE = 'ION_SCV8_vs_STARLINK_1233.txt'

/** The object of the track, the radar that made it, and the truth (own-track.reference.json). */
export const OWN_TRACK = JSON.parse(
  readFileSync(join(import.meta.dirname, 'own-track.reference.json'), 'utf8'),
) as Reference
export const PRIMARY = 55_051
const time = (ms: number) => new Date(ms).toISOString().slice(0, 23)

/** Returns the published message of the track, at another closest approach; this is possible because its positions are Earth-fixed. */
export function messageOfTrack({ tcaMs, createdMs }: { readonly tcaMs: number; readonly createdMs: number }): string {
  const { messages } = JSON.parse(readFileSync(FILE, 'utf8')) as Messages
  const text = messages.find(({ path }) => path.endsWith(TEMPLATE))?.text
  if (text === undefined) throw new Error(`there is no ${TEMPLATE}`)
  return text.replace(/^(TCA\s*=).*$/m, `$1${time(tcaMs)}`).replace(/^(CREATION_DATE\s*=).*$/m, `$1${time(createdMs)}`)
}

type Part = {
  readonly tcaMs: number
  readonly sensorCode: string
  /** The range of echoes: from index `from` on, and before index `to`. */
  readonly from?: number
  readonly to?: number
}

/** Writes the track as the radar's operator does: range, azimuth and elevation. */
export function ownTrackText({ tcaMs, sensorCode, from, to }: Part): string {
  const rows = OWN_TRACK.echoes.slice(from, to).flatMap(([before, rangeKm, azimuthDeg, elevationDeg]) => {
    const at = time(tcaMs - before * 1000)
    return [`RANGE = ${at} ${rangeKm}`, `ANGLE_1 = ${at} ${azimuthDeg}`, `ANGLE_2 = ${at} ${elevationDeg}`]
  })
  return [
    ...['CCSDS_TDM_VERS = 2.0', `CREATION_DATE = ${time(tcaMs)}`, 'ORIGINATOR = OPERATOR', 'META_START'],
    ...['TIME_SYSTEM = UTC', `PARTICIPANT_1 = ${sensorCode}`, `PARTICIPANT_2 = ${OWN_TRACK.catalogueId}`],
    ...['MODE = SEQUENTIAL', 'PATH = 1,2,1', 'TIMETAG_REF = RECEIVE', 'RANGE_UNITS = km', 'ANGLE_TYPE = AZEL'],
    ...['META_STOP', 'DATA_START', ...rows, 'DATA_STOP', ''],
  ].join('\n')
}
