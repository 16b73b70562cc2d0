import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../product.ts'
import { productNow } from '../../product-now.ts'

type Reference = {
  readonly radar: object
  /** Seconds to closest approach, range in km, azimuth and elevation in degrees. */
  readonly echoes: readonly (readonly [number, number, number, number])[]
}
const FILE = join(PROJECT_DIR, 'server', 'odt', 'testing', 'own-track.reference.json')
const reference = JSON.parse(readFileSync(FILE, 'utf8')) as Reference

/** The radar of the organisation that makes the track of object 2 of `changedMessage`. */
export const OWN_RADAR = {
  sensorCode: 'OWNR',
  groundSensorName: 'Own radar',
  sensorType: 'RADAR_ACTIVE',
  ...reference.radar,
}

/** Returns the closest approach, to the second, of an event whose object was tracked until the given time. */
export function tcaOfTrackUntil(untilMs: number): number {
  const [lastBeforeS = 0] = reference.echoes.at(-1) ?? []
  return Math.floor(untilMs / 1000) * 1000 + lastBeforeS * 1000
}

/**
 * Returns the track of that object as the operator of the radar writes it: range, azimuth and elevation. Tracks of several objects need different
 * ranges, because measurements that are equal to the last digit count as the same file sent again.
 */
export function ownTrackText(catalogueId: number, tcaMs: number, fartherKm = 0): string {
  const echoes = reference.echoes.map(([beforeS, rangeKm, ...angles]): Echo => {
    return [tcaMs - beforeS * 1000, rangeKm + fartherKm, ...angles]
  })
  return trackText(OWN_RADAR.sensorCode, catalogueId, echoes)
}

/** An echo: its time, ms; range in km, azimuth and elevation in degrees. */
export type Echo = readonly [number, number, number, number]

/** Returns a radar's track as its operator writes it. */
export function trackText(sensorCode: string, catalogueId: number, echoes: readonly Echo[]): string {
  const rows = echoes.flatMap(([atMs, rangeKm, azimuthDeg, elevationDeg]) => {
    const at = new Date(atMs).toISOString().slice(0, 23)
    return [`RANGE = ${at} ${rangeKm}`, `ANGLE_1 = ${at} ${azimuthDeg}`, `ANGLE_2 = ${at} ${elevationDeg}`]
  })
  return [
    ...[
      'CCSDS_TDM_VERS = 2.0',
      `CREATION_DATE = ${new Date(productNow()).toISOString().slice(0, 19)}`,
      'ORIGINATOR = OPERATOR',
    ],
    ...['META_START', 'TIME_SYSTEM = UTC', `PARTICIPANT_1 = ${sensorCode}`, `PARTICIPANT_2 = ${catalogueId}`],
    ...['MODE = SEQUENTIAL', 'PATH = 1,2,1', 'TIMETAG_REF = RECEIVE', 'RANGE_UNITS = km', 'ANGLE_TYPE = AZEL'],
    ...['META_STOP', 'DATA_START', ...rows, 'DATA_STOP', ''],
  ].join('\n')
}

/** Returns the track without its directions. */
export const withoutAngles = (text: string): string =>
  text.replaceAll(/^ANGLE_.*\n/gm, '').replace('ANGLE_TYPE = AZEL\n', '')
