import { readTdm } from '@apsis/ccsds/tdm/tdm.ts'
import type { ExcludedSpan } from '@apsis/contract/odt/request/exclusion.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { type KeptSuspect, suspectOf } from './kept-suspects.ts'
import { isLeftOut, makeReports, type Reports } from './make-report.ts'
import { readTrack } from './read-track.ts'

export type AnewTask = {
  readonly tdm: string
  /** The sensor at its position when the track was made. */
  readonly sensor: Sensor
  /** The objects that the track was compared with. */
  readonly suspects: readonly KeptSuspect[]
  readonly isSimulated: boolean
  readonly excluded: readonly ExcludedSpan[]
}

export type AnewAnswer =
  | { readonly ok: true; readonly reports: Reports }
  | { readonly ok: false; readonly message: string }

/** Makes the report of a file without some of its measurements, compared with the same orbits as before. Runs in the worker pool. */
export function reportAnew({ tdm, sensor, suspects, isSimulated, excluded }: AnewTask): AnewAnswer {
  const reading = readTdm(tdm, { strict: false })
  const [segment] = reading.ok ? reading.message.segments : []
  const track = segment === undefined ? null : readTrack(segment, sensor)
  if (track === null) return { ok: false, message: 'The file has no measurement that can be read.' }
  if (track.angles.every(({ seconds }) => isLeftOut(track.origin, seconds, excluded)))
    return { ok: false, message: 'Every measurement of the file is left out: there is nothing to compute.' }
  const about = { sensorCode: sensor.sensorCode, isSimulated, excluded }
  return { ok: true, reports: makeReports(track, suspects.flatMap(suspectOf), about) }
}
