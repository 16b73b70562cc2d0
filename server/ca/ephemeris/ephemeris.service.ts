import { pathStatusOfFile } from '@apsis/ccsds/ephemeris/path-status.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import type { FileAnswer } from '../../platform/http/answer-file.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { expectedObject } from '../satellite/record/expected-object.ts'
import { findSatellite } from '../satellite/record/satellite.repository.ts'
import { screenFile } from '../screening/screening.service.ts'
import { disagreementsOf, requireSeen, seenOf } from './disagreement.ts'
import type { Disagreement } from './disagreement-task.ts'
import type { EphemerisRow } from './record/ephemeris.repository.ts'
import * as repository from './record/ephemeris.repository.ts'
import { openOrbit } from './record/packed-orbit.ts'
import { headOf, requireFlown } from './record/path-status.ts'
import { type Request, record, supersede } from './record/record.ts'
import { writeOnPool } from './record/tasks.ts'
import { setLinesToScreen } from './record/to-screen.repository.ts'

type Reader = Pick<Caller, 'tenantId'>
type Glance = Pick<CaPlatform, 'db' | 'now'>

export type Listing = Omit<repository.EphemerisFilter, 'offset'> & { readonly page: number }

/** Returns a page of the organisation's files, newest first, and the number of all that match. */
export function listEphemeris(
  { db, now }: Glance,
  { tenantId }: Reader,
  { page, ...filter }: Listing,
): Promise<{ items: EphemerisFile[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const offset = (page - 1) * filter.limit
    const { rows, total } = await repository.listEphemeris(tx, new Date(now()), { ...filter, offset })
    return { items: rows.map(presentEphemeris), total }
  })
}

/** Returns a file of the organisation in its present state. */
export function getEphemeris({ db, now }: Glance, { tenantId }: Reader, id: string): Promise<EphemerisFile> {
  return db.tenant(tenantId, async (tx) => presentEphemeris(await requireEphemeris(tx, new Date(now()), id)))
}

/** The operational orbit of a satellite: its segments in TEME as `v8.serialize` writes them, and its file. */
export type OperationalOrbit = {
  readonly name: string
  readonly segments: Uint8Array
  readonly isSimulated: boolean
}

/** Returns the operational file of a satellite if it has a state at a time; undefined if none has. */
export async function findOperationalOrbit(
  tx: TenantDb,
  { now, satelliteId, at }: { readonly now: Date; readonly satelliteId: string; readonly at: Date },
): Promise<OperationalOrbit | undefined> {
  const [row] = await repository.listOperational(tx, now, satelliteId)
  const isThen =
    row?.usable_start_at != null && row.usable_stop_at !== null && row.usable_start_at <= at && at < row.usable_stop_at
  const packed = isThen ? await repository.findOrbit(tx, row.id) : undefined
  if (row === undefined || packed === undefined) return undefined
  return { name: row.name, segments: (await openOrbit(packed)).segments, isSimulated: row.is_simulated }
}

type Form = 'original' | 'kvn' | 'xml'

/** Returns the bytes of a file: as received, or written again as an OEM. */
export async function readEphemerisFile(
  { db, now }: Glance,
  { tenantId }: Reader,
  { id, format, signal }: { readonly id: string; readonly format: Form; readonly signal: AbortSignal },
): Promise<FileAnswer> {
  const { row, bytes, satellite } = await db.tenant(tenantId, async (tx) => {
    const found = await requireEphemeris(tx, new Date(now()), id)
    const pieces = await repository.listPieces(tx, id)
    return { row: found, bytes: Buffer.concat(pieces), satellite: await findSatellite(tx, found.satellite_id) }
  })
  const { name, sha256 } = row
  if (format === 'original') return { mediaType: mediaTypeOf(row.format), name, bytes, isImmutable: true, etag: sha256 }
  const notation = format === 'kvn' ? 'KVN' : 'XML'
  // This runs after the transaction: callers that hold one connection and wait for a second one could block all others.
  const object = satellite === undefined ? { ids: [], names: [] } : await expectedObject(db, satellite)
  const file = { source: bytes, name, object, since: row.uploaded_at.toISOString() }
  const written = await writeOnPool(tenantId, { ...file, notation }, signal)
  if (written.bytes === undefined)
    throw new ApiError('unprocessable', `The file cannot be written as an OEM: ${written.fault}.`)
  return {
    mediaType: format === 'kvn' ? 'text/plain' : 'application/xml',
    name: `${name.replace(/\.[^.]{1,5}$/, '')}.${format === 'kvn' ? 'oem' : 'xml'}`,
    bytes: Buffer.from(written.bytes),
    etag: `${sha256}-${format}`,
  }
}

function mediaTypeOf(format: string): string {
  if (format.endsWith('XML')) return 'application/xml'
  return format === 'unknown' ? 'application/octet-stream' : 'text/plain'
}

export type EphemerisChange = {
  readonly id: string
  readonly name?: string | undefined
  readonly kind?: repository.EphemerisKind | undefined
  readonly active?: boolean | undefined
  readonly isDisagreementSeen?: boolean | undefined
}

/** Changes a file; a file that becomes operational replaces the earlier one and is screened. */
export async function updateEphemeris(
  platform: CaPlatform,
  { owner, requestId }: Request,
  { id, isDisagreementSeen, ...asked }: EphemerisChange,
): Promise<EphemerisFile> {
  const { tenantId } = owner
  const disagreements = asked.kind === 'OPERATIONAL' ? await disagreementsWith(platform, owner, id) : []
  const isNew = await platform.db.tenant(tenantId, async (tx) => {
    const { satellite_id: satelliteId } = await requireEphemeris(tx, new Date(platform.now()), id)
    await repository.lockSatelliteFiles(tx, satelliteId)
    const row = await requireEphemeris(tx, new Date(platform.now()), id)
    const { name = row.name, kind = row.kind, active = row.active } = asked
    const isRaised = asked.kind === 'OPERATIONAL' && (row.kind !== 'OPERATIONAL' || row.state === 'SUPERSEDED')
    if (isRaised) {
      requireUsable(row)
      requireFlown(await storedPathStatus(tx, row, name), '#/kind')
      requireSeen(disagreements, isDisagreementSeen)
    }
    if (isRaised) await supersede(tx, owner.tenantId, { satelliteId, by: id })
    const isRenewed = row.state === 'SUPERSEDED' && asked.kind !== undefined
    await repository.updateEphemeris(tx, id, { name, kind, active, isRenewed })
    if (isRaised && active) await setLinesToScreen(tx, id, new Date(platform.now()))
    const detail = { name, kind, active, ...(isRaised ? seenOf(disagreements) : {}) }
    await record(tx, { owner, requestId }, { action: 'ephemeris.update', id, detail })
    return isRaised && active
  })
  if (isNew) await screenFile(platform, owner, id)
  return getEphemeris(platform, owner, id)
}

/** Returns the disagreements of a stored file; none for an unusable file, which is refused because it is unusable. */
async function disagreementsWith(platform: Glance, { tenantId }: Reader, id: string): Promise<readonly Disagreement[]> {
  const held = await platform.db.tenant(tenantId, async (tx) => {
    const row = await requireEphemeris(tx, new Date(platform.now()), id)
    const { usable_start_at: from, usable_stop_at: to } = row
    const isRaised = row.kind !== 'OPERATIONAL' || row.state === 'SUPERSEDED'
    if (!isRaised || from === null || to === null) return undefined
    const [satellite, packed] = [await findSatellite(tx, row.satellite_id), await repository.findOrbit(tx, id)]
    return satellite && packed && { tenantId, satellite, packed, from, to }
  })
  return held === undefined ? [] : disagreementsOf(platform, held)
}

function requireUsable({ state, errors }: repository.EphemerisRow): void {
  if (state === 'INVALID')
    throw new ApiError('conflict', `The file is invalid and cannot become operational: ${errors[0]?.message ?? ''}.`)
  if (state === 'EXPIRED') throw new ApiError('conflict', 'The file has expired and cannot become operational.')
}

/** Removes a file with its original; refused while a screening uses it. */
export async function removeEphemeris(db: Database, { owner, requestId }: Request, id: string): Promise<void> {
  await db.tenant(owner.tenantId, async (tx) => {
    const row = await requireEphemeris(tx, new Date(0), id)
    if (await repository.isScreened(tx, id))
      throw new ApiError('conflict', 'A screening uses the file: wait for its end, or cancel it.')
    await repository.deleteEphemeris(tx, id)
    const detail = { satelliteId: row.satellite_id, name: row.name, sha256: row.sha256 }
    await record(tx, { owner, requestId }, { action: 'ephemeris.remove', id, detail, state: 'removed' })
  })
}

/** Returns the path status of a file, from its original or present name and from its comments. */
async function storedPathStatus(tx: TenantDb, row: repository.EphemerisRow, name: string) {
  const [first = new Uint8Array()] = await repository.listPieces(tx, row.id)
  const satellite = await findSatellite(tx, row.satellite_id)
  const ownNames = satellite === undefined ? [] : [satellite.name]
  const head = await headOf(first)
  const byName = [row.name, name].map((one) => pathStatusOfFile({ name: one, head, ownNames }))
  const isStudy = row.path_case !== null && row.path_case !== 'NOMINAL'
  const known = { case: row.path_case, study: isStudy ? row.path_case : null }
  return [...byName, known].find(({ study }) => study !== null) ?? known
}

async function requireEphemeris(tx: TenantDb, now: Date, id: string): Promise<repository.EphemerisRow> {
  const row = await repository.findEphemeris(tx, now, id)
  if (row === undefined) throw new ApiError('not-found', 'There is no such ephemeris file.')
  return row
}

const instant = (date: Date | null) => date?.toISOString() ?? null

/** Returns a file in the form of the API. */
function presentEphemeris(row: EphemerisRow): EphemerisFile {
  return {
    oemFileId: row.id,
    satelliteId: row.satellite_id,
    name: row.name,
    kind: row.kind,
    case: row.path_case,
    state: row.state,
    active: row.active,
    version: row.version,
    format: row.format,
    bytes: row.bytes,
    sha256: row.sha256,
    originator: row.originator,
    objectId: row.object_id,
    objectName: row.object_name,
    referenceFrame: row.reference_frame,
    startTime: instant(row.start_at),
    stopTime: instant(row.stop_at),
    usableStartTime: instant(row.usable_start_at),
    usableStopTime: instant(row.usable_stop_at),
    points: row.points,
    segments: row.segments,
    statesPerRevolution: row.states_per_revolution,
    gaps: row.gaps,
    covariance: row.covariance,
    covarianceFrame: row.covariance_frame,
    errors: row.errors,
    warnings: row.warnings,
    autoRelinquishPc: row.auto_relinquish_pc,
    screeningIds: row.screening_ids,
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at.toISOString(),
    isSimulated: row.is_simulated,
  }
}
