/** A screening as jobs on one, two and four worker processes beside the same screening in one process, and its rows stored. */
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { screen } from '@apsis/engine/screen.ts'
import type { FoundEncounter } from '@apsis/server/ca/screening/run/describe-found.ts'
import { storePart } from '@apsis/server/ca/screening/run/part.job.ts'
import { findRun, type RunRow } from '@apsis/server/ca/screening/run/screening.repository.ts'
import { createRun, removeRun } from '@apsis/server/ca/screening/run/screening-run.ts'
import {
  packScreening,
  type SubmittedScreening,
  unpackScreening,
} from '@apsis/server/ca/screening/run/submitted-screening.ts'
import { type Database, openDatabase } from '@apsis/server/platform/database/database.ts'
import { openQueue, type Queue } from '@apsis/server/platform/jobs/jobs.ts'
import { createLog } from '@apsis/server/platform/log.ts'
import { type DoorProcess, startDoor } from '@apsis/server/platform/testing/door-process.ts'
import { machineLine, median } from './machine.ts'
import { startBenchDatabase } from './measures/bench-database.ts'
import { NO_SUBJECT } from './measures/no-subject.ts'
import { makeSyntheticCatalogue, readWholeCatalogue, START, THRESHOLD_M } from './screening/catalogue.ts'

const USAGE = 'Usage: node bench/jobs-screening.ts [--objects N | --real] [--hours N] [--rounds N]'
const OWNER = { tenantId: 'organisation:bench', subject: 'bench' }
const STORED_ROWS = 90_000
const WORKERS = [1, 2, 4] as const

const log = createLog({ level: 'fatal', process: 'bench', version: 'bench' })

type Floor = { readonly db: Database; readonly queue: Queue; readonly url: string; close(): Promise<void> }

export type JobsMeasured = {
  readonly encounters: number
  readonly parts: number
  /** In one process, by threads, s. */
  readonly inProcessS: ReadonlyMap<number, number>
  /** As jobs, by worker processes of one thread each: from the order to the last row stored, s. */
  readonly jobsS: ReadonlyMap<number, number>
  /** To store 90,000 encounters, s. */
  readonly storeS: number
}

/** Runs a screening in one process and as jobs, in turn, and answers the medians; throws when they disagree. */
export async function measureJobs(screening: SubmittedScreening, rounds: number): Promise<JobsMeasured> {
  const floor = await openFloor()
  try {
    const inProcess = await measureInProcess(screening, rounds)
    const jobsS = new Map<number, number>()
    let parts = 0
    for (const count of WORKERS) {
      const measured = await measureWorkers(floor, { screening, rounds, count })
      if (measured.encounters !== inProcess.encounters)
        throw new Error(`${count} workers found ${measured.encounters}, one process ${inProcess.encounters}`)
      jobsS.set(count, measured.seconds)
      parts = measured.parts
    }
    return { ...inProcess, jobsS, parts, storeS: await measureStoring(floor, rounds) }
  } finally {
    await floor.close()
  }
}

async function openFloor(): Promise<Floor> {
  const database = await startBenchDatabase(log)
  const url = database.appUrl
  const db = openDatabase({ url, pool: 4, name: 'apsis-bench', log })
  const queue = await openQueue({ url, pool: 2, log }, 'runtime')
  return {
    db,
    queue,
    url,
    async close() {
      await queue.stop(1_000)
      await db.close()
      await database.clear()
    },
  }
}

/** The first run compiles and fills caches and does not count. */
async function measureInProcess(submitted: SubmittedScreening, rounds: number) {
  const screening = await unpackScreening(await packScreening(submitted))
  const inProcessS = new Map<number, number>()
  let encounters = 0
  for (const threads of new Set([1, availableParallelism()])) {
    const [, ...times] = await repeat(rounds + 1, async () => {
      encounters = (await screen(screening, { threads })).encounters.length
    })
    inProcessS.set(threads, median(times))
  }
  return { inProcessS, encounters }
}

type Asked = { readonly screening: SubmittedScreening; readonly rounds: number; readonly count: number }

/** The first screening warms the workers up and does not count. */
async function measureWorkers({ db, queue, url }: Floor, { screening, rounds, count }: Asked) {
  const settings = {
    APSIS_DATABASE_URL: url,
    APSIS_OIDC_ISSUER: 'http://localhost/nobody',
    APSIS_OPS_PORT: '0',
    APSIS_LOG_LEVEL: 'info',
    APSIS_WORKER_THREADS: '1',
  }
  const workers = Array.from({ length: count }, () => startDoor('server/worker.ts', settings))
  try {
    await Promise.all(workers.map((worker) => worker.line(/worker is ready/)))
    let [encounters, parts] = [0, 0]
    const run = async () => {
      const id = await order({ db, queue }, screening)
      const ended = await untilEnded(db, id)
      ;[encounters, parts] = [ended.encounters, ended.parts_total]
      await remove(db, id)
    }
    const [, ...times] = await repeat(rounds + 1, run)
    return { seconds: median(times), encounters, parts }
  } finally {
    await Promise.all(workers.map(stop))
  }
}

const order = (floor: Pick<Floor, 'db' | 'queue'>, screening: SubmittedScreening) =>
  createRun(floor, OWNER, { type: 'TLE_VS_TLE', screening, subject: NO_SUBJECT })

async function read(db: Database, id: string): Promise<RunRow> {
  const run = await db.tenant(OWNER.tenantId, (tx) => findRun(tx, id))
  if (run === undefined) throw new Error(`the screening ${id} is gone`)
  return run
}

function remove(db: Database, screeningId: string): Promise<void> {
  return db.tenant(OWNER.tenantId, (tx) => removeRun(tx, { tenantId: OWNER.tenantId, screeningId }))
}

async function untilEnded(db: Database, id: string) {
  for (;;) {
    const run = await read(db, id)
    if (run.state === 'done') return run
    if (run.ended_at !== null) throw new Error(`the screening ended as ${run.state}: ${run.error}`)
    await pause(20)
  }
}

async function stop(worker: DoorProcess): Promise<void> {
  worker.kill('SIGTERM')
  await worker.ended
}

/** One part with as many encounters as a day of the whole catalogue has, or more. */
async function measureStoring({ db, queue }: Floor, rounds: number): Promise<number> {
  const screening = { ...submit(makeSyntheticCatalogue(100).sets), durationS: 86_400 }
  const found = {
    encounters: Array.from({ length: STORED_ROWS }, (_, index) => madeUp(index)),
    notScreened: [],
    ids: screening.objects.map(({ id }) => id),
  }
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const screeningId = await order({ db, queue }, screening)
    const key = { tenantId: OWNER.tenantId, screeningId }
    times.push(...(await repeat(1, () => db.tenant(key.tenantId, (tx) => storePart(tx, key, { place: 0, found })))))
    const { encounters } = await read(db, screeningId)
    if (encounters !== STORED_ROWS) throw new Error(`${encounters} of ${STORED_ROWS} rows were stored`)
    await remove(db, screeningId)
  }
  return median(times)
}

function madeUp(index: number): FoundEncounter {
  const seconds = (86_400 * (index + 1 / 3)) / STORED_ROWS
  const at = (scale: number) => scale * Math.sin(index)
  return {
    kind: 'minimum',
    seconds,
    primary: { place: index % 50, ageS: seconds + at(1e5) },
    secondary: { place: 50 + ((index * 7) % 50), ageS: seconds + at(2e5) },
    missM: 2_500 + at(2_500),
    relativeSpeedMps: 10_000 + at(5_000),
    missRtnM: [at(1_000), at(2_000), at(3_000)],
    velocityRtnMps: [at(100), at(7_000), at(8_000)],
    probability: Math.abs(at(1e-6)),
    reason: 'class-table',
    maximumProbability: Math.abs(at(1e-4)),
    isDiluted: false,
    assessed: null,
    speedMps: 7_500 + at(10),
    periodS: 5_600 + at(10),
  }
}

async function repeat(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const seconds: number[] = []
  for (let round = 0; round < times; round++) {
    const began = performance.now()
    await work()
    seconds.push((performance.now() - began) / 1_000)
  }
  return seconds
}

function submit(sets: ReturnType<typeof makeSyntheticCatalogue>['sets']): SubmittedScreening {
  const objects = sets.map((elements) => ({
    id: String(elements.noradId),
    flight: { kind: 'elements' as const, elements },
  }))
  return { objects, start: START, durationS: 86_400, thresholdM: THRESHOLD_M }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      objects: { type: 'string', default: '3000' },
      hours: { type: 'string', default: '24' },
      rounds: { type: 'string', default: '3' },
      real: { type: 'boolean', default: false },
    },
  })
  const [objects, hours, rounds] = [Number(values.objects), Number(values.hours), Number(values.rounds)]
  if (!(Number.isInteger(objects) && objects > 1 && hours > 0 && Number.isInteger(rounds) && rounds > 0)) {
    process.stdout.write(`${USAGE}\n`)
    return 2
  }
  const catalogue = values.real ? readWholeCatalogue() : makeSyntheticCatalogue(objects)
  say(`${machineLine()}; medians of ${rounds}`)
  say(`${catalogue.name}: ${catalogue.sets.length} objects, ${hours} h, nearer than ${THRESHOLD_M / 1_000} km`)
  report(await measureJobs({ ...submit(catalogue.sets), durationS: hours * 3_600 }, rounds))
  return 0
}

function report({ inProcessS, jobsS, parts, encounters, storeS }: JobsMeasured): void {
  const [alone, oneWorker] = [inProcessS.get(1) ?? Number.NaN, jobsS.get(1) ?? Number.NaN]
  say(`${encounters} encounters, in one process and as ${parts} jobs`)
  for (const [threads, seconds] of inProcessS)
    say(
      `  in one process, ${threads} threads   ${seconds.toFixed(2).padStart(8)} s  ${ratio(alone / seconds)} of one thread`,
    )
  for (const [workers, seconds] of jobsS)
    say(
      `  as jobs, ${workers} workers          ${seconds.toFixed(2).padStart(8)} s  ${ratio(oneWorker / seconds)} of one worker, ` +
        `${ratio(alone / seconds)} of one process with one thread`,
    )
  say(`  ${STORED_ROWS} encounters stored   ${storeS.toFixed(2).padStart(8)} s`)
}

const ratio = (value: number) => `${value.toFixed(2)} ×`

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

if (import.meta.main) process.exitCode = await main()
