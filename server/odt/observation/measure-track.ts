import { randomUUID } from 'node:crypto'
import { formatTdm, type Tdm } from '@apsis/ccsds/tdm/tdm.ts'
import type { Sensor, SensorPlace } from '@apsis/contract/odt/sensor/sensor.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isOfThatTime } from '../object/known-orbit.ts'
import { sensorAt } from '../sensor/places.ts'
import { isSaidSimulated } from '../simulator/may-simulate.ts'
import { instant, makeReports, type Reports, type Suspect } from './make-report.ts'
import { makeRangeReports } from './range-report.ts'
import { readTrack, type Track } from './read-track.ts'

/** A file with all computed results, to be stored in one transaction; it is plain data, so that the worker pool can return it. */
export type MeasuredFile = {
  readonly id: string
  readonly sensorCode: string
  /** Null for positions, which have no place of measurement. */
  readonly sensorPlace: SensorPlace | null
  readonly tdm: string
  readonly reports: Reports
  readonly originator: string
  readonly measurements: number
  /** The times of the track, as instants. */
  readonly start: string
  readonly end: string
  /** True: the message itself says that its measurements are simulated. */
  readonly isSaidSimulated: boolean
  /** The accuracy that the user gave for positions without a covariance, 1 sigma, m. */
  readonly positionSigmaM: number | null
  /** The catalogue number in the message; null: none. */
  readonly namedNoradId: number | null
}

export type TrackToMeasure = {
  readonly tdm: Tdm
  readonly sensor: Sensor
  readonly suspects: readonly Suspect[]
  readonly isSimulated: boolean
}

/** Measures a message of one segment: finds its object. Throws 422 if this is impossible. */
export function measureTrack({ tdm, sensor, suspects, isSimulated }: TrackToMeasure): MeasuredFile {
  const [segment] = tdm.segments
  const [stood, track] = segment === undefined ? [sensor, null] : readFromItsPlace(segment, sensor)
  if (track === null)
    throw new ApiError(
      'unprocessable',
      'The message has no measurement: RANGE, DOPPLER, or ANGLE_1 and ANGLE_2 at one time.',
    )
  const id = randomUUID()
  const { sensorCode, latitude, longitude, altitude } = stood
  const { header } = tdm
  const comments = [...header.comments, ...(segment?.metadata.comments ?? []), ...(segment?.comments ?? [])]
  return {
    id,
    sensorCode,
    sensorPlace: { latitude, longitude, altitude },
    tdm: formatTdm(tdm, { strict: false }),
    reports: reportsOf(track, segment?.metadata.participant2 ?? null, { suspects, sensorCode, isSimulated }),
    originator: header.originator,
    measurements: track.angles.length > 0 ? track.angles.length : track.observations.length,
    start: instant(track.origin),
    end: instant(track.end),
    isSaidSimulated: isSaidSimulated(header.originator, comments),
    positionSigmaM: null,
    namedNoradId: numberOf(segment?.metadata.participant2),
  }
}

const numberOf = (name = ''): number | null => (/^\d{1,9}$/.test(name) ? Number(name) : null)

type About = { readonly suspects: readonly Suspect[]; readonly sensorCode: string; readonly isSimulated: boolean }

/** Directions show which object was measured; ranges alone are compared with the object that the message names. */
function reportsOf(track: Track, named: string | null, { suspects, ...about }: About): Reports {
  if (track.angles.length > 0) return makeReports(track, suspects, about)
  const known = suspects.find(({ noradId }) => noradId === numberOf(named ?? undefined))
  const suspect = known !== undefined && isOfThatTime(known.orbit, track.origin) ? known : undefined
  const of = `The message has no directions, so that it gives no orbit by itself, and corrects the one of PARTICIPANT_2`
  if (suspect === undefined)
    throw new ApiError(
      'unprocessable',
      `${of}: of ${named ?? 'an object without a name'} no orbit of that time is known here.`,
    )
  const reports = makeRangeReports(track, suspect, about)
  if (reports === null)
    throw new ApiError(
      'unprocessable',
      `${of}: the orbit that is known of ${named} has no state at ${instant(track.origin)}.`,
    )
  return reports
}

/** Returns the sensor at its position when the track began, and the track as seen from there. */
function readFromItsPlace(segment: Tdm['segments'][number], sensor: Sensor): readonly [Sensor, Track | null] {
  const track = trackOf(segment, sensor)
  if (track === null) return [sensor, null]
  const start = instant(track.origin)
  const stood = sensorAt(sensor, Date.parse(start))
  if (stood === undefined)
    throw new ApiError('unprocessable', `Where the sensor ${sensor.sensorCode} stood at ${start} is not known.`)
  return stood === sensor ? [sensor, track] : [stood, trackOf(segment, stood)]
}

function trackOf(segment: Tdm['segments'][number], sensor: Sensor): Track | null {
  try {
    return readTrack(segment, sensor)
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError('unprocessable', error.message)
    throw error
  }
}
