import { episodesOf, SLOW_SHARE } from '@apsis/astro/screening/episodes.ts'
import type { NotScreened } from '@apsis/astro/screening/screened-object.ts'
import { type OpenScreening, openScreening } from '@apsis/engine/screen.ts'
import { z } from 'zod'
import { emit } from '../../../events/event.service.ts'
import type { Database, TenantDb } from '../../../platform/database/database.ts'
import { HopelessJobError } from '../../../platform/jobs/hopeless-job-error.ts'
import { type JobContext, job, type Outcome } from '../../../platform/jobs/job.ts'
import { describeFound, type FoundEncounter } from './describe-found.ts'
import {
  deleteLostEncounters,
  insertEncounters,
  insertNotScreened,
  listPassages,
  updateEpisodes,
} from './encounter.repository.ts'
import { finishScreening } from './finish-screening.ts'
import { beginPart, dropWaitingParts, failPart, finishPart } from './part.repository.ts'
import { countPart, endScreening, findInput, findRun, markRunning, type ScreeningKey } from './screening.repository.ts'
import { type StoredScreening, unpackScreening } from './submitted-screening.ts'
import { tellStatus } from './tell-status.ts'

const PartInput = z.strictObject({
  tenantId: z.string(),
  screeningId: z.uuid(),
  place: z.int().min(0),
  round: z.int().min(1),
})
type PartInput = z.infer<typeof PartInput>

/** The encounters of a part, and the ids of the objects by place. */
export type FoundInPart = {
  readonly encounters: readonly FoundEncounter[]
  readonly notScreened: readonly NotScreened[]
  /** The ids of the objects, by place. */
  readonly ids: readonly string[]
}

/** The period at which a worker checks that the screening still runs. */
const WATCH_MS = 1_000

/** A screening, and the threads that have loaded it. */
type ReadyScreening = { readonly screening: StoredScreening; readonly opened: OpenScreening }

/** A worker keeps this many screenings loaded, since the parts of one screening follow one another. */
const KEPT_SCREENINGS = 2
/** The threads are closed after this long without work. */
const IDLE_MS = 60_000

const kept = new Map<string, Promise<ReadyScreening>>()
let idle: NodeJS.Timeout | undefined

/** Screens one part of the interval of a screening. The last part to end also ends the screening, and stores its outcome. */
export const part = job({
  name: 'screening.part',
  input: PartInput,
  // The first three attempts work on the part; the fourth only records the failure.
  retry: { limit: 3, delayS: 1, maxDelayS: 60 },
  expireS: 900,
  // A part uses all threads, and a worker that stops loses only one part.
  atOnce: 1,
  tenantOf: ({ tenantId }) => tenantId,
  effectKey: ({ screeningId, place, round }) => `${screeningId}:${place}:${round}`,
  work: screenPart,
  effect: async (tx, { place, ...key }, { result: found, now }: Outcome<FoundInPart | undefined>) => {
    if (found !== undefined) await storePart(tx, key, { place, found })
    await finishScreening(tx, key, now)
  },
  givenUp: async (tx, { tenantId, screeningId, place }, reason) => {
    await failPart(tx, screeningId, place)
    if (!(await endScreening(tx, screeningId, { state: 'failed', error: `part ${place + 1}: ${reason}` }))) return
    await dropWaitingParts(tx, screeningId)
    await tellStatus(tx, { tenantId, screeningId })
    await tellProgress(tx, tenantId, screeningId)
  },
})

/** Returns the encounters of the part; undefined if its screening was cancelled or has failed meanwhile. */
async function screenPart(input: PartInput, context: JobContext): Promise<FoundInPart | undefined> {
  const { db, signal } = context
  const span = await begin(db, input)
  if (span === undefined) return undefined
  const watch = watchEnd(input, context)
  try {
    return await withScreening(context, input, async ({ screening, opened }) => {
      const found = await opened.screen({ span, signal: AbortSignal.any([signal, watch.ended]) })
      return {
        encounters: describeFound(screening, found.encounters),
        notScreened: found.notScreened,
        ids: screening.objects.map(({ id }) => id),
      }
    })
  } catch (error) {
    if (watch.ended.aborted) return undefined
    // An object that cannot be screened now cannot be screened later.
    if (error instanceof RangeError) throw new HopelessJobError(error.message, { cause: error })
    throw error
  } finally {
    watch.stop()
  }
}

/** Works with a screening, which is read and loaded only at its first part. A process works on one part at a time. */
async function withScreening<T>(
  { db, threads }: { readonly db: Database; readonly threads: number },
  key: ScreeningKey,
  work: (ready: ReadyScreening) => Promise<T>,
): Promise<T> {
  clearTimeout(idle)
  const name = `${key.tenantId} ${key.screeningId}`
  const opening = kept.get(name) ?? openStored(db, key, threads)
  // The newest screening is the last entry; the oldest ones are closed.
  kept.delete(name)
  kept.set(name, opening)
  await closeKept([...kept.keys()].slice(0, -KEPT_SCREENINGS))
  try {
    return await work(await opening)
  } catch (error) {
    // After a failure the state of the threads is unknown, so they are closed.
    await closeKept([name])
    throw error
  } finally {
    idle = setTimeout(() => void closeKept([...kept.keys()]), IDLE_MS).unref()
  }
}

async function openStored(
  db: Database,
  { tenantId, screeningId }: ScreeningKey,
  threads: number,
): Promise<ReadyScreening> {
  const bytes = await db.tenant(tenantId, (tx) => findInput(tx, screeningId))
  if (bytes === undefined) throw new RangeError('the screening is no longer stored')
  const screening = await unpackScreening(bytes)
  return { screening, opened: await openScreening(screening, { threads }) }
}

async function closeKept(names: readonly string[]): Promise<void> {
  const leaving = names.flatMap((name) => kept.get(name) ?? [])
  for (const name of names) kept.delete(name)
  // A screening that could not be opened has nothing to close, and its caller already has the error.
  for (const opened of await Promise.allSettled(leaving))
    if (opened.status === 'fulfilled') await opened.value.opened.close()
}

/** Notes that an attempt begins. This is the only write of a job that may happen twice. */
function begin(db: Database, { tenantId, screeningId, place }: PartInput) {
  return db.tenant(tenantId, async (tx) => {
    const span = await beginPart(tx, screeningId, place)
    if (span !== undefined && (await markRunning(tx, screeningId))) {
      await tellStatus(tx, { tenantId, screeningId })
      await tellProgress(tx, tenantId, screeningId)
    }
    return span
  })
}

/** Checks at intervals if the screening was cancelled or has failed elsewhere. */
function watchEnd(
  { tenantId, screeningId }: PartInput,
  { db, log }: JobContext,
): { readonly ended: AbortSignal; stop(): void } {
  const ended = new AbortController()
  const look = async () => {
    const row = await db.tenant(tenantId, (tx) => findRun(tx, screeningId))
    if (row === undefined || !['queued', 'running'].includes(row.state))
      ended.abort(new Error('the screening has ended'))
  }
  // If the database does not answer for a moment, the part continues, and the check is repeated.
  const missed = (error: unknown) => log.warn({ err: error }, 'the state of the screening could not be read')
  const timer = setInterval(() => void look().catch(missed), WATCH_MS)
  return { ended: ended.signal, stop: () => clearInterval(timer) }
}

/**
 * Stores the encounters of a part once, and ends the screening with the last part. Two locks decide: the row of the part shows if it is
 * stored already, and the row of the screening shows which part is the last.
 */
export async function storePart(
  tx: TenantDb,
  key: ScreeningKey,
  { place, found }: { readonly place: number; readonly found: FoundInPart },
): Promise<void> {
  const { tenantId, screeningId } = key
  if (!(await finishPart(tx, screeningId, place))) return
  const idOf = (object: number) => found.ids[object] ?? ''
  await insertEncounters(tx, key, { encounters: found.encounters, idOf })
  const counted = await countPart(tx, screeningId, found.encounters.length)
  if (counted === undefined) return
  // From here on this transaction holds the lock of the screening, so that parts are stored one after the other.
  await insertNotScreened(tx, key, { lost: found.notScreened, idOf })
  const isLast = counted.parts_done === counted.parts_total
  if (isLast) await concludeScreening(tx, screeningId)
  if (isLast || counted.tell) await tellProgress(tx, tenantId, screeningId)
}

/**
 * Ends a screening whose parts are all stored. Two results are known only now: an object that an early part lost counts as lost, and objects that
 * stay together over several parts are one episode.
 */
export async function concludeScreening(tx: TenantDb, screeningId: string): Promise<void> {
  const withdrawn = await deleteLostEncounters(tx, screeningId)
  const passages = await listPassages(tx, screeningId, SLOW_SHARE)
  await updateEpisodes(tx, screeningId, { passages, episodes: episodesOf(passages) })
  await endScreening(tx, screeningId, { state: 'done', withdrawn })
}

/** Notifies the organisation of the progress of a screening; this has to be the last step of its transaction. */
export async function tellProgress(tx: TenantDb, tenantId: string, screeningId: string): Promise<void> {
  const row = await findRun(tx, screeningId)
  if (row === undefined) return
  const { id, state, parts_done: partsDone, parts_total: partsTotal } = row
  emit(tx, { tenantId, type: 'screening', data: { id, state, partsDone, partsTotal } })
}
