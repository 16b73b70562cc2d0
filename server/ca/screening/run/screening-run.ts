import { randomUUID } from 'node:crypto'
import { sphereAround } from '@apsis/astro/screening/screening-box.ts'
import { PART_S, type Span } from '@apsis/astro/screening/screening-object.ts'
import { addSeconds, type Epoch } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import { emit } from '../../../events/event.service.ts'
import { ApiError } from '../../../platform/api-error.ts'
import type { Caller } from '../../../platform/auth/caller.ts'
import type { Database, TenantDb } from '../../../platform/database/database.ts'
import type { Queue } from '../../../platform/jobs/jobs.ts'
import { concludeScreening, part, tellProgress } from './part.job.ts'
import { dropWaitingParts, insertParts, listOpenPlaces, reopenParts } from './part.repository.ts'
import { SCREENING_LIMITS } from './screening.data.ts'
import * as repository from './screening.repository.ts'
import { packScreening, type SubmittedScreening } from './submitted-screening.ts'
import { tellStatus } from './tell-status.ts'

/**
 * The processor time for a second of the interval, s: one value per object, and one per pair. A day of the public catalogue takes about four
 * seconds of processor time; these values only decide how long the parts are.
 */
const PER_OBJECT_S = 1.5e-9
const PER_PAIR_S = 2e-14
/**
 * The processor time that a part should take, s. With much shorter parts the queue would cost too much; with much longer parts a lost worker would
 * cost more, and workers would be idle during the last parts.
 */
const PART_WORK_S = 1
const MOST_PARTS = 2_000

type NewRun = {
  readonly type: Screening['type']
  readonly screening: SubmittedScreening
  readonly subject: repository.ScreeningSubject
  /** The parts; default: the parts that planParts() makes. */
  readonly spans?: readonly Span[]
  /** True if the person who orders the screening is notified of its state. */
  readonly isAsked?: boolean
  /** Stores the data that belong to the screening, in the same transaction. */
  readonly also?: (tx: TenantDb, id: string) => Promise<void>
}

/**
 * Stores a screening and enqueues its parts, in one transaction; returns the id of the screening. With a box, the threshold is the radius
 * of the sphere around it.
 */
export async function createRun(
  { db, queue }: { readonly db: Database; readonly queue: Queue },
  { tenantId, subject: createdBy }: Pick<Caller, 'tenantId' | 'subject'>,
  { type, screening: asked, subject, spans = spansOf(asked), isAsked = false, also = async () => undefined }: NewRun,
): Promise<string> {
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
    createdBy,
    notifiedUser: isAsked ? createdBy : null,
    subject,
  }
  await db.tenant(tenantId, async (tx) => {
    if ((await repository.countOpen(tx)) >= SCREENING_LIMITS.open)
      throw new ApiError('too-many-requests', `${SCREENING_LIMITS.open} screenings wait or run: let one end first.`)
    await repository.insertScreening(tx, row, bytes)
    const inputs = spans.map((_, place) => ({ ...key, place, round: 1 }))
    await insertParts(tx, key, { spans, jobIds: await queue.enqueueAll(tx, part, inputs) })
    await also(tx, key.screeningId)
    await tellStatus(tx, key)
    await tellProgress(tx, tenantId, key.screeningId)
  })
  return key.screeningId
}

/** Cuts an interval into parts of about equal work that meet at multiples of PART_S. */
export function planParts(objects: number, durationS: number): Span[] {
  const windows = Math.ceil(durationS / PART_S)
  const workS = durationS * objects * (PER_OBJECT_S + PER_PAIR_S * objects)
  const parts = Math.min(windows, MOST_PARTS, Math.max(1, Math.round(workS / PART_WORK_S)))
  const lengthS = Math.ceil(windows / parts) * PART_S
  return Array.from({ length: Math.ceil(durationS / lengthS) }, (_, place) => ({
    fromS: place * lengthS,
    toS: Math.min(durationS, (place + 1) * lengthS),
  }))
}

/** Ends a screening that waits or runs: its waiting parts are dropped, and its running parts stop within a second or two. */
export async function cancelRun(tx: TenantDb, { tenantId, screeningId: id }: repository.ScreeningKey): Promise<void> {
  if (await repository.endScreening(tx, id, { state: 'cancelled' })) {
    await dropWaitingParts(tx, id)
    await tellStatus(tx, { tenantId, screeningId: id })
    await tellProgress(tx, tenantId, id)
  }
  const { state } = await requireRun(tx, id)
  if (state !== 'cancelled') throw new ApiError('conflict', `The screening is ${state}: it has ended.`)
}

/** Resumes a screening that failed or was cancelled; the encounters of its finished parts stay. */
export async function resumeRun(
  tx: TenantDb,
  { tenantId, screeningId: id }: repository.ScreeningKey,
  queue: Queue,
): Promise<void> {
  const { state, round } = await requireRun(tx, id)
  const places = await listOpenPlaces(tx, id)
  const inputs = places.map((place) => ({ tenantId, screeningId: id, place, round: round + 1 }))
  // Parts are locked before their screening, as in all other code.
  await reopenParts(tx, id, { places, jobIds: await queue.enqueueAll(tx, part, inputs) })
  if (!(await repository.reopenScreening(tx, id, round)))
    throw new ApiError('conflict', `The screening is ${state}: there is nothing to take up.`)
  const reopened = await requireRun(tx, id)
  // A screening may have been cancelled just before its last part was stored: then it is complete now.
  if (reopened.parts_done === reopened.parts_total) await concludeScreening(tx, id)
  else await tellStatus(tx, { tenantId, screeningId: id })
  await tellProgress(tx, tenantId, id)
}

/** Deletes a screening that has ended, with all its encounters. */
export async function removeRun(tx: TenantDb, { tenantId, screeningId: id }: repository.ScreeningKey): Promise<void> {
  const { state } = await requireRun(tx, id)
  if (!(await repository.deleteScreening(tx, id)))
    throw new ApiError('conflict', `The screening is ${state}: cancel it first.`)
  emit(tx, { tenantId, type: 'screening', data: { id, state: 'removed' } })
}

async function requireRun(tx: TenantDb, id: string): Promise<repository.RunRow> {
  const row = await repository.findRun(tx, id)
  if (row === undefined) throw new ApiError('not-found', 'There is no such screening.')
  return row
}

/** Returns each box with the place and the id of its primary. */
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
