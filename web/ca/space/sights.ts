import { transformState } from '@apsis/astro/frames/frame.ts'
import { fromGeodetic } from '@apsis/astro/frames/geodetic.ts'
import { degToRad } from '@apsis/astro/units.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import {
  getObservationReport,
  listObservations,
  type ObservationReport,
} from '@apsis/contract/odt/observation/observation.ts'
import { listSensors, type SensorPlace } from '@apsis/contract/odt/sensor/sensor.ts'
import { call, callAll } from '../../api/call.ts'
import { epochAt } from '../../space/model-of.ts'

/** A direction that was measured, of length 1, with the place of its sensor, m; both in the frame of the Earth. */
export type MeasuredDirection = { readonly atMs: number; readonly from: Vec3; readonly direction: Vec3 }

type MeasuredTrack = { readonly report: Pick<ObservationReport, 'reports'>; readonly place: SensorPlace }

const ORIGIN: Vec3 = [0, 0, 0]
/** After the last published orientation of the Earth its last values hold: the Earth then turns by less than a second of time. */
const HELD = { outside: 'hold' } as const

/** Returns the first, the middle and the last direction of a track. */
export function directionsOf({ report, place }: MeasuredTrack): readonly MeasuredDirection[] {
  const all = report.reports.flatMap(({ measurementReports }) => measurementReports)
  const chosen = new Set([all[0], all[Math.floor((all.length - 1) / 2)], all.at(-1)])
  const { latitude, longitude, altitude } = place
  const from = fromGeodetic({ latRad: degToRad(latitude), lonRad: degToRad(longitude), heightM: altitude })
  return [...chosen].flatMap((measurement): MeasuredDirection[] => {
    if (!measurement) return []
    const atMs = Date.parse(measurement.epoch)
    const [ra, dec] = [degToRad(measurement.observedRaDec.ra), degToRad(measurement.observedRaDec.dec)]
    const r: Vec3 = [Math.cos(dec) * Math.cos(ra), Math.cos(dec) * Math.sin(ra), Math.sin(dec)]
    const direction = transformState({ frame: 'EME2000', epoch: epochAt(atMs), r, v: ORIGIN }, 'ITRF', HELD).r
    return [{ atMs, from, direction }]
  })
}

/** The newest tracks are drawn, and so many files are looked through for them. */
const [MOST_TRACKS, LOOKED_THROUGH] = [5, 30]

/** Reads the newest tracks that belong to an object, with their directions; a track whose sensor has no known place has none. */
export async function readTracks(noradId: number, signal: AbortSignal) {
  const listed = await call(listObservations, { query: { 'catalogue-id': noradId, limit: LOOKED_THROUGH } }, signal)
  const tracks = listed
    .filter(({ catalogueIdBestAssociation: best, withdrawn }) => best === noradId && withdrawn === null)
    .slice(0, MOST_TRACKS)
  const isPlaced = tracks.every(({ sensorPlace }) => sensorPlace !== null)
  const sensors = isPlaced ? [] : await callAll(listSensors, { query: { limit: 500 } }, signal)
  return Promise.all(
    tracks.map(async (track) => {
      const place = track.sensorPlace ?? sensors.find(({ sensorCode }) => sensorCode === track.sensorCode)
      const asked = { params: { 'file-id': track.observationFileId }, query: {} }
      const report = await call(getObservationReport, asked, signal)
      return { track, isPlaced: place !== undefined, directions: place ? directionsOf({ report, place }) : [] }
    }),
  )
}
