import { randomUUID } from 'node:crypto'
import type { NotScreened } from '@apsis/astro/screening/screened-object.ts'
import { sphereAround } from '@apsis/astro/screening/screening-box.ts'
import type { Span } from '@apsis/astro/screening/screening-object.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { emit } from '../../../events/event.service.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Caller } from '../../../platform/auth/caller.ts'
import type { Database, TenantDb } from '../../../platform/database/database.ts'
import type { Queue } from '../../../platform/jobs/jobs.ts'
import * as encounters from './encounter.repository.ts'
import { concludeScreening, tellProgress } from './fan-in.ts'
import { part } from './part.job.ts'
import { dropWaitingParts, insertParts, listOpenPlaces, reopenParts } from './part.repository.ts'
import { planParts } from './plan-parts.ts'
import { presentScreening, type ScreeningRun } from './present-run.ts'
import { SCREENING_LIMITS, SCREENING_STATES, type ScreeningState, type ScreeningType } from './screening.data.ts'
import * as repository from './screening.repository.ts'
import { packScreening, type SubmittedScreening } from './submitted-screening.ts'

/** What enqueues needs the queue beside the database. */
export type Floor = { readonly db: Database; readonly queue: Queue }
type Owner = Pick<Caller, 'tenantId'>

export type NewScreening = {
  readonly type: ScreeningType
  readonly screening: SubmittedScreening
  /** The parts; default: those that planParts makes. */
  readonly spans?: readonly Span[]
  /** Writes what belongs to it, in the same transaction. */
  readonly also?: (tx: TenantDb, id: string) => Promise<void>
}

/** Stores a screening and gives its parts to the workers, in one transaction. With a box, its sphere is the threshold. */
export async function createScreening(
  { db, queue }: Floor,
  { tenantId, subject }: Owner & Pick<Caller, 'subject'>,
  { type, screening: asked, spans = spansOf(asked), also = async () => undefined }: NewScreening,
): Promise<ScreeningRun> {
  const screening = { ...asked, thresholdM: thresholdOf(asked) }
  requireWithinLimits(screening)
  const { objects, start, durationS, thresholdM, box, boxes } = screening
  const key = { tenantId, screeningId: randomUUID() }
  const bytes = await packScreening(screening)
  const row: repository.NewScreening = {
    ...key,
    type,
    fromAt: toUtc(start),
    toAt: toUtc(addSeconds(start, durationS)),
    threshold: boxes !== undefined ? { boxes: named(boxes, objects) } : box === undefined ? { thresholdM } : { box },
    objects: objects.length,
    parts: spans.length,
    createdBy: subject,
  }
  return db.tenant(tenantId, async (tx) => {
    if ((await repository.countScreenings(tx, ['queued', 'running'])) >= SCREENING_LIMITS.open)
      throw new ApiError('too-many-requests', `${SCREENING_LIMITS.open} screenings wait or run: let one end first.`)
    await repository.insertScreening(tx, row, bytes)
    const inputs = spans.map((_, place) => ({ ...key, place, round: 1 }))
    await insertParts(tx, key, { spans, jobIds: await queue.enqueueAll(tx, part, inputs) })
    await also(tx, key.screeningId)
    await tellProgress(tx, tenantId, key.screeningId)
    return presentScreening(tx, await requireScreening(tx, key.screeningId))
  })
}

/** A screening of the caller's organisation, as it stands now. */
export function getScreening(db: Database, { tenantId }: Owner, id: string): Promise<ScreeningRun> {
  return db.tenant(tenantId, async (tx) => presentScreening(tx, await requireScreening(tx, id)))
}

export type Listing = { readonly state?: ScreeningState | undefined; readonly page: number; readonly limit: number }

/** A page of the organisation's screenings, newest first, and how many there are in all. */
export function listScreenings(
  db: Database,
  { tenantId }: Owner,
  { state, page, limit }: Listing,
): Promise<{ items: ScreeningRun[]; total: number }> {
  const states = state === undefined ? SCREENING_STATES : [state]
  return db.tenant(tenantId, async (tx) => {
    const { rows, total } = await repository.listScreenings(tx, { states, offset: (page - 1) * limit, limit })
    const items: ScreeningRun[] = []
    for (const row of rows) items.push(await presentScreening(tx, row))
    return { items, total }
  })
}

/** Screenings of the organisation as they stand, in the order of their ids; those that it does not have are left out. */
export async function describeRuns(tx: TenantDb, ids: readonly string[]): Promise<ScreeningRun[]> {
  const runs: ScreeningRun[] = []
  for (const id of ids) {
    const row = await repository.findScreening(tx, id)
    if (row !== undefined) runs.push(await presentScreening(tx, row))
  }
  return runs
}

/** Ends a screening that waits or runs: parts not begun are dropped, running ones stop within a second or two. */
export function cancelScreening(db: Database, { tenantId }: Owner, id: string): Promise<ScreeningRun> {
  return db.tenant(tenantId, async (tx) => {
    await requireScreening(tx, id)
    if (await repository.endScreening(tx, id, { state: 'cancelled' })) {
      await dropWaitingParts(tx, id)
      await tellProgress(tx, tenantId, id)
    }
    const row = await requireScreening(tx, id)
    if (row.state !== 'cancelled') throw new ApiError('conflict', `The screening is ${row.state}: it has ended.`)
    return presentScreening(tx, row)
  })
}

/** Takes up a screening that failed or was cancelled; what its finished parts found stays. */
export function resumeScreening({ db, queue }: Floor, { tenantId }: Owner, id: string): Promise<ScreeningRun> {
  return db.tenant(tenantId, async (tx) => {
    const { state, round } = await requireScreening(tx, id)
    const places = await listOpenPlaces(tx, id)
    const inputs = places.map((place) => ({ tenantId, screeningId: id, place, round: round + 1 }))
    // Parts are locked before their screening, as everywhere.
    await reopenParts(tx, id, { places, jobIds: await queue.enqueueAll(tx, part, inputs) })
    if (!(await repository.reopenScreening(tx, id, round)))
      throw new ApiError('conflict', `The screening is ${state}: there is nothing to take up.`)
    // Cancelled just before its last part was stored.
    const row = await requireScreening(tx, id)
    if (row.parts_done === row.parts_total) await concludeScreening(tx, id)
    await tellProgress(tx, tenantId, id)
    return presentScreening(tx, await requireScreening(tx, id))
  })
}

/** Removes a screening that has ended, with all that it found. */
export async function removeScreening(db: Database, { tenantId }: Owner, id: string): Promise<void> {
  await db.tenant(tenantId, async (tx) => {
    const { state } = await requireScreening(tx, id)
    if (!(await repository.deleteScreening(tx, id)))
      throw new ApiError('conflict', `The screening is ${state}: cancel it first.`)
    emit(tx, { tenantId, type: 'screening', data: { id, state: 'removed' } })
  })
}

/** A page of the encounters of a screening in the order of time, then of the places, and how many there are in all. */
export function listEncounters(
  db: Database,
  { tenantId }: Owner,
  { id, ...filter }: encounters.EncounterFilter & { readonly id: string },
): Promise<{ items: encounters.StoredEncounter[]; total: number }> {
  return db.tenant(tenantId, async (tx) => {
    await requireScreening(tx, id)
    const { rows: items, total } = await encounters.listEncounters(tx, id, filter)
    return { items, total }
  })
}

/** The objects of a screening that could not be screened, or not to its end, and why. */
export function listNotScreened(
  db: Database,
  { tenantId }: Owner,
  id: string,
): Promise<(NotScreened & { readonly id: string })[]> {
  return db.tenant(tenantId, async (tx) => {
    await requireScreening(tx, id)
    const rows = await encounters.listNotScreened(tx, id)
    return rows.map(({ place, object_id, reason, until_s }) => ({
      place,
      id: object_id,
      reason,
      untilS: until_s ?? undefined,
    }))
  })
}

async function requireScreening(tx: TenantDb, id: string): Promise<repository.ScreeningRow> {
  const row = await repository.findScreening(tx, id)
  if (row === undefined) throw new ApiError('not-found', 'There is no such screening.')
  return row
}

/** Each box with the place and the id of the primary that it is around. */
function named(boxes: ReadonlyMap<number, unknown>, objects: SubmittedScreening['objects']) {
  return [...boxes].map(([place, box]) => [place, box, objects[place]?.id])
}

function thresholdOf({ box, boxes, thresholdM }: SubmittedScreening): number {
  const all = boxes !== undefined ? [...boxes.values()] : box === undefined ? [] : [box]
  if (all.length === 0) return thresholdM
  if (!all.flatMap((one) => Object.values(one)).every((side) => side > 0))
    throw new ApiError('request-invalid', 'box: sides must be above 0')
  return Math.max(...all.map(sphereAround))
}

const spansOf = ({ objects, durationS }: SubmittedScreening) => planParts(objects.length, durationS)

function requireWithinLimits({ objects, durationS, thresholdM }: SubmittedScreening): void {
  const limits = { objects: objects.length, durationS, thresholdM }
  for (const name of ['objects', 'durationS', 'thresholdM'] as const) {
    if (!(limits[name] > 0 && limits[name] <= SCREENING_LIMITS[name]))
      throw new ApiError('request-invalid', `${name}: must be above 0 and up to ${SCREENING_LIMITS[name]}`)
  }
}

function toUtc(epoch: Epoch): string {
  return formatTime(epoch, { digits: 3, zulu: true })
}
