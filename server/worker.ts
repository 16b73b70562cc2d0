import { JOBS } from './jobs.ts'
import { type Config, describeConfig, readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { startHeartbeat } from './platform/heartbeat.ts'
import { type AnyJob, openQueue } from './platform/jobs.ts'
import { onStop, runDoor } from './platform/lifecycle.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { startOps } from './platform/ops.ts'
import { checkDatabase } from './platform/runtime.ts'
import { startStandingWork } from './platform/standing-work.ts'
import { PROJECT_DIR, VERSION } from './platform/version.ts'
import { standingWorks } from './standing-works.ts'

const POOL = 10
const FINISH_MS = 20_000

export type WorkerOptions = {
  readonly config: Config
  readonly databaseUrl: string
  readonly log: Log
  readonly jobs?: readonly AnyJob[]
  /** Only tests shorten it. */
  readonly superviseS?: number
}

export type Worker = { readonly opsPort: number; close(): Promise<void> }

/** Starts a worker process: it claims jobs until it is told to stop. */
export async function startWorker({
  config,
  databaseUrl,
  log,
  jobs = JOBS,
  superviseS,
}: WorkerOptions): Promise<Worker> {
  const db = openDatabase({ url: databaseUrl, pool: config.databasePool, name: 'apsis-worker', log })
  await checkDatabase({ config, version: VERSION, log, databaseUrl }, db)
  const queue = await openQueue(
    { url: databaseUrl, pool: POOL, log, ...(superviseS === undefined ? {} : { superviseS }) },
    'worker',
  )
  const heartbeat = await startHeartbeat({ db, kind: 'worker', log })
  let draining = false
  const ops = await startOps({
    host: config.opsHost,
    // The API's health has the port of the settings; a worker beside it takes any that is free.
    port: process.send ? 0 : config.opsPort,
    db,
    queue,
    metrics: createMetrics({ process: 'worker', version: VERSION }),
    log,
    dataDir: undefined,
    draining: () => draining,
    config: describeConfig(config),
  })
  await queue.work(jobs, db, config.workerThreads)
  const works = standingWorks(config)
  const standing = await startStandingWork({ works, db, queue, log, now: Date.now })
  return {
    opsPort: ops.port,
    async close() {
      draining = true
      await standing.stop()
      await queue.stop(FINISH_MS)
      await heartbeat.stop()
      await ops.close()
      await db.close()
    },
  }
}

if (import.meta.main) {
  await runDoor(async () => {
    const config = readConfig(process.env, PROJECT_DIR)
    if (config.databaseUrl === undefined)
      throw new Error(
        'APSIS_DATABASE_URL is missing: a worker process of its own needs a database (npm start brings one)',
      )
    const log = createLog({ level: config.logLevel, process: 'worker', version: VERSION })
    const worker = await startWorker({ config, databaseUrl: config.databaseUrl, log })
    log.info({ opsPort: worker.opsPort }, 'worker is ready')
    process.send?.('ready')
    onStop(log, () => worker.close())
  })
}
