import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describeEncounters, type Participant } from '@apsis/astro/screening/describe-encounter.ts'
import { encounterProbability } from '@apsis/astro/screening/encounter-probability.ts'
import type { ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import { PART_S, type Screening as ScreeningQuestion, type Span } from '@apsis/astro/screening/screening-object.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import { JOBS } from '../../../../jobs.ts'
import { type Database, openDatabase } from '../../../../platform/database/database.ts'
import { installJobs, openQueue, type Queue } from '../../../../platform/jobs/jobs.ts'
import { createLog } from '../../../../platform/log.ts'
import { bareEnvironment } from '../../../../platform/testing/bare-environment.ts'
import { createTestDatabase, type TestDatabase } from '../../../../platform/testing/test-database.ts'
import { getScreening } from '../../screening.service.ts'
import { type EncounterFilter, listEncounters, listNotScreened, type StoredEncounter } from '../encounter.repository.ts'
import type { ScreeningSubject } from '../screening.repository.ts'

/** The subject of screenings in tests that need only the parts. */
export const ANY_SUBJECT: ScreeningSubject = {
  title: 'any',
  satelliteId: null,
  ephemerisId: null,
  catalogueEpoch: null,
  catalogueKinds: null,
  catalogueSources: [],
  isSimulated: true,
  isOwnSimulated: false,
  cdmIds: new Map(),
  named: [],
  missing: [],
}

/** The part of a lost worker can be taken by another one after this time: the shortest that the queue allows. */
const HEARTBEAT_S = 10
/** This is far longer than any screening of the tests; a test that hangs ends with a message. */
const LONGEST_MS = 120_000

/** A worker process that holds back the encounters of each part until it may continue. */
export type PartWorker = {
  readonly process: ChildProcess
  /** The places of the parts that it has worked on, in their order. */
  readonly places: readonly number[]
  /** Resolves when it has worked on this number of parts. */
  reached(parts: number): Promise<void>
  goOn(): void
}

/** A separate database with the jobs installed, and its worker processes. */
export type ScreeningPlatform = {
  readonly database: TestDatabase
  readonly db: Database
  readonly queue: Queue
  readonly now: () => number
  startWorker(): Promise<PartWorker>
  /** Ends the worker processes. */
  stopWorkers(): Promise<void>
  close(): Promise<void>
}

export async function openScreeningPlatform(): Promise<ScreeningPlatform> {
  const log = createLog({ level: 'silent', process: 'test', version: 'test' })
  const database = await createTestDatabase()
  await installJobs({ url: database.ownerUrl, pool: 2, log }, JOBS, HEARTBEAT_S)
  const db = openDatabase({ url: database.appUrl, pool: 8, name: 'test', log })
  const queue = await openQueue({ url: database.appUrl, pool: 2, log }, 'runtime')
  const workers = new Set<ChildProcess>()
  const stopWorkers = async () => {
    await Promise.all([...workers].map(kill))
    workers.clear()
  }
  return {
    database,
    db,
    queue,
    now: Date.now,
    stopWorkers,
    async startWorker() {
      const env = {
        ...bareEnvironment(),
        APSIS_DATABASE_URL: database.appUrl,
        APSIS_OPS_PORT: '0',
        APSIS_OIDC_ISSUER: 'http://localhost/x',
        APSIS_WORKER_THREADS: '1',
      }
      const child = fork(join(import.meta.dirname, 'part-worker.ts'), { env, execArgv: [] })
      workers.add(child)
      await once(child, 'message')
      return followWorker(child)
    },
    async close() {
      await stopWorkers()
      await queue.stop(1_000)
      await db.close()
      await database.drop()
    },
  }
}

function followWorker(child: ChildProcess): PartWorker {
  const places: number[] = []
  child.on('message', ({ place }: { place: number }) => void places.push(place))
  return {
    process: child,
    places,
    goOn: () => void child.send('go on'),
    async reached(parts) {
      while (places.length < parts) await once(child, 'message')
    },
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Waits until a screening is in this state, which no event reports to a test. */
export async function untilState(platform: ScreeningPlatform, tenantId: string, id: string, state: Screening['state']) {
  for (const until = performance.now() + LONGEST_MS; ; await pause(50)) {
    const run = await getScreening(platform, { tenantId }, id)
    if (run.state === state) return run
    if (run.endedAt !== null && state !== 'queued') throw new Error(`ended as ${run.state}: ${run.error}`)
    if (performance.now() > until) throw new Error(`is ${run.state}, not ${state}, with ${JSON.stringify(run.parts)}`)
  }
}

/** Returns the stored encounters of a screening, and their total number. */
export function storedEncounters(
  db: Database,
  { tenantId, id }: { readonly tenantId: string; readonly id: string },
  filter: EncounterFilter,
) {
  return db.tenant(tenantId, (tx) => listEncounters(tx, id, filter))
}

/** Returns all stored data of a screening. */
export async function storedResult({ db }: ScreeningPlatform, tenantId: string, id: string) {
  const lost = await db.tenant(tenantId, (tx) => listNotScreened(tx, id))
  const { rows } = await storedEncounters(db, { tenantId, id }, { offset: 0, limit: 1_000_000 })
  return {
    encounters: rows,
    notScreened: lost.map(({ place, reason, until_s }) => ({ place, reason, untilS: until_s ?? undefined })),
  }
}

/** Converts the result of an in-process run to the stored form. */
export function asStored(screening: ScreeningQuestion, { encounters, notScreened }: ScreeningResult) {
  const participant = ({ place, object, ageS }: Participant) => ({ place, id: object.id, ageS })
  const stored = describeEncounters(screening, encounters).map((encounter): StoredEncounter => {
    const { kind, seconds, missM, relativeSpeedMps, missRtnM, velocityRtnMps, episode } = encounter
    const { probability, reason, maximumProbability } = encounterProbability(encounter)
    return {
      kind,
      seconds,
      missM,
      relativeSpeedMps,
      missRtnM,
      velocityRtnMps,
      episode: episode ?? null,
      primary: participant(encounter.primary),
      secondary: participant(encounter.secondary),
      probability,
      reason,
      maximumProbability,
      isDiluted: false,
    }
  })
  return {
    encounters: stored.toSorted(compareStored),
    notScreened: notScreened.toSorted((a, b) => a.place - b.place),
  }
}

/** Sorts encounters in a fixed order, even if two have the same time and places. */
function compareStored(a: StoredEncounter, b: StoredEncounter): number {
  const byPlace = a.primary.place - b.primary.place || a.secondary.place - b.secondary.place
  return a.seconds - b.seconds || byPlace || a.kind.localeCompare(b.kind)
}

/** Splits a duration into parts of a number of windows each. */
export function spansOf(durationS: number, windows: number): Span[] {
  const lengthS = windows * PART_S
  return Array.from({ length: Math.ceil(durationS / lengthS) }, (_, place) => ({
    fromS: place * lengthS,
    toS: Math.min(durationS, (place + 1) * lengthS),
  }))
}
