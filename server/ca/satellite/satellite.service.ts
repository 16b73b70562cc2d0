import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Satellite, SatelliteInput, SatelliteStep } from '@apsis/contract/ca/satellite/satellite.ts'
import type { ProblemDetail } from '@apsis/contract/errors.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Caller } from '../../platform/auth/caller.ts'
import { insertAudit, listAuditOf } from '../../platform/database/audit.repository.ts'
import { type Database, type TenantDb, uniqueKeyOf } from '../../platform/database/database.ts'
import { expectedVersion } from '../../platform/http/etag.ts'
import { upsertRecurringWork } from '../../platform/jobs/recurring-work.repository.ts'
import type { CaPlatform } from '../ca-platform.ts'
import { reassessEvents } from '../event/event.service.ts'
import { REMINDER, SILENT_BURNS } from '../recurring-work-names.ts'
import { FLEET_SCREENING, LOOK_EVERY_S } from '../screening/fleet/fleet-screening.service.ts'
import { presentSatellite, presentSatellites } from './present-satellite.ts'
import * as repository from './record/satellite.repository.ts'
import { changedFields } from './satellite-changes.ts'

/** The owner of the satellite, and the person who changes it. */
export type Owner = Pick<Caller, 'tenantId' | 'subject'>
export type Request = { readonly owner: Owner; readonly requestId: string }
export type Origin = { readonly isSimulated?: boolean; readonly requestId: string }
export type Listing = Omit<repository.SatelliteFilter, 'offset'> & { readonly page: number }

/** Returns the satellites of the organisation with their catalogue numbers. */
export async function listFleetNumbers(tx: TenantDb): Promise<{ readonly id: string; readonly noradId: number }[]> {
  return (await repository.listActiveSatellites(tx)).map(({ id, norad_id: noradId }) => ({ id, noradId }))
}

/** Adds a satellite; refused if its name or catalogue number is taken. Events that arrived before it become its own. */
export async function createSatellite(
  platform: CaPlatform,
  { owner, requestId }: Request,
  input: SatelliteInput,
): Promise<Satellite> {
  const work = async (tx: TenantDb) => {
    const row = await addSatellite(tx, owner, input, { requestId })
    await reassess(tx, platform, owner, row)
    return presentSatellite(tx, row)
  }
  return guarded(() => platform.db.tenant(owner.tenantId, work))
}

/** Requests a new assessment of the events of a satellite: its open events, and events that arrived before it was known. */
function reassess(tx: TenantDb, { queue, now }: CaPlatform, { tenantId }: Owner, row: repository.SatelliteRow) {
  return reassessEvents(tx, { queue, tenantId, now: new Date(now()) }, row)
}

/** Adds a satellite within the caller's transaction, and changes no event. */
export async function addSatellite(
  tx: TenantDb,
  owner: Owner,
  input: SatelliteInput,
  { isSimulated = false, requestId }: Origin,
): Promise<repository.SatelliteRow> {
  const id = randomUUID()
  await requireFree(tx, { id, ...input })
  const { tenantId } = owner
  const row = await repository.insertSatellite(tx, { tenantId, id, isSimulated, ...fieldsOf(input) })
  await record(tx, { owner, requestId }, { change: 'create', row })
  await upsertRecurringWork(tx, { name: FLEET_SCREENING, tenantId }, LOOK_EVERY_S)
  await upsertRecurringWork(tx, { name: REMINDER.name, tenantId }, REMINDER.everyS)
  await upsertRecurringWork(tx, { name: SILENT_BURNS.name, tenantId }, SILENT_BURNS.everyS)
  return row
}

/** Returns a page of the organisation's satellites by name, and the number of all that match. */
export async function listSatellites(
  db: Database,
  { tenantId }: Pick<Caller, 'tenantId'>,
  { page, ...filter }: Listing,
): Promise<{ items: Satellite[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    const { rows, total } = await repository.listSatellites(tx, { ...filter, offset: (page - 1) * filter.limit })
    return { items: await presentSatellites(tx, rows), total }
  })
}

type Change = { readonly id: string; readonly input: SatelliteInput; readonly ifMatch: string | undefined }

/**
 * Replaces all fields of a satellite. `ifMatch` is the version that the caller has seen, if one was sent. If nothing
 * differs, the version stays and nothing else happens.
 */
export async function updateSatellite(
  platform: CaPlatform,
  { owner, requestId }: Request,
  { id, input, ifMatch }: Change,
): Promise<Satellite> {
  const expected = expectedVersion(ifMatch, 'this satellite')
  const work = async (tx: TenantDb) => {
    const before = await repository.lockSatellite(tx, id)
    if (before === undefined) throw notFound('#/satelliteId')
    await requireFree(tx, { id, ...input })
    if (expected !== undefined && expected !== before.version)
      throw new ApiError('version-stale', 'The satellite was changed by somebody else in between.')
    const fields = fieldsOf(input)
    if (isSame(before, fields)) return presentSatellite(tx, before)
    const row = await repository.updateSatellite(tx, id, fields)
    await record(tx, { owner, requestId }, { change: 'update', row, before })
    await reassess(tx, platform, owner, row)
    return presentSatellite(tx, row)
  }
  return guarded(() => platform.db.tenant(owner.tenantId, work))
}

/** Hides a satellite; it can be restored for 30 days. */
export async function removeSatellite(db: Database, { owner, requestId }: Request, id: string): Promise<void> {
  await db.tenant(owner.tenantId, async (tx) => {
    const row = await repository.findSatellite(tx, id)
    if (row === undefined || !(await hideSatellite(tx, { owner, requestId }, row))) throw notFound()
  })
}

/** Hides a satellite within the caller's transaction; false if it is hidden already. */
export async function hideSatellite(tx: TenantDb, request: Request, row: repository.SatelliteRow): Promise<boolean> {
  if (!(await repository.hideSatellite(tx, row.id))) return false
  await record(tx, request, { change: 'remove', row: { ...row, version: row.version + 1 } })
  return true
}

/** Restores a removed satellite, unless its name or number was given to another in between. */
export async function restoreSatellite(
  platform: CaPlatform,
  { owner, requestId }: Request,
  id: string,
): Promise<Satellite> {
  const work = async (tx: TenantDb) => {
    const hidden = await repository.findAnySatellite(tx, id)
    if (hidden === undefined) throw notFound()
    if (hidden.deleted_at === null) throw new ApiError('conflict', 'The satellite is not removed.')
    await requireFree(tx, { id, name: hidden.name, noradId: hidden.norad_id }, '')
    const row = await repository.unhideSatellite(tx, id)
    if (row === undefined) throw notFound()
    await record(tx, { owner, requestId }, { change: 'restore', row })
    await reassess(tx, platform, owner, row)
    return presentSatellite(tx, row)
  }
  return guarded(() => platform.db.tenant(owner.tenantId, work))
}

/** Returns a satellite of the organisation that is not removed. */
export const findSatellite = repository.findSatellite
/** Returns the satellite of the organisation with a catalogue number, unless it is removed. */
export const findSatelliteByNorad = repository.findSatelliteByNorad
/** Returns all satellites of the organisation that are not removed, by name. */
export const listActiveSatellites = repository.listActiveSatellites
export type SatelliteRow = repository.SatelliteRow

function fieldsOf({ name, noradId, cosparId, group, configuration }: SatelliteInput): repository.SatelliteFields {
  return { name, noradId, cosparId, tag: group === '' ? undefined : group, configuration }
}

/** True if a satellite is stored with exactly these fields. */
function isSame(row: repository.SatelliteRow, fields: repository.SatelliteFields): boolean {
  const stored = [row.name, row.norad_id, row.cospar_id, row.tag, row.configuration]
  const given = [fields.name, fields.noradId, fields.cosparId ?? null, fields.tag ?? null, fields.configuration]
  // The fields are compared as JSON, as they are stored: an undefined field is absent.
  return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(given)))
}

type Names = { readonly id: string; readonly name: string; readonly noradId: number }

async function requireFree(tx: TenantDb, { id, name, noradId }: Names, pointer = '#'): Promise<void> {
  const taken = await repository.findClash(tx, { id, name, noradId })
  const faults = (['noradId', 'name'] as const).filter((field) => taken[field])
  if (faults.length > 0) throw clash(faults, pointer)
}

const TAKEN = {
  noradId: 'belongs to another satellite of the organisation',
  name: 'is the name of another satellite of the organisation',
}

function clash(fields: readonly (keyof typeof TAKEN)[], pointer: string): ApiError {
  const errors = fields.map((field): ProblemDetail => {
    const detail = { code: 'satellite.taken', message: TAKEN[field] }
    return pointer === ''
      ? { ...detail, message: `its ${field} ${TAKEN[field]}` }
      : { ...detail, pointer: `#/${field}` }
  })
  const sentence = fields.map((field) => `${field} ${TAKEN[field]}`).join('; ')
  return new ApiError('conflict', sentence, { errors })
}

/** Refuses a duplicate name that the database reports: two requests at the same moment may both find the name free. */
async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const key = uniqueKeyOf(error)
    if (key === 'satellite_norad_id') throw clash(['noradId'], '#')
    if (key === 'satellite_name') throw clash(['name'], '#')
    throw error
  }
}

function notFound(pointer?: string): ApiError {
  const message = 'There is no such satellite.'
  if (pointer === undefined) return new ApiError('not-found', message)
  return new ApiError('not-found', message, {
    errors: [{ code: 'body.unknown', message: 'names no satellite of yours', pointer }],
  })
}

const MOST_STEPS = 10_000

/** Returns the changes of a satellite with their authors, newest first, including a removed one. */
export async function listHistory(
  db: Database,
  { tenantId }: Pick<Caller, 'tenantId'>,
  id: string,
): Promise<SatelliteStep[]> {
  return db.tenant(tenantId, async (tx) => {
    if ((await repository.findAnySatellite(tx, id)) === undefined) throw notFound()
    const rows = await listAuditOf(tx, { object: id, kind: 'satellite.', limit: MOST_STEPS })
    return rows.map(({ at, by, action, detail: { version, fields } }) => ({
      at: at.toISOString(),
      by,
      change: action.replace('satellite.', '') as SatelliteStep['change'],
      version: Number(version),
      // Entries that are older than the recording of fields have no fields.
      fields: (fields ?? []) as SatelliteStep['fields'],
    }))
  })
}

type SatelliteChange = {
  readonly change: SatelliteStep['change']
  readonly row: repository.SatelliteRow
  readonly before?: repository.SatelliteRow
}

async function record(
  tx: TenantDb,
  { owner, requestId }: Request,
  { change, row, before }: SatelliteChange,
): Promise<void> {
  const { tenantId, subject } = owner
  const detail = {
    noradId: row.norad_id,
    version: row.version,
    ...(before === undefined ? {} : { fields: changedFields(before, row) }),
  }
  await insertAudit(tx, tenantId, {
    actor: subject,
    action: `satellite.${change}`,
    object: row.id,
    outcome: 'done',
    requestId,
    detail,
  })
  emit(tx, { tenantId, type: 'satellite', data: { id: row.id, change } })
}
