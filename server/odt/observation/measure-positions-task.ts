import { randomUUID } from 'node:crypto'
import { formatOem } from '@apsis/ccsds/oem/format-oem.ts'
import type { Oem, OemSegment } from '@apsis/ccsds/oem/oem.ts'
import { NO_POSITION_SIGMA, POSITION_SENSOR } from '@apsis/contract/odt/observation/own-track.ts'
import type { NotifiedBurn } from '../../ca/announced/silent-burn.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import { isOfThatTime, msOf } from '../object/known-orbit.ts'
import { isSaidSimulated } from '../simulator/may-simulate.ts'
import { instant, over, type Suspect } from './make-report.ts'
import { flownDuring, legsOfAll, type MeasureAnswer, type MeasureTask, suspectsOf } from './measure-task.ts'
import type { MeasuredFile } from './measure-track.ts'
import { makePositionReports } from './position-report.ts'
import { readOemText, readPositions } from './read-positions.ts'
import { requireMeasured } from './require-past.ts'

/** A satellite of the organisation, with the names that an OEM may use for it. */
export type NamedSatellite = { readonly noradId: number; readonly name: string; readonly cosparId: string | null }

export type PositionsTask = Pick<MeasureTask, 'text' | 'catalogue' | 'better' | 'flown'> & {
  readonly satellites: readonly NamedSatellite[]
  /** The known burns of the satellites, oldest first. */
  readonly burns: readonly NotifiedBurn[]
  /** The accuracy that the user gives for positions without a covariance; null: none. */
  readonly sigmaM: number | null
}

/** Reads an OEM and returns the orbit correction from its positions, for the satellite that it names. Runs in the worker pool. */
export async function measurePositions(task: PositionsTask): Promise<MeasureAnswer> {
  try {
    return { ok: true, files: await measureSegments(task) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ok: false, message: error.message, errors: error.errors ?? [] }
  }
}

async function measureSegments(task: PositionsTask): Promise<MeasuredFile[]> {
  const { text, satellites, burns, catalogue, better, flown, sigmaM } = task
  const oem = readOemText(text)
  const suspects = suspectsOf(better, catalogue)
  const ephemerides = await legsOfAll(flown)
  return oem.segments.map((segment) => {
    const satellite = satelliteOf(segment, satellites)
    const track = readPositions(segment, sigmaM)
    if (track === null) throw withoutSigma()
    requireMeasured(text, instant(track.end), msOf(oem.header.creationDate))
    const own = flownDuring([msOf(track.origin), msOf(track.end)], ephemerides)
    const all = over(own, suspects).filter(({ orbit }) => isOfThatTime(orbit, track.origin))
    const suspect = all.find(({ noradId }) => noradId === satellite.noradId)
    const named = suspect && { ...suspect, name: satellite.name }
    const statedSigmaM = track.isStated ? sigmaM : null
    const about = { suspects: all, statedSigmaM, burns }
    const reports = named && makePositionReports(track, { ...about, suspect: named })
    if (!reports) throw withoutOrbit(satellite, track, named)
    return {
      id: randomUUID(),
      sensorCode: POSITION_SENSOR,
      sensorPlace: null,
      tdm: oem.segments.length === 1 ? text : alone(oem, segment),
      reports,
      originator: oem.header.originator,
      measurements: track.observations.length,
      start: instant(track.origin),
      end: instant(track.end),
      isSaidSimulated: isSaidSimulated(oem.header.originator, [
        ...oem.header.comments,
        ...segment.metadata.comments,
        ...segment.comments,
      ]),
      positionSigmaM: statedSigmaM,
      namedNoradId: satellite.noradId,
    }
  })
}

/** Writes the segment as a separate message; this is impossible if its states have no velocity. */
function alone(oem: Oem, segment: OemSegment): string {
  if (segment.states.some(({ v }) => v.every((part) => part === 0)))
    throw new ApiError('unprocessable', 'Positions without velocities: send each segment as a message of its own.')
  return formatOem({ ...oem, segments: [segment] }, { strict: false })
}

/** Returns true if a satellite has one of these names. */
export const isCalled = ({ noradId, name, cosparId }: NamedSatellite, names: ReadonlySet<string>): boolean =>
  [String(noradId), name, cosparId].some((one) => one !== null && names.has(one.trim().toUpperCase()))

function satelliteOf(
  { metadata: { objectId, objectName } }: OemSegment,
  satellites: readonly NamedSatellite[],
): NamedSatellite {
  const names = (one: NamedSatellite) => [String(one.noradId), one.cosparId]
  const byId = satellites.find((one) => names(one).includes(objectId.trim()))
  const found = byId ?? satellites.find(({ name }) => name.toUpperCase() === objectName.trim().toUpperCase())
  if (found !== undefined) return found
  const message = `OBJECT_ID ${objectId} (${objectName}) is no satellite of the organisation: neither its number, nor its international designator, nor its name`
  throw new ApiError('unprocessable', message, {
    errors: [{ code: 'oem.no-satellite', keyword: 'OBJECT_ID', message }],
  })
}

function withoutSigma(): ApiError {
  const message =
    'The positions have no covariance: say how well they are known, 1 sigma of each axis in metres (position-sigma).'
  return new ApiError('unprocessable', message, {
    errors: [{ code: NO_POSITION_SIGMA, pointer: '?position-sigma', message }],
  })
}

function withoutOrbit(
  { noradId, name }: NamedSatellite,
  track: Parameters<typeof makePositionReports>[0],
  suspect: Suspect | undefined,
): ApiError {
  const why =
    suspect === undefined
      ? 'no orbit of that time is known of it here'
      : `the orbit that is known of it has no state at all times from ${instant(track.origin)} to ${instant(track.end)}`
  return new ApiError('unprocessable', `The positions correct the orbit that is known of ${name} (${noradId}): ${why}.`)
}
