import { randomUUID } from 'node:crypto'
import { SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { fromKysely, PgBoss } from 'pg-boss'
import type { z } from 'zod'
import { type Database, type SharedDb, saidOf, type TenantDb } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { AnyJob, Job } from './job.ts'
import { startWorking } from './job-work.ts'

export const JOBS_SCHEMA = 'pgboss'
export const DEAD_LETTER = 'dead-letter'
const HEARTBEAT_S = 30
/** The time after which a job that waits for a worker, or a given-up job that waits for a person, is deleted. The default of pg-boss is 14 days. */
export const KEPT_SECONDS = 365 * SECONDS_PER_DAY
const SUPERVISE_S = 15

export type Queue = {
  /** Enqueues a job within the transaction of its cause: either both happen or neither does. */
  enqueue<I extends z.ZodType, R>(tx: TenantDb | SharedDb, definition: Job<I, R>, input: z.input<I>): Promise<void>
  /** Enqueues many jobs at once and returns their ids; earlier ones in the list have priority. If several lists wait, their jobs alternate. */
  enqueueAll<I extends z.ZodType, R>(
    tx: TenantDb | SharedDb,
    definition: Job<I, R>,
    inputs: readonly z.input<I>[],
  ): Promise<string[]>
  /** Starts to run these kinds of jobs. */
  work(definitions: readonly AnyJob[], database: Database, threads?: number): Promise<void>
  /** Returns the numbers of waiting, running and given-up jobs of each queue. */
  counts(): Promise<readonly { name: string; waiting: number; running: number; dead: number }[]>
  /** Stops claiming jobs, waits for running ones, and returns the others to the queue. */
  stop(timeoutMs: number): Promise<void>
}

export type QueueOptions = {
  readonly url: string
  readonly pool: number
  readonly log: Log
  /** Returns the time that all processes share; if absent, the machine's time is used. */
  readonly now?: () => number
  /** Only tests set this, to shorten the intervals. */
  readonly superviseS?: number
}

function options({ url, pool, superviseS = SUPERVISE_S }: QueueOptions, role: 'owner' | 'runtime' | 'worker') {
  return {
    connectionString: url,
    schema: JOBS_SCHEMA,
    application_name: `apsis-jobs-${role}`,
    max: pool,
    connectionTimeoutMillis: 3_000,
    migrate: role === 'owner',
    createSchema: role === 'owner',
    supervise: role === 'worker',
    schedule: false,
    reindex: false,
    monitorVacuum: false,
    // Lost workers are detected after the longer of these two intervals: the job of a killed worker is in the queue again after 45 s at the latest.
    superviseIntervalSeconds: superviseS,
    monitorIntervalSeconds: superviseS,
    useListenNotify: role === 'worker',
  }
}

/** Creates the job tables and the queue of every job. It is called with the owner's rights, after the migrations. */
export async function installJobs(
  queue: QueueOptions,
  definitions: readonly AnyJob[],
  heartbeatS = HEARTBEAT_S,
): Promise<void> {
  const boss = new PgBoss(options(queue, 'owner'))
  boss.on('error', (error) => queue.log.warn(saidOf(error), 'job tables'))
  await boss.start()
  try {
    await ensureQueue(boss, DEAD_LETTER, { retentionSeconds: KEPT_SECONDS, deleteAfterSeconds: KEPT_SECONDS })
    for (const { name, retry, expireS } of definitions) {
      await ensureQueue(boss, name, {
        retryLimit: retry.limit,
        retryDelay: retry.delayS,
        retryBackoff: true,
        retryDelayMax: retry.maxDelayS,
        expireInSeconds: expireS,
        heartbeatSeconds: heartbeatS,
        deadLetter: DEAD_LETTER,
        retentionSeconds: KEPT_SECONDS,
        notify: true,
      })
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function ensureQueue(boss: PgBoss, name: string, settings: Parameters<PgBoss['createQueue']>[1]): Promise<void> {
  if ((await boss.getQueue(name)) === null) await boss.createQueue(name, settings)
  else await boss.updateQueue(name, settings ?? {})
}

/** Opens the queue: `runtime` only enqueues jobs, `worker` also runs them and detects lost workers. */
export async function openQueue(queue: QueueOptions, role: 'runtime' | 'worker'): Promise<Queue> {
  const boss = new PgBoss(options(queue, role))
  boss.on('error', (error) => queue.log.warn(saidOf(error), 'job queue'))
  await boss.start()
  return {
    async enqueue(tx, definition, input) {
      const data = definition.input.parse(input) as object
      await boss.send(definition.name, data, { db: fromKysely(tx) })
    },
    async enqueueAll(tx, definition, inputs) {
      // The later a job is in its list, the lower is its priority, so that a short list does not wait for the end of a long one.
      const jobs = inputs.map((input, index) => ({
        id: randomUUID(),
        data: definition.input.parse(input) as object,
        priority: -index,
      }))
      await boss.insert(definition.name, jobs, { db: fromKysely(tx) })
      return jobs.map(({ id }) => id)
    },
    async work(definitions, database, threads = 1) {
      const platform = { boss, database, threads, now: queue.now ?? Date.now, log: queue.log }
      for (const definition of definitions) await startWorking(platform, definition)
    },
    async counts() {
      const queues = await boss.getQueues()
      const dead = queues.find((q) => q.name === DEAD_LETTER)
      return queues
        .filter((q) => q.name !== DEAD_LETTER)
        .map((q) => ({ name: q.name, waiting: q.queuedCount, running: q.activeCount, dead: 0 }))
        .concat({ name: DEAD_LETTER, waiting: 0, running: 0, dead: dead?.queuedCount ?? 0 })
    },
    stop: (timeoutMs) => boss.stop({ graceful: true, timeout: timeoutMs, close: true }),
  }
}
