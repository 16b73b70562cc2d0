import { fromKysely, type JobResult, type JobWithMetadata, type PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { beginWork } from '../process/at-work.ts'
import { HopelessJobError } from './hopeless-job-error.ts'
import { insertEffect } from './job.repository.ts'
import type { AnyJob, JobContext } from './job.ts'

// Only if more than one job is fetched at a time does the queue work through a backlog without pauses.
const JOBS_PER_FETCH = 4
/**
 * The interval at which a claim is renewed. The claim is lost after 30 s without a renewal. With the default interval, half of that, one late renewal
 * on a busy machine lost the claim, and the same worker started the job again while its first try was still running.
 */
const RENEW_S = 2

/** The services that the jobs of a process use. */
export type Platform = {
  readonly boss: PgBoss
  readonly database: Database
  readonly threads: number
  readonly now: () => number
  readonly log: Log
}

const said = z.object({ message: z.string().optional() })
const LEFT_BEHIND = said.extend({ value: said.optional() })

type Claim = {
  readonly definition: AnyJob
  readonly input: unknown
  readonly context: JobContext
  readonly retryCount: number
}

/** Starts to run the waiting jobs of one kind. */
export async function startWorking(platform: Platform, definition: AnyJob): Promise<void> {
  const { atOnce = JOBS_PER_FETCH } = definition
  const settings = {
    batchSize: atOnce,
    burstWhenBatchFull: true,
    perJobResults: true,
    includeMetadata: true,
    pollingIntervalSeconds: 1,
    notifyPollingIntervalSeconds: 5,
    heartbeatRefreshSeconds: RENEW_S,
  } as const
  const worker = await platform.boss.work(definition.name, settings, async (claimed) => {
    const results = await Promise.all(claimed.map((one) => settle(platform, definition, one)))
    // If jobs are fetched one by one, a full batch does not show whether more jobs wait, so the queue is told to
    // fetch again at once.
    if (atOnce === 1) platform.boss.notifyWorker(worker)
    return results
  })
}

async function settle(platform: Platform, definition: AnyJob, claimed: JobWithMetadata<unknown>): Promise<JobResult> {
  const { id, data, retryCount, signal, output } = claimed
  const parsed = definition.input.safeParse(data)
  // Another try cannot make invalid input valid.
  if (!parsed.success) return { id, status: 'deadletter', output: { message: parsed.error.message } }
  const log = platform.log.child({ job: definition.name, jobId: id })
  const { database: db, threads } = platform
  const context = { jobId: id, attempt: retryCount + 1, signal, log, db, threads }
  const claim = { definition, input: parsed.data, context, retryCount }
  const { limit } = definition.retry
  // The tries are used up, so the worker that had the job was lost while it ran. The last try is reserved for
  // reporting that.
  if (definition.givenUp && retryCount >= limit) return giveUp(platform, claim, messageOf(output))
  const end = beginWork(definition.name)
  try {
    await perform(platform, claim)
    return { id, status: 'completed' }
  } catch (error) {
    log.warn({ err: error, attempt: context.attempt }, 'job failed')
    const message = error instanceof Error ? error.message : String(error)
    const isLast = definition.givenUp !== undefined && retryCount + 1 >= limit
    if (error instanceof HopelessJobError || isLast) return giveUp(platform, claim, message)
    return { id, status: 'failed', output: { message } }
  } finally {
    end()
  }
}

/** Runs the work, then stores the effect, its key and the end of the job in one transaction that only the holder of the claim can commit. */
async function perform(
  { boss, database, now }: Platform,
  { definition, input, context, retryCount }: Claim,
): Promise<void> {
  const result = await definition.work(input, context)
  await database.tenant(definition.tenantOf(input), async (tx) => {
    const key = `${definition.name}:${definition.effectKey(input)}`
    if (await insertEffect(tx, key, context.jobId)) await definition.effect(tx, input, { result, now: new Date(now()) })
    const done = await boss.complete(definition.name, { id: context.jobId, retryCount }, null, { db: fromKysely(tx) })
    // Another worker has the job now, because this one was paused or believed dead: this attempt does not count.
    if (Reflect.get(done, 'affected') !== 1) throw new Error('the job is no longer claimed by this worker')
  })
}

/** Runs the last step of a job that is given up, if the job is still claimed here; then the job becomes a dead letter. */
async function giveUp({ boss, database }: Platform, claim: Claim, message: string): Promise<JobResult> {
  const { definition, input, context, retryCount } = claim
  const id = context.jobId
  await database.tenant(definition.tenantOf(input), async (tx) => {
    const held = await boss.touch(definition.name, { id, retryCount }, { db: fromKysely(tx) })
    if (Reflect.get(held, 'affected') === 1) await definition.givenUp?.(tx, input, message)
  })
  return { id, status: 'deadletter', output: { message } }
}

/** Returns the message of the last try: the message of the job, or that of the queue if the worker was lost. */
function messageOf(output: unknown): string {
  const { data } = LEFT_BEHIND.safeParse(output)
  return data?.message ?? data?.value?.message ?? 'its worker was lost'
}
