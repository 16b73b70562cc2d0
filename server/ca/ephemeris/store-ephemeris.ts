import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { pathStatusOfFile } from '@apsis/ccsds/ephemeris/path-status.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { expectedObject } from '../satellite/record/expected-object.ts'
import { findSatellite, type SatelliteRow } from '../satellite/record/satellite.repository.ts'
import { screenFile } from '../screening/screening.service.ts'
import { disagreementsOf, requireSeen, seenOf } from './disagreement.ts'
import type { Disagreement } from './disagreement-task.ts'
import { getEphemeris } from './ephemeris.service.ts'
import * as repository from './record/ephemeris.repository.ts'
import { firstInside, lastInside } from './record/inside-span.ts'
import { headOf, requireFlown } from './record/path-status.ts'
import type { Answer } from './record/read-task.ts'
import { type Owner, record, supersede } from './record/record.ts'
import { checkOnPool } from './record/tasks.ts'
import { setLinesToScreen } from './record/to-screen.repository.ts'

/** A file that has arrived: its path, or its bytes. */
export type GivenEphemeris = {
  readonly satelliteId: string
  readonly kind: repository.EphemerisKind
  readonly name: string
  readonly source: string | Uint8Array
  readonly autoRelinquishPc?: number | undefined
  readonly isSimulated?: boolean
  /**
   * True if a person has confirmed that the file disagrees with the last messages; without this, a file that
   * disagrees does not become operational.
   */
  readonly isDisagreementSeen?: boolean | undefined
  readonly requestId?: string
  /** Aborted when nobody waits for the answer any more: the file is then not read. */
  readonly signal?: AbortSignal
}

/** The limits for the files of one organisation (reliability.md §2.5). */
export const EPHEMERIS_QUOTA = { files: 10_000, bytes: 5 * 1024 ** 3 } as const
const PIECE_BYTES = 1024 ** 2
const NO_FACTS: repository.Facts = {
  originator: null,
  made: null,
  objectId: null,
  objectName: null,
  referenceFrame: null,
  start: null,
  stop: null,
  usableStart: null,
  usableStop: null,
  points: 0,
  segments: 0,
  statesPerRevolution: null,
  gaps: [],
  covariance: 'none',
  covarianceFrame: null,
}

/**
 * Checks a file and stores it, whatever its faults. A valid operational file replaces the earlier one, and is
 * screened. A candidate that may become operational automatically is screened, too.
 */
export async function storeEphemeris(
  platform: CaPlatform,
  owner: Owner,
  given: GivenEphemeris,
): Promise<EphemerisFile> {
  const { db, now } = platform
  const measured = await measure(given.source)
  const satellite = await db.tenant(owner.tenantId, async (tx) => {
    const found = await findSatellite(tx, given.satelliteId)
    if (found === undefined) throw unknownSatellite()
    await requireRoom(tx, measured.bytes)
    return found
  })
  const object = await expectedObject(db, satellite)
  const pathStatus = pathStatusOfFile({ name: given.name, head: await headOf(given.source), ownNames: object.names })
  if (given.kind === 'OPERATIONAL') requireFlown(pathStatus, '#/kind')
  else if (given.autoRelinquishPc !== undefined) requireFlown(pathStatus, '#/autoRelinquishPc')
  const { name, source, signal } = given
  const since = new Date(now()).toISOString()
  const checked = await checkOnPool(owner.tenantId, { source, name, object, since }, signal)
  const id = randomUUID()
  const isScreened =
    checked.packed !== undefined && (given.kind === 'OPERATIONAL' || given.autoRelinquishPc !== undefined)
  const disagreements = isScreened ? await disagreementsWith(platform, owner, { satellite, checked }) : []
  requireSeen(disagreements, given.isDisagreementSeen)
  await db.tenant(owner.tenantId, async (tx) => {
    await keep(tx, { owner, given, satellite }, { id, measured, checked, pathCase: pathStatus.case, disagreements })
    if (isScreened) await setLinesToScreen(tx, id, new Date(now()))
  })
  if (isScreened) await screenFile(platform, owner, id)
  return getEphemeris(platform, owner, id)
}

type CheckedFile = { readonly satellite: SatelliteRow; readonly checked: Answer }

async function disagreementsWith(
  platform: Pick<CaPlatform, 'db' | 'now'>,
  { tenantId }: Owner,
  { satellite, checked: { packed, facts } }: CheckedFile,
): Promise<readonly Disagreement[]> {
  if (packed === undefined || facts === undefined) return []
  const { usableStart, usableStop } = writeFacts(facts)
  if (usableStart === null || usableStop === null) return []
  const span = { from: new Date(usableStart), to: new Date(usableStop) }
  return disagreementsOf(platform, { tenantId, satellite, packed, ...span })
}

type FileMeasure = { readonly bytes: number; readonly sha256: string }

async function measure(source: string | Uint8Array): Promise<FileMeasure> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of piecesOf(source)) {
    bytes += piece.length
    hash.update(piece)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Yields a file in the pieces in which it is stored. */
async function* piecesOf(source: string | Uint8Array): AsyncGenerator<Uint8Array> {
  if (typeof source === 'string') yield* createReadStream(source, { highWaterMark: PIECE_BYTES })
  else for (let at = 0; at < source.length; at += PIECE_BYTES) yield source.subarray(at, at + PIECE_BYTES)
}

type Cause = { readonly owner: Owner; readonly given: GivenEphemeris; readonly satellite: SatelliteRow }
type NewFile = {
  readonly id: string
  readonly measured: FileMeasure
  readonly checked: Answer
  readonly pathCase: EphemerisFile['case']
  readonly disagreements: readonly Disagreement[]
}

async function keep(
  tx: TenantDb,
  { owner, given, satellite }: Cause,
  { id, measured, checked, pathCase, disagreements }: NewFile,
): Promise<void> {
  const { tenantId, subject } = owner
  await repository.lockSatelliteFiles(tx, satellite.id)
  await requireRoom(tx, measured.bytes)
  const { format, errors, warnings, packed, facts } = checked
  const isValid = packed !== undefined
  if (isValid && given.kind === 'OPERATIONAL') await supersede(tx, tenantId, { satelliteId: satellite.id, by: id })
  const state = isValid ? 'VALID' : 'INVALID'
  await repository.insertEphemeris(tx, {
    tenantId,
    id,
    satelliteId: satellite.id,
    name: given.name,
    kind: given.kind,
    pathCase,
    state,
    format,
    ...measured,
    facts: facts === undefined ? NO_FACTS : writeFacts(facts),
    errors: errors.map(({ expected, ...rest }) => ({ ...rest, ...(expected ? { expected: [...expected] } : {}) })),
    warnings: warnings.map(({ expected, ...rest }) => ({ ...rest, ...(expected ? { expected: [...expected] } : {}) })),
    autoRelinquishPc: given.autoRelinquishPc ?? null,
    uploadedBy: subject,
    isSimulated: given.isSimulated ?? false,
  })
  let place = 0
  for await (const bytes of piecesOf(given.source))
    await repository.insertPiece(tx, { tenantId, id }, { place: place++, bytes })
  if (packed !== undefined) await repository.insertOrbit(tx, { tenantId, id }, packed)
  const file = { satelliteId: satellite.id, name: given.name, kind: given.kind, state, sha256: measured.sha256 }
  const detail = { ...file, ...seenOf(disagreements) }
  const step = { action: 'ephemeris.upload', id, detail, state }
  await record(tx, { owner, requestId: given.requestId ?? 'none' }, step)
}

function writeFacts({
  made,
  span,
  usable,
  gaps,
  envelopeFrom: _,
  ...rest
}: NonNullable<Answer['facts']>): repository.Facts {
  return {
    ...rest,
    made: made === null ? null : utc(made),
    start: utc(span.from),
    stop: utc(span.to),
    usableStart: firstInside(usable.from),
    usableStop: lastInside(usable.to),
    gaps: gaps.map(({ from, to }) => ({ from: utc(from), to: utc(to) })),
  }
}

function utc(epoch: Epoch): string {
  return formatTime(epoch, { digits: 3, zulu: true })
}

async function requireRoom(tx: TenantDb, bytes: number): Promise<void> {
  const used = await repository.measureFiles(tx)
  if (used.files < EPHEMERIS_QUOTA.files && used.bytes + bytes <= EPHEMERIS_QUOTA.bytes) return
  const limit = `${EPHEMERIS_QUOTA.files} files and ${EPHEMERIS_QUOTA.bytes / 1024 ** 3} GiB`
  throw new ApiError('conflict', `The organisation may keep ${limit} of ephemerides: remove old ones first.`)
}

function unknownSatellite(): ApiError {
  const [pointer, message] = ['#/satellite-id', 'names no satellite of yours']
  return new ApiError('not-found', `${pointer}: ${message}`, { errors: [{ code: 'body.unknown', pointer, message }] })
}
