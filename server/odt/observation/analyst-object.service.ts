import type { ElementSet } from '@apsis/astro/sgp4/element-set.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import type { Vec3 } from '@apsis/astro/vec3.ts'
import { formatOmm } from '@apsis/ccsds/omm/omm.ts'
import { fromElementSet } from '@apsis/ccsds/omm/omm-elements.ts'
import {
  type AnalystObject,
  FIRST_ANALYST_NUMBER,
  LAST_ANALYST_NUMBER,
  MOST_ANALYST_OBJECTS,
} from '@apsis/contract/odt/observation/analyst-object.ts'
import type { InitialOrbit } from '@apsis/contract/odt/observation/initial-orbit.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit } from '../../platform/database/audit.repository.ts'
import type { Database, TenantDb } from '../../platform/database/database.ts'
import { newestSets, storeAnalystSets } from '../../tle/element-set.service.ts'
import { elementsThrough } from '../object/event-orbit.ts'
import * as repository from './analyst-object.repository.ts'
import { findInitialOrbitsOf } from './initial-orbits.service.ts'

type Platform = { readonly db: Database; readonly now: () => number; readonly isSimulationAllowed: boolean }
type Request = {
  readonly caller: Pick<Caller, 'tenantId' | 'subject' | 'username'>
  readonly requestId: string
  /** Aborted when the caller no longer waits for the answer. */
  readonly signal?: AbortSignal | undefined
}

/** Returns the followed objects, newest first. A simulated object whose elements were deleted with the demo is left out. */
export function listAnalystObjects(
  { db }: Pick<Platform, 'db'>,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { 'file-id': fileId }: { readonly 'file-id'?: string | undefined },
): Promise<AnalystObject[]> {
  return db.tenant(tenantId, async (tx) =>
    (await listKnown(tx))
      .filter(({ observation_id }) => fileId === undefined || observation_id === fileId)
      .map(present),
  )
}

async function listKnown(tx: TenantDb): Promise<repository.AnalystRow[]> {
  const rows = await repository.listAnalystObjects(tx)
  const sets = await newestSets(
    tx,
    rows.map(({ norad_id }) => norad_id),
  )
  return rows.filter(({ norad_id }) => sets.has(norad_id))
}

type WantedObject = { readonly fileId: string; readonly rank: number; readonly name?: string | undefined }

/** Stores an orbit of a track under a number of the organisation; the same orbit again returns the stored object. */
export async function createAnalystObject(
  platform: Platform,
  request: Request,
  { fileId, rank, name }: WantedObject,
): Promise<AnalystObject> {
  const { caller, requestId, signal } = request
  const { tenantId, subject: actor, username } = caller
  const { file, orbits } = await findInitialOrbitsOf(platform, { tenantId, id: fileId, signal })
  const orbit = orbits.orbits.find((one) => one.rank === rank)
  if (orbit === undefined) throw refused(`The track has no orbit ${rank}: it has ${orbits.orbits.length}.`)
  const now = new Date(platform.now())
  return platform.db.tenant(tenantId, async (tx) => {
    await repository.lockAnalystObjects(tx, tenantId)
    const known = await repository.listAnalystObjects(tx)
    const kept = known.find((one) => one.observation_id === fileId && one.rank === rank)
    if (kept !== undefined) return present(kept)
    if (file.withdrawn_at !== null)
      throw new ApiError('conflict', 'The file was withdrawn: nothing is followed by what it measured.')
    if (known.length >= MOST_ANALYST_OBJECTS)
      throw new ApiError(
        'conflict',
        `An organisation follows ${MOST_ANALYST_OBJECTS} analyst objects at most: remove one.`,
      )
    const noradId = await repository.nextNumber(tx)
    if (noradId > LAST_ANALYST_NUMBER) throw new ApiError('conflict', 'Every number of analyst objects was given.')
    const object = { noradId, name: nameOf(noradId, { name, isSimulated: file.is_simulated }) }
    const set = elementsOf(orbit, object)
    await storeAnalystSets(tx, { tenantId, isSimulated: file.is_simulated }, [set])
    const row: repository.NewAnalystRow = {
      norad_id: noradId,
      name: object.name,
      observation_id: fileId,
      sensor_code: file.sensor_code,
      rank,
      orbit,
      message: messageOf(set, { now, isSimulated: file.is_simulated }),
      is_simulated: file.is_simulated,
      created_at: now,
      created_by: actor,
      created_by_name: username,
    }
    await repository.insertAnalystObject(tx, tenantId, row)
    const detail = { fileId, rank, name: object.name }
    await insertAudit(tx, tenantId, {
      actor,
      action: 'analyst-object.create',
      object: String(noradId),
      outcome: 'done',
      requestId,
      detail,
    })
    emit(tx, { tenantId, type: 'observation', data: { observationFileId: fileId } })
    return present(row)
  })
}

/** Stops following an object. Its elements are kept for the past, and its number is not reused. */
export function removeAnalystObject(
  platform: Platform,
  { caller, requestId }: Request,
  noradId: number,
): Promise<void> {
  const { tenantId, subject: actor } = caller
  return platform.db.tenant(tenantId, async (tx) => {
    const removed = await repository.markRemoved(tx, { noradId, at: new Date(platform.now()), by: actor })
    if (removed === undefined) throw new ApiError('not-found', 'There is no such analyst object.')
    await insertAudit(tx, tenantId, {
      actor,
      action: 'analyst-object.remove',
      object: String(noradId),
      outcome: 'done',
      requestId,
      detail: { name: removed.name },
    })
    emit(tx, { tenantId, type: 'observation', data: { observationFileId: removed.observation_id } })
  })
}

/** The name of a simulated object says that it is simulated. */
function nameOf(
  noradId: number,
  { name, isSimulated }: { readonly name: string | undefined; readonly isSimulated: boolean },
): string {
  const plain = name ?? `ANALYST ${noradId - FIRST_ANALYST_NUMBER + 1}`
  return isSimulated && !plain.startsWith('SIMULATED') ? `SIMULATED ${plain}` : plain
}

/** Returns elements that fit the orbit at its epoch, without drag, which is unknown for an unknown object. */
function elementsOf(
  { epoch, position, velocity }: InitialOrbit,
  object: { readonly noradId: number; readonly name: string },
): ElementSet {
  const state = { r: vectorOf(position), v: vectorOf(velocity) }
  const set = elementsThrough(state, { epoch: parseTime(epoch), ...object })
  if (set === undefined) throw refused('No elements go through this orbit: passes cannot be computed by it.')
  return set
}

const vectorOf = ([x = 0, y = 0, z = 0]: readonly number[]): Vec3 => [x, y, z]

function messageOf(set: ElementSet, { now, isSimulated }: { readonly now: Date; readonly isSimulated: boolean }) {
  const header = {
    version: '2.0',
    creationDate: parseTime(now.toISOString()),
    originator: isSimulated ? 'APSIS-SIM' : 'APSIS',
    comments: [`${isSimulated ? 'SIMULATED. ' : ''}Initial orbit of one track, no drag: it serves for a short time`],
  }
  return formatOmm(fromElementSet(set, header))
}

const present = (row: repository.AnalystRow): AnalystObject => ({
  catalogueId: row.norad_id,
  name: row.name,
  fileId: row.observation_id,
  sensorCode: row.sensor_code,
  orbit: row.orbit,
  orbitDataMessage: row.message,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_name,
  isSimulated: row.is_simulated,
})

function refused(message: string): ApiError {
  const errors = [{ code: 'analyst-object.orbit', pointer: '#/rank', message }]
  return new ApiError('unprocessable', message, { errors })
}
