import { randomUUID } from 'node:crypto'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { formatTdm, readTdm, type Tdm } from '@apsis/ccsds/tdm/tdm.ts'
import type {
  AssociationMetric,
  FileNotation,
  Observation,
  ObservationReport,
} from '@apsis/contract/odt/observation.ts'
import type { Compression } from '@apsis/contract/odt/request.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import { listActiveSatellites } from '../../ca/satellite/satellite.service.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import type { FileAnswer } from '../../platform/http/answer-file.ts'
import { wakeStandingWorkOf } from '../../platform/jobs/standing-work.repository.ts'
import { readCatalogue } from '../../tle/catalogue.service.ts'
import { newestSets } from '../../tle/element-set.service.ts'
import { listEventObjects, orbitOfSet } from '../object/object.service.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { EVENTS_EVERY_S, EVENTS_WORK } from './events-work-name.ts'
import { instant, makeReports, type Reports, type Suspect } from './make-report.ts'
import * as repository from './observation.repository.ts'
import { packFile } from './pack-file.ts'
import { readTrack, type Track } from './read-track.ts'

/** What observations stand on. */
export type ObservationFloor = {
  readonly db: Database
  readonly now: () => number
  readonly isSimulationAllowed: boolean
}

export const listFilesOfPasses = repository.listFilesOfPasses

/**
 * Every object that a track can be of: the public catalogue, over it what the organisation itself knows of its satellites, and over
 * that what messages say of objects that are named and meet something.
 * SGP4 models are made when a candidate is asked for its place.
 */
export async function listSuspects(
  db: Database,
  tenantId: string,
  named: { readonly numbers: readonly number[]; readonly now: Date } = { numbers: [], now: new Date(0) },
): Promise<Suspect[]> {
  const { objects } = await readCatalogue(db)
  const inEvents = await db.tenant(tenantId, (tx) => listEventObjects(tx, named.numbers, named.now))
  const isInEvent = ({ noradId }: Suspect) => inEvents.some((one) => one.noradId === noradId)
  const own = [...inEvents, ...(await listOwnSuspects(db, tenantId)).filter((one) => !isInEvent(one))]
  const known = new Set(own.map(({ noradId }) => noradId))
  const others = objects.flatMap(({ noradId, name, elements }) => {
    const orbit = known.has(noradId) ? undefined : orbitOfSet(elements, 'OMM')
    return orbit === undefined ? [] : [{ noradId, name, orbit }]
  })
  return [...own, ...others]
}

/** The organisation's satellites alone, as it knows them itself. */
export async function listOwnSuspects(db: Database, tenantId: string): Promise<Suspect[]> {
  const sets = await db.tenant(tenantId, async (tx) => {
    const satellites = await listActiveSatellites(tx)
    return newestSets(
      tx,
      satellites.map(({ norad_id }) => norad_id),
    )
  })
  return Array.from(sets.values()).flatMap(({ set, lines }) => {
    const orbit = orbitOfSet(set, lines === undefined ? 'OMM' : 'TLE')
    return orbit === undefined ? [] : [{ noradId: set.noradId, name: set.objectName, orbit }]
  })
}

/** A file with all that is computed of it, to be kept in one transaction. */
export type Measured = {
  readonly id: string
  readonly sensor: Sensor
  readonly track: Track
  readonly tdm: string
  readonly reports: Reports
  readonly originator: string
}

type Given = {
  readonly tdm: Tdm
  readonly sensor: Sensor
  readonly suspects: readonly Suspect[]
  readonly isSimulated: boolean
}

/** Reads a message of one segment and says what it is of. Throws 422 where it has no directions. */
export function measureFile({ tdm, sensor, suspects, isSimulated }: Given): Measured {
  const [segment] = tdm.segments
  const track = segment === undefined ? null : trackOf(segment, sensor)
  if (track === null) throw new ApiError('unprocessable', 'The message has no angles: ANGLE_1 and ANGLE_2 at one time.')
  const id = randomUUID()
  const reports = makeReports(track, suspects, { fileId: id, sensorCode: sensor.sensorCode, isSimulated })
  return { id, sensor, track, tdm: formatTdm(tdm, { strict: false }), reports, originator: tdm.header.originator }
}

function trackOf(segment: Tdm['segments'][number], sensor: Sensor): Track | null {
  try {
    return readTrack(segment, sensor)
  } catch (error) {
    if (error instanceof RangeError) throw new ApiError('unprocessable', error.message)
    throw error
  }
}

export type Belonging = {
  readonly tenantId: string
  readonly requestId: string | null
  readonly passId: string | null
  readonly noradId: number | null
  readonly compression: Compression
  readonly isSimulated: boolean
  readonly isDemoObject: boolean
  readonly now: Date
}

/** Keeps a file with its reports; a second one of the same pass changes nothing. */
export async function keepFile(tx: TenantDb, measured: Measured, belonging: Belonging): Promise<boolean> {
  const { id, sensor, track, tdm, reports, originator } = measured
  const report = reports.ANGULAR_DISTANCE
  const { rms } = report
  const isKept = await repository.insertObservation(tx, belonging.tenantId, {
    id,
    request_id: belonging.requestId,
    pass_id: belonging.passId,
    sensor_code: sensor.sensorCode,
    norad_id: belonging.noradId,
    best_norad_id: report.catalogueIdBestAssociation,
    is_ambiguous: report.associationResults.isAmbiguous,
    measurements: track.angles.length,
    rms_arcsec: rms === null ? null : Math.hypot(rms.ra, rms.dec),
    starts_at: new Date(instant(track.origin)),
    ends_at: new Date(instant(track.end)),
    compression: belonging.compression,
    originator,
    is_simulated: belonging.isSimulated,
    created_at: belonging.now,
    tdm,
    reports,
    is_demo_object: belonging.isDemoObject,
  })
  if (!isKept) return false
  emit(tx, { tenantId: belonging.tenantId, type: 'observation', data: { observationFileId: id } })
  await wakeStandingWorkOf(tx, { name: EVENTS_WORK, tenantId: belonging.tenantId }, EVENTS_EVERY_S)
  return isKept
}

type Query = {
  readonly 'observation-request-id'?: string | undefined
  readonly 'catalogue-id'?: number | undefined
  readonly 'sensor-code'?: string | undefined
  readonly page: number
  readonly limit: number
}

export function listObservations(
  { db }: Pick<ObservationFloor, 'db'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { page, limit, ...query }: Query,
): Promise<{ items: Observation[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const listing = {
      requestId: query['observation-request-id'],
      noradId: query['catalogue-id'],
      sensorCode: query['sensor-code'],
    }
    const { rows, total } = await repository.listObservations(tx, { ...listing, limit, offset: (page - 1) * limit })
    return { items: rows.map(present), total }
  })
}

const present = (row: repository.ObservationRow): Observation => ({
  observationFileId: row.id,
  observationRequestId: row.request_id,
  passId: row.pass_id,
  sensorCode: row.sensor_code,
  catalogueId: row.norad_id,
  catalogueIdBestAssociation: row.best_norad_id,
  isUncorrelated: row.best_norad_id === null,
  isAmbiguous: row.is_ambiguous,
  numberOfMeasurements: row.measurements,
  rmsArcsec: row.rms_arcsec,
  start: row.starts_at.toISOString(),
  end: row.ends_at.toISOString(),
  fileCompressionType: row.compression,
  createdAt: row.created_at.toISOString(),
  originator: row.originator,
  isSimulated: row.is_simulated,
})

const noFile = () => new ApiError('not-found', 'There is no such file.')

type FileQuery = {
  readonly id: string
  readonly notation: FileNotation
  readonly compression?: Compression | undefined
}

/** The message of a file in the notation and packing that are wanted. */
export async function getFile(
  { db }: Pick<ObservationFloor, 'db'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { id, notation, compression }: FileQuery,
): Promise<FileAnswer> {
  const row = await db.tenant(tenantId, (tx) => repository.findFile(tx, id))
  if (row === undefined) throw noFile()
  const isXml = notation === 'TDM_XML'
  const label = row.is_simulated ? 'SIMULATED-' : ''
  const name = `${label}${row.sensor_code}-${stamp(row.starts_at)}.${isXml ? 'xml' : 'tdm'}`
  const text = isXml ? formatTdm(parsed(row.tdm), { notation: 'XML', strict: false }) : row.tdm
  const packed = packFile(name, isXml ? 'application/xml' : 'text/plain', text, compression ?? row.compression)
  return { ...packed, isImmutable: true }
}

const stamp = (date: Date) => date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

function parsed(text: string): Tdm {
  const reading = readTdm(text, { strict: false })
  if (!reading.ok) throw new TypeError('a file that was kept cannot be read any more')
  return reading.message
}

export async function getReport(
  { db }: Pick<ObservationFloor, 'db'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { id, metric }: { readonly id: string; readonly metric: AssociationMetric },
): Promise<ObservationReport> {
  const reports = await db.tenant(tenantId, (tx) => repository.findReports(tx, id))
  if (reports === undefined) throw noFile()
  return reports[metric]
}

export type Request = { readonly caller: Pick<Caller, 'tenantId' | 'subject'>; readonly requestId: string }

/** What a track is the result of, found and moved on in the transaction that keeps it. */
export type Attachment = {
  readonly belongsTo: (
    tx: TenantDb,
    sensorCodes: readonly string[],
  ) => Promise<Pick<Belonging, 'requestId' | 'passId' | 'noradId' | 'compression' | 'isDemoObject'>>
  readonly kept: (tx: TenantDb) => Promise<void>
}

const OF_NOTHING = { requestId: null, passId: null, noradId: null, compression: 'NONE', isDemoObject: false } as const

/** Takes in a track of the organisation's own: a file for each segment, each with its report; with or without an order. */
export async function takeInTrack(
  floor: ObservationFloor,
  { caller, requestId }: Request,
  text: string,
  attachment?: Attachment,
): Promise<Observation[]> {
  const { tenantId, subject: actor } = caller
  const tdm = readOwnTdm(text)
  const sensors = await floor.db.tenant(tenantId, (tx) => knownSensors(tx, floor))
  const numbers = tdm.segments.flatMap(({ metadata: { participant2 } }) =>
    participant2 !== undefined && /^\d{1,9}$/.test(participant2) ? [Number(participant2)] : [],
  )
  const suspects = await listSuspects(floor.db, tenantId, { numbers, now: new Date(floor.now()) })
  const files = tdm.segments.map((segment) => {
    const sensor = sensors.find(({ sensorCode }) => sensorCode === segment.metadata.participant1)
    // A simulated sensor measures nothing that somebody could hand in.
    if (sensor === undefined || sensor.isSimulated)
      throw new ApiError(
        'unprocessable',
        `PARTICIPANT_1 ${segment.metadata.participant1} is no sensor of the organisation.`,
      )
    return measureFile({ tdm: { ...tdm, segments: [segment] }, sensor, suspects, isSimulated: false })
  })
  const codes = files.map(({ sensor }) => sensor.sensorCode)
  const now = new Date(floor.now())
  return floor.db.tenant(tenantId, async (tx) => {
    const belonging = (await attachment?.belongsTo(tx, codes)) ?? OF_NOTHING
    const kept: Observation[] = []
    for (const file of files) {
      await keepFile(tx, file, { ...belonging, isSimulated: false, tenantId, now })
      const detail = {
        sensorCode: file.sensor.sensorCode,
        passId: belonging.passId,
        measurements: file.track.angles.length,
      }
      const entry = {
        actor,
        action: 'observation.create',
        object: file.id,
        outcome: 'done' as const,
        requestId,
        detail,
      }
      await insertAudit(tx, tenantId, entry)
      const row = await repository.findFile(tx, file.id)
      if (row !== undefined) kept.push(present(row))
    }
    await attachment?.kept(tx)
    return kept
  })
}

function readOwnTdm(text: string): Tdm {
  const reading = readTdm(text, { strict: false })
  if (reading.ok) return reading.message
  const errors = reading.errors.map(({ code, message, line, column, keyword }) => ({
    ...{ code: `tdm.${code}`, message, line, column },
    ...(keyword === null ? {} : { keyword }),
  }))
  const [first] = reading.errors
  throw new ApiError('unprocessable', first === undefined ? 'This is no TDM.' : describeFault(first), { errors })
}

/** The time of a row as an epoch. */
export const epochOf = (date: Date) => parseTime(date.toISOString())
