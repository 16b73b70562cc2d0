import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { screen } from '@apsis/engine/screen.ts'
import { findRun, type RunRow, type ScreeningSubject } from '@apsis/server/ca/screening/run/screening.repository.ts'
import { createRun, removeRun } from '@apsis/server/ca/screening/run/screening-run.ts'
import type { SubmittedScreening } from '@apsis/server/ca/screening/run/submitted-screening.ts'
import { bringForward } from '@apsis/server/migrate.ts'
import { openDatabase } from '@apsis/server/platform/database/database.ts'
import { provision, ROLES, socketUrl } from '@apsis/server/platform/database/provision.ts'
import { openQueue } from '@apsis/server/platform/jobs/jobs.ts'
import { createLog } from '@apsis/server/platform/log.ts'
import { startPostgres } from '@apsis/server/platform/postgres/supervisor.ts'
import { startDoor } from '@apsis/server/platform/testing/door-process.ts'
import { type BenchCatalogue, START, screeningOf, THRESHOLD_M } from '../screening/catalogue.ts'
import { median } from '../stage/machine.ts'
import { timeOnce } from './clock.ts'
import { inSeconds, type Row } from './row.ts'

const DATABASE = 'apsis'
const PASSWORDS = { owner: 'owner-of-a-bench', app: 'program-of-a-bench', identity: 'identity-of-a-bench' }
const CALLER = { tenantId: 'organisation:bench', subject: 'bench' }
const LOOK_MS = 20
/** The subject of the measured screenings, which name no satellite and no file. */
const NO_SUBJECT: ScreeningSubject = {
  title: 'measured',
  satelliteId: null,
  ephemerisId: null,
  catalogueEpoch: null,
  catalogueKinds: null,
  isSimulated: true,
  isOwnSimulated: false,
  cdmIds: new Map(),
  catalogueSources: [],
  named: [],
  missing: [],
}

const WORKERS = [1, 2, 4]

/**
 * Screens one day as jobs, from the submission to the stored end, with one, two and four worker processes of one thread each; and for comparison in
 * this process on as many threads, as far as there are processors.
 */
export async function measureWorkers(
  catalogue: BenchCatalogue,
  { durationS, rounds, processors }: { durationS: number; rounds: number; processors: number },
): Promise<{ readonly rows: readonly Row[]; readonly isPassed: boolean }> {
  const submitted = submittedOf(catalogue, durationS)
  const floor = await openWorkerFloor()
  const rows: Row[] = []
  let isPassed = true
  try {
    let started = 0
    let single = Number.NaN
    for (const workers of WORKERS) {
      for (; started < workers; started += 1) await floor.startWorker()
      const threads = Math.min(workers, processors)
      const [asJobs, inProcess]: [number[], number[]] = [[], []]
      // The first round warms up and does not count.
      for (let round = 0; round <= rounds; round += 1) {
        const jobs = await floor.screenAsJobs(submitted)
        const direct = await timeOnce(() => screen(screeningOf(catalogue, durationS), { threads }))
        isPassed = isPassed && jobs.run.encounters === direct.result.encounters.length
        if (round > 0) [asJobs.push(jobs.seconds), inProcess.push(direct.seconds)]
      }
      const [seconds, directS] = [median(asJobs), median(inProcess)]
      if (workers === 1) single = seconds
      rows.push(workerRow({ workers, threads, seconds, directS, single, durationS }))
    }
  } finally {
    await floor.stop()
  }
  return { rows, isPassed }
}

interface WorkerTimes {
  readonly workers: number
  readonly threads: number
  readonly seconds: number
  readonly directS: number
  readonly single: number
  readonly durationS: number
}

function workerRow({ workers, threads, seconds, directS, single, durationS }: WorkerTimes): Row {
  const overhead = 100 * (seconds / directS - 1)
  return {
    what: `as jobs, ${durationS / 3600} h, ${workers} worker ${workers === 1 ? 'process' : 'processes'} of one thread`,
    ours: inSeconds(seconds),
    beside: `in this process, ${threads} ${threads === 1 ? 'thread' : 'threads'} ${inSeconds(directS)}: ${overhead.toFixed(0)} % over`,
    ratio: workers === 1 ? '' : `${(single / seconds).toFixed(2)}× one`,
    goal: '',
    isReached: undefined,
    foreignCores: undefined,
  }
}

function submittedOf({ sets }: BenchCatalogue, durationS: number): SubmittedScreening {
  const objects = sets.map((elements) => ({
    id: String(elements.noradId),
    flight: { kind: 'elements' as const, elements },
  }))
  return { objects, start: START, durationS, thresholdM: THRESHOLD_M }
}

/** The embedded database, and as many worker processes of one thread each as needed. */
interface WorkerFloor {
  /** Submits a screening and resolves when it has ended; the time, s, is from the submission to the stored end. */
  screenAsJobs(screening: SubmittedScreening): Promise<{ readonly seconds: number; readonly run: RunRow }>
  startWorker(): Promise<void>
  stop(): Promise<void>
}

async function openWorkerFloor(): Promise<WorkerFloor> {
  const log = createLog({ level: 'fatal', process: 'bench', version: 'bench' })
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-bench-'))
  const postgres = await startPostgres({ dataDir, osUser: 'nobody', log })
  await provision(socketUrl(postgres, postgres.superuser, 'postgres'), DATABASE, PASSWORDS)
  const url = (role: keyof typeof ROLES) =>
    socketUrl(postgres, { user: ROLES[role], password: PASSWORDS[role] }, DATABASE)
  await bringForward(url('owner'), log)
  const db = openDatabase({ url: url('app'), pool: 4, name: 'apsis-bench', log })
  const queue = await openQueue({ url: url('app'), pool: 2, log }, 'runtime')
  const workers: ReturnType<typeof startDoor>[] = []
  const settings = {
    APSIS_DATABASE_URL: url('app'),
    APSIS_OIDC_ISSUER: 'http://localhost/bench',
    APSIS_OPS_PORT: '0',
    APSIS_WORKER_THREADS: '1',
  }
  return {
    startWorker: async () => {
      const worker = startDoor('server/worker.ts', settings)
      workers.push(worker)
      await worker.line(/is ready"/)
    },
    screenAsJobs: async (screening) => {
      const began = performance.now()
      const order = { type: 'TLE_VS_TLE', screening, subject: NO_SUBJECT } as const
      const screeningId = await createRun({ db, queue }, CALLER, order)
      for (;;) {
        const run = await db.tenant(CALLER.tenantId, (tx) => findRun(tx, screeningId))
        if (run === undefined) throw new Error('the screening is gone')
        if (run.ended_at !== null) {
          const seconds = (performance.now() - began) / 1000
          await db.tenant(CALLER.tenantId, (tx) => removeRun(tx, { tenantId: CALLER.tenantId, screeningId }))
          if (run.state !== 'done') throw new Error(`the screening ended as ${run.state}: ${run.error}`)
          return { seconds, run }
        }
        await pause(LOOK_MS)
      }
    },
    stop: async () => {
      for (const worker of workers) worker.kill('SIGTERM')
      await Promise.all(workers.map(({ ended }) => ended))
      await queue.stop(1000)
      await db.close()
      await postgres.stop()
      // If root starts it, the cluster is in another folder than the data directory, so both are removed.
      rmSync(dirname(postgres.clusterDir), { recursive: true, force: true })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
