import { JOBS } from './jobs.ts'
import { type Config, describeConfig } from './platform/config.ts'
import { isDatabaseAway, openDatabase } from './platform/database/database.ts'
import type { AnyJob } from './platform/jobs/job.ts'
import { openQueue } from './platform/jobs/jobs.ts'
import { startRecurringWork } from './platform/jobs/recurring-work.ts'
import type { Log } from './platform/log.ts'
import { startHeartbeat } from './platform/operation/heartbeat.ts'
import { createMetrics } from './platform/operation/metrics.ts'
import { startOps } from './platform/operation/ops.ts'
import { checkDatabase } from './platform/operation/runtime.ts'
import { PART_STOP_MS, type PartOptions, type Running, runPart } from './platform/process/part.ts'
import { VERSION } from './platform/process/version.ts'
import { deliveryWork, recurringWorks, trackingWork } from './recurring-works.ts'

const DATABASE_CONNECTIONS = 10
const FINISH_MS = 20_000
/** The interval at which a worker looks for due notices. */
export const DELIVERY_POLL_MS = 200
/** The number of organisations that a worker sends for at the same time. */
export const DELIVERY_TURNS = 50
/** The interval at which a worker looks for new tracks to add to events. */
const TRACK_POLL_MS = 200
/** npm start ends a process that takes longer than this to stop; it leaves time to return unfinished work. */
const SHORT_FINISH_MS = PART_STOP_MS - 2_000

export type WorkerOptions = {
  readonly config: Config
  readonly databaseUrl: string
  readonly log: Log
  readonly opsPort?: number
  readonly finishMs?: number
  readonly jobs?: readonly AnyJob[]
  /** Only tests set this, to shorten the interval. */
  readonly superviseS?: number
  /** The clock of recurring work, and the time after which the run of a lost worker is free. Only tests set them. */
  readonly clock?: { readonly now: () => number; readonly leaseS: number }
}

export type Worker = { readonly opsPort: number; close(): Promise<void> }

/** Starts a worker process, which claims jobs until it is told to stop. */
export async function startWorker({
  config,
  databaseUrl,
  log,
  opsPort = config.opsPort,
  finishMs = FINISH_MS,
  jobs = JOBS,
  superviseS,
  clock,
}: WorkerOptions): Promise<Worker> {
  const db = openDatabase({ url: databaseUrl, pool: config.databasePool, name: 'apsis-worker', log })
  await checkDatabase({ config, version: VERSION, log, databaseUrl }, db)
  const metrics = createMetrics({ process: 'worker', version: VERSION })
  const heartbeat = await startHeartbeat({ db, kind: 'worker', log, metrics, clock: Date.now })
  const supervise = superviseS === undefined ? {} : { superviseS }
  const queue = await openQueue(
    { url: databaseUrl, pool: DATABASE_CONNECTIONS, log, now: heartbeat.now, ...supervise },
    'worker',
  )
  let draining = false
  const ops = await startOps({
    host: config.opsHost,
    port: opsPort,
    db,
    queue,
    metrics,
    log,
    dataDir: undefined,
    draining: () => draining,
    config: describeConfig(config),
  })
  await heartbeat.tellOpsPort(ops.port)
  await queue.work(jobs, db, config.workerThreads)
  const works = recurringWorks(config, metrics)
  const platform = { db, queue, log, now: heartbeat.now, ...clock }
  const recurring = await startRecurringWork({ ...platform, works })
  // This runs separately from other work: a receiver that does not answer delays only the run of its organisation.
  const delivering = await startRecurringWork({
    ...platform,
    works: [deliveryWork(config, metrics)],
    pollMs: DELIVERY_POLL_MS,
    atOnce: DELIVERY_TURNS,
  })
  // This also runs separately: a person who has uploaded a track waits for its effects, and should not have to wait for the demo.
  const tracking = await startRecurringWork({ ...platform, works: [trackingWork(config)], pollMs: TRACK_POLL_MS })
  return {
    opsPort: ops.port,
    async close() {
      draining = true
      await Promise.all([recurring.stop(), delivering.stop(), tracking.stop()])
      await queue.stop(finishMs)
      await heartbeat.stop()
      await ops.close()
      await db.close()
    },
  }
}

async function start({ isGiven, ...options }: PartOptions): Promise<Running> {
  const worker = await startWorker({ ...options, finishMs: isGiven ? SHORT_FINISH_MS : FINISH_MS })
  return { close: worker.close, about: { opsPort: worker.opsPort } }
}

if (import.meta.main) await runPart('worker', process.env, start, isDatabaseAway)
