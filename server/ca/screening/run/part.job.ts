import { z } from 'zod'
import type { Database } from '../../../platform/database/database.ts'
import { HopelessJobError } from '../../../platform/jobs/hopeless-job-error.ts'
import { type JobContext, job, type Outcome } from '../../../platform/jobs/job.ts'
import { describeFound } from './describe-found.ts'
import { type FoundInPart, storePart, tellProgress } from './fan-in.ts'
import { withScreening } from './kept-screenings.ts'
import { beginPart, dropWaitingParts, failPart } from './part.repository.ts'
import { endScreening, findRun, markRunning } from './screening.repository.ts'
import { settleScreening } from './settle-screening.ts'
import { tellStatus } from './tell-status.ts'

const PartInput = z.strictObject({
  tenantId: z.string(),
  screeningId: z.uuid(),
  place: z.int().min(0),
  round: z.int().min(1),
})
type PartInput = z.infer<typeof PartInput>

/** How often a worker asks whether the screening still runs. */
const WATCH_MS = 1_000

/**
 * Screens one part of the time of a screening. The last one to end ends the screening, and what came out of it is written
 * down for those who asked.
 */
export const part = job({
  name: 'screening.part',
  input: PartInput,
  // Three tries to work on the part, and a fourth that only records the failure.
  retry: { limit: 3, delayS: 1, maxDelayS: 60 },
  expireS: 900,
  // A part keeps all threads busy, and a worker that dies costs no more than one.
  atOnce: 1,
  tenantOf: ({ tenantId }) => tenantId,
  effectKey: ({ screeningId, place, round }) => `${screeningId}:${place}:${round}`,
  work: screenPart,
  effect: async (tx, { place, ...key }, { result: found, now }: Outcome<FoundInPart | undefined>) => {
    if (found !== undefined) await storePart(tx, key, { place, found })
    await settleScreening(tx, key, now)
  },
  givenUp: async (tx, { tenantId, screeningId, place }, reason) => {
    await failPart(tx, screeningId, place)
    if (!(await endScreening(tx, screeningId, { state: 'failed', error: `part ${place + 1}: ${reason}` }))) return
    await dropWaitingParts(tx, screeningId)
    await tellStatus(tx, { tenantId, screeningId })
    await tellProgress(tx, tenantId, screeningId)
  },
})

/** What the part finds; undefined where its screening was cancelled or has failed meanwhile. */
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
    // What cannot be screened now cannot be screened later.
    if (error instanceof RangeError) throw new HopelessJobError(error.message, { cause: error })
    throw error
  } finally {
    watch.stop()
  }
}

/** Notes that a try begins. Of all that a job writes, this alone may be written twice. */
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

/** Looks from time to time whether the screening was cancelled or has failed elsewhere. */
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
  // A database that does not answer for a moment says nothing: the part goes on, and asks again.
  const missed = (error: unknown) => log.warn({ err: error }, 'the state of the screening could not be read')
  const timer = setInterval(() => void look().catch(missed), WATCH_MS)
  return { ended: ended.signal, stop: () => clearInterval(timer) }
}
