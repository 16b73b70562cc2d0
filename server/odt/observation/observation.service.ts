import { DAY_MS } from '@apsis/astro/constants.ts'
import {
  type AssociationMetric,
  type FileNotation,
  MOST_ZIPPED_MIB,
  type Observation,
} from '@apsis/contract/odt/observation/observation.ts'
import { POSITION_SENSOR } from '@apsis/contract/odt/observation/own-track.ts'
import type { Compression } from '@apsis/contract/odt/request/request.ts'
import { listNotifiedBurns } from '../../ca/announced/silent-burn.service.ts'
import { listActiveSatellites } from '../../ca/satellite/satellite.service.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { type FileAnswer, markedName } from '../../platform/http/answer-file.ts'
import { wakeRecurringWorkOf } from '../../platform/jobs/recurring-work.repository.ts'
import { pool } from '../../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, TaskLimitError, task } from '../../platform/thread/task.ts'
import { readCatalogue } from '../../tle/catalogue.service.ts'
import type { Span } from '../object/object.service.ts'
import { knownSensors } from '../sensor/sensor.service.ts'
import { EVENTS_EVERY_S, EVENTS_WORK, HISTORY_EVERY_S, HISTORY_WORK } from './events-work-name.ts'
import type { Reports } from './make-report.ts'
import { isCalled } from './measure-positions-task.ts'
import { type MeasureAnswer, packCatalogue } from './measure-task.ts'
import type { MeasuredFile } from './measure-track.ts'
import type { NamedObjects } from './name-objects-task.ts'
import * as repository from './observation.repository.ts'
import { isOem } from './read-positions.ts'
import { requirePast } from './require-past.ts'
import { listBetter, listFlown } from './suspects.service.ts'

/** The dependencies of observations. */
export type ObservationPlatform = {
  readonly db: Database
  readonly now: () => number
  readonly isSimulationAllowed: boolean
}

export const listFilesOfPasses = repository.listFilesOfPasses

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

/** Stores a file with its reports; a second file of the same pass changes nothing. */
export async function keepFile(tx: TenantDb, measured: MeasuredFile, belonging: Belonging): Promise<boolean> {
  const { id, sensorCode, sensorPlace, measurements, start, end, tdm, reports, originator, positionSigmaM } = measured
  const report = reports.ANGULAR_DISTANCE
  const { rms } = report
  const isKept = await repository.insertObservation(tx, belonging.tenantId, {
    id,
    request_id: belonging.requestId,
    pass_id: belonging.passId,
    sensor_code: sensorCode,
    sensor_place: sensorPlace,
    norad_id: belonging.noradId,
    best_norad_id: report.catalogueIdBestAssociation,
    is_ambiguous: report.associationResults.isAmbiguous,
    measurements,
    rms_arcsec: rms === null ? null : Math.hypot(rms.ra, rms.dec),
    starts_at: new Date(start),
    ends_at: new Date(end),
    compression: belonging.compression,
    originator,
    is_simulated: belonging.isSimulated,
    created_at: belonging.now,
    tdm,
    reports,
    is_demo_object: belonging.isDemoObject,
    offset_s: offsetOf(report),
    position_sigma_m: positionSigmaM,
    named_norad_id: measured.namedNoradId,
  })
  if (!isKept) return false
  emit(tx, { tenantId: belonging.tenantId, type: 'observation', data: { observationFileId: id } })
  await wakeRecurringWorkOf(tx, { name: EVENTS_WORK, tenantId: belonging.tenantId }, EVENTS_EVERY_S)
  await wakeRecurringWorkOf(tx, { name: HISTORY_WORK, tenantId: belonging.tenantId }, HISTORY_EVERY_S)
  return isKept
}

/** Returns the along-track time offset of the object, if the track has exactly one. */
function offsetOf({
  associationResults,
  t2oAssociationResults,
  catalogueIdBestAssociation,
}: Reports[AssociationMetric]) {
  const best = t2oAssociationResults.find(({ catalogueId }) => catalogueId === catalogueIdBestAssociation)
  return associationResults.isAmbiguous || best === undefined ? null : best.alongTrackTimeOffset
}

type WithdrawnColumns = Pick<repository.ObservationRow, 'withdrawn_at' | 'withdrawn_by_name' | 'withdrawn_reason'>

type Query = {
  readonly 'observation-request-id'?: string | undefined
  readonly 'catalogue-id'?: number | undefined
  readonly 'sensor-code'?: string | undefined
  readonly page: number
  readonly limit: number
}

export function listObservations(
  { db }: Pick<ObservationPlatform, 'db'>,
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

export const present = (row: repository.ShownObservation): Observation => ({
  observationFileId: row.id,
  observationRequestId: row.request_id,
  passId: row.pass_id,
  sensorCode: row.sensor_code,
  sensorPlace: row.sensor_place,
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
  events: row.events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
  withdrawn: withdrawalOf(row),
})

/** Returns the time, the person and the reason of a withdrawal; null: the file applies. */
export function withdrawalOf({ withdrawn_at: at, withdrawn_by_name: by, withdrawn_reason: reason }: WithdrawnColumns) {
  return at === null || by === null || reason === null ? null : { at: at.toISOString(), by, reason }
}

const noFile = () => new ApiError('not-found', 'There is no such file.')

type FileQuery = {
  readonly id: string
  readonly notation: FileNotation
  readonly compression?: Compression | undefined
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined
}

const PACK = task<typeof import('./pack-file.ts').packFile>({
  module: new URL('./pack-file.ts', import.meta.url),
  name: 'packFile',
  limits: { seconds: 30, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 64 },
})

/** Returns the message of a file in the wanted notation and compression; a form other than the stored one is made in the worker pool. */
export async function getFile(
  { db }: Pick<ObservationPlatform, 'db'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { id, notation, compression: wanted, signal }: FileQuery,
): Promise<FileAnswer> {
  const row = await db.tenant(tenantId, (tx) => repository.findFile(tx, id))
  if (row === undefined) throw noFile()
  const stem = stemOf(row)
  const compression = wanted ?? row.compression
  // An OEM is stored as it was received, in either notation.
  if (notation === 'TDM_KVN' && compression === 'NONE' && row.sensor_code !== POSITION_SENSOR)
    return { name: `${stem}.tdm`, mediaType: 'text/plain', bytes: Buffer.from(row.tdm), isImmutable: true }
  pool.requireRoom(tenantId)
  const packed = await pool.run(PACK, tenantId, { stem, tdm: row.tdm, notation, compression }, signal)
  return { ...packed, bytes: Buffer.from(packed.bytes), isImmutable: true }
}

/** Returns the name of a file without its suffix: marks for withdrawn and simulated files, its sensor, and its start. */
function stemOf({ sensor_code, withdrawn_at, is_simulated, starts_at }: repository.FileRow): string {
  const marks = `${withdrawn_at === null ? '' : 'WITHDRAWN-'}${is_simulated ? 'SIMULATED-' : ''}`
  return `${marks}${sensor_code.replace('/', '-')}-${stamp(starts_at)}`
}

const ZIP = task<typeof import('./pack-file.ts').zipFiles>({
  module: new URL('./pack-file.ts', import.meta.url),
  name: 'zipFiles',
  limits: { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 2 * MOST_ZIPPED_MIB },
})

type ZipQuery = Pick<FileQuery, 'notation' | 'signal'> & { readonly fileIds: readonly string[] }

/** Returns many files as one zip, made in the worker pool. */
export async function getFiles(
  { db }: Pick<ObservationPlatform, 'db'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { fileIds, notation, signal }: ZipQuery,
): Promise<FileAnswer> {
  pool.requireRoom(tenantId)
  const ids = [...new Set(fileIds)]
  const rows = await db.tenant(tenantId, async (tx) => {
    const { count, bytes } = await repository.weighFiles(tx, ids)
    if (count < ids.length) throw noFile()
    if (bytes > MOST_ZIPPED_MIB * BYTES_OF_MIB) throw new ApiError('unprocessable', TOO_LARGE)
    return repository.listFiles(tx, ids)
  })
  const files = rows.map((row) => ({ stem: stemOf(row), tdm: row.tdm }))
  const bytes = await pool.run(ZIP, tenantId, { files, notation }, signal)
  const isSimulated = rows.some((row) => row.is_simulated)
  return { name: markedName('tracks', 'zip', isSimulated), mediaType: 'application/zip', bytes: Buffer.from(bytes) }
}

const BYTES_OF_MIB = 1_048_576
const TOO_LARGE = `These files are more than ${MOST_ZIPPED_MIB} MiB together: ask for fewer at a time.`

const stamp = (date: Date) => date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

export type Request = {
  readonly caller: Pick<Caller, 'tenantId' | 'subject'>
  readonly requestId: string
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal
}

/** The pass whose result a track is. It is found and changed in the transaction that stores the track. */
export type Attachment = {
  /** True if the provider is a test provider, so that its measurements are simulated. */
  readonly isSimulated: boolean
  readonly belongsTo: (
    tx: TenantDb,
    files: readonly MeasuredFile[],
  ) => Promise<Pick<Belonging, 'requestId' | 'passId' | 'noradId' | 'compression' | 'isDemoObject'>>
  readonly kept: (tx: TenantDb, files: readonly MeasuredFile[]) => Promise<void>
}

const OF_NOTHING = { requestId: null, passId: null, noradId: null, compression: 'NONE', isDemoObject: false } as const

const MEASURE = task<typeof import('./measure-task.ts').measureMessage>({
  module: new URL('./measure-task.ts', import.meta.url),
  name: 'measureMessage',
  limits: { seconds: 30, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 32 },
})
/** Reads a message in the worker pool, and compares it with all known orbits. Throws 422 if it cannot be used. */
export async function measureText(
  platform: ObservationPlatform,
  tenantId: string,
  {
    text,
    isSimulated,
    signal,
  }: { readonly text: string; readonly isSimulated: boolean; readonly signal?: AbortSignal | undefined },
): Promise<readonly MeasuredFile[]> {
  pool.requireRoom(tenantId)
  // A simulated sensor makes no measurements that a user could send.
  const sensors = (await platform.db.tenant(tenantId, (tx) => knownSensors(tx, platform))).filter(
    (sensor) => !sensor.isSimulated,
  )
  const { numbers, times: span } = await nameObjects(tenantId, { text, kind: 'TDM' }, signal)
  const now = new Date(platform.now())
  const catalogue = await catalogueFor(platform, isSimulated)
  const better = await listBetter(platform.db, tenantId, { numbers, now, at: span?.from ?? now, isSimulated })
  const flown = await listFlown(platform.db, tenantId, { span, isSimulated })
  const input = { text, sensors, catalogue, better, flown, isSimulated }
  return filesOf(await pool.run(MEASURE, tenantId, input, signal).catch(takesTooMuch), isSimulated)
}

/** Returns the catalogue for a comparison: a real measurement is not compared with a simulated catalogue. */
async function catalogueFor({ db }: Pick<ObservationPlatform, 'db'>, isSimulated: boolean) {
  const catalogue = await readCatalogue(db)
  return packCatalogue(isSimulated || !catalogue.isSimulated ? catalogue.objects : [])
}

const NAME_OBJECTS = task<typeof import('./name-objects-task.ts').nameObjects>({
  module: new URL('./name-objects-task.ts', import.meta.url),
  name: 'nameObjects',
  limits: { seconds: 30, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 1 },
})

/**
 * Returns the objects that a message names. Throws 422 if the message cannot be read, before any query about its
 * objects.
 */
async function nameObjects(
  tenantId: string,
  message: Parameters<typeof import('./name-objects-task.ts').nameObjects>[0],
  signal: AbortSignal | undefined,
): Promise<NamedObjects> {
  const answer = await pool.run(NAME_OBJECTS, tenantId, message, signal).catch(takesTooMuch)
  if (!answer.ok) throw refusalOf(answer)
  return answer
}

type RefusedFile = Extract<MeasureAnswer, { ok: false }>

function takesTooMuch(error: unknown): RefusedFile {
  if (error instanceof TaskLimitError)
    return { ok: false, message: `The message takes ${error.what} to compare.`, errors: [] }
  throw error
}

const refusalOf = ({ message, errors }: RefusedFile) =>
  new ApiError('unprocessable', message, errors.length === 0 ? {} : { errors: [...errors] })

function filesOf(answer: MeasureAnswer, isSimulated: boolean): readonly MeasuredFile[] {
  if (!answer.ok) throw refusalOf(answer)
  // A simulated measurement of a real satellite could lead to a real decision, whoever sends it.
  if (!isSimulated && answer.files.some(({ isSaidSimulated }) => isSaidSimulated))
    throw new ApiError('unprocessable', 'The message says that it is simulated: it is no measurement of a sensor.')
  return answer.files
}

const MEASURE_POSITIONS = task<typeof import('./measure-positions-task.ts').measurePositions>({
  module: new URL('./measure-positions-task.ts', import.meta.url),
  name: 'measurePositions',
  limits: { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 32 },
})

export type OwnText = {
  readonly text: string
  /** The accuracy that the user gives for positions without a covariance, 1 sigma, m. */
  readonly positionSigmaM?: number | undefined
}

/** Measures the positions of own satellites (OEM), from their own receivers or precise orbits. */
async function measureOem(
  platform: ObservationPlatform,
  { caller: { tenantId }, signal }: Request,
  { text, positionSigmaM }: OwnText,
): Promise<readonly MeasuredFile[]> {
  pool.requireRoom(tenantId)
  const rows = await platform.db.tenant(tenantId, listActiveSatellites)
  const satellites = rows.map(({ norad_id: noradId, name, cospar_id: cosparId }) => ({ noradId, name, cosparId }))
  const { names, times } = await nameObjects(tenantId, { text, kind: 'OEM' }, signal)
  const numbers = satellites.filter((one) => isCalled(one, new Set(names))).map(({ noradId }) => noradId)
  const now = new Date(platform.now())
  const better = await listBetter(platform.db, tenantId, { numbers, now, at: times?.from ?? now, isSimulated: false })
  const flown = await listFlown(platform.db, tenantId, { span: times, isSimulated: false })
  const burns = times === undefined ? [] : await platform.db.tenant(tenantId, (tx) => burnsBefore(tx, numbers, times))
  const catalogue = await catalogueFor(platform, false)
  const input = { text, satellites, burns, catalogue, better, flown, sigmaM: positionSigmaM ?? null }
  return filesOf(await pool.run(MEASURE_POSITIONS, tenantId, input, signal).catch(takesTooMuch), false)
}

/** Orbits that are older than this are not corrected for later burns, so older burns are not read. */
const OLDEST_BURN_MS = 14 * DAY_MS

const burnsBefore = (tx: TenantDb, noradIds: readonly number[], { from, to }: Span) =>
  listNotifiedBurns(tx, { noradIds, since: new Date(from.getTime() - OLDEST_BURN_MS), to })

/** Accepts a track, with or without an order, as one file and report for each segment. */
export async function takeInTrack(
  platform: ObservationPlatform,
  request: Request,
  own: OwnText,
  attachment?: Attachment,
): Promise<Observation[]> {
  const { caller, signal } = request
  const { tenantId } = caller
  const isSimulated = attachment?.isSimulated ?? false
  const isPositions = isOem(own.text)
  const files = isPositions
    ? await measureOem(platform, request, own)
    : await measureText(platform, tenantId, { text: own.text, isSimulated, signal })
  requirePast(own.text, files, platform.now())
  return platform.db.tenant(tenantId, (tx) => keepFiles(tx, platform, { request, files, attachment }))
}

type Keeping = {
  readonly request: Request
  readonly files: readonly MeasuredFile[]
  readonly attachment: Attachment | undefined
}

/** Stores measured files within the caller's transaction. */
export async function keepFiles(
  tx: TenantDb,
  platform: Pick<ObservationPlatform, 'now'>,
  { request: { caller, requestId }, files, attachment }: Keeping,
): Promise<Observation[]> {
  const { tenantId, subject: actor } = caller
  const now = new Date(platform.now())
  const belonging = (await attachment?.belongsTo(tx, files)) ?? OF_NOTHING
  const isSimulated = attachment?.isSimulated ?? false
  const kept: Observation[] = []
  for (const file of files) {
    await keepFile(tx, file, { ...belonging, isSimulated, tenantId, now })
    const detail = { sensorCode: file.sensorCode, passId: belonging.passId, measurements: file.measurements }
    const entry = { actor, action: 'observation.create', object: file.id, outcome: 'done' as const, requestId, detail }
    await insertAudit(tx, tenantId, entry)
    const row = await repository.findFile(tx, file.id)
    if (row !== undefined) kept.push(present(row))
  }
  await attachment?.kept(tx, files)
  return kept
}
