import { serialize } from 'node:v8'
import type { ScreeningResult } from '@apsis/astro/screening/screened-object.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import { screen } from '@apsis/engine/screen.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listDeadJobs, oldestWaitingS } from '../../../platform/jobs/job.repository.ts'
import { getScreening } from '../screening.service.ts'
import { cancelRun, createRun, resumeRun } from './screening-run.ts'
import { packScreening, type StoredScreening, type SubmittedScreening, unpackScreening } from './submitted-screening.ts'
import {
  ANY_SUBJECT,
  asStored,
  openScreeningPlatform,
  type ScreeningPlatform,
  spansOf,
  storedResult,
  untilState,
} from './testing/screening-platform.ts'
import { syntheticScreening } from './testing/synthetic-screening.ts'

const CALLER = { tenantId: 'organisation:parts', subject: 'ann' }
const SCREENING = syntheticScreening()
/** The interval is five parts of 24 minutes. */
const LONG = { timeout: 50_000, interval: 20 }
const SPANS = spansOf(SCREENING.durationS, 3)

let platform: ScreeningPlatform
let screening: StoredScreening
let inProcess: ScreeningResult
beforeAll(async () => {
  platform = await openScreeningPlatform()
  screening = await unpackScreening(await packScreening(SCREENING))
  inProcess = await screen(screening, { threads: 1 })
})
afterEach(() => platform.stopWorkers())
afterAll(() => platform.close())

const create = (screening: SubmittedScreening = SCREENING, spans = SPANS) =>
  createRun(platform, CALLER, { type: 'TLE_VS_TLE', screening, subject: ANY_SUBJECT, spans })
const read = (id: string) => getScreening(platform, CALLER, id)
const cancel = (id: string) =>
  platform.db.tenant(CALLER.tenantId, (tx) => cancelRun(tx, { tenantId: CALLER.tenantId, screeningId: id }))
const resume = (id: string) =>
  platform.db.tenant(CALLER.tenantId, (tx) =>
    resumeRun(tx, { tenantId: CALLER.tenantId, screeningId: id }, platform.queue),
  )
const ended = (id: string) => untilState(platform, CALLER.tenantId, id, 'done')
const attempts = async (id: string) =>
  (
    await platform.database.query<{ attempts: number }>(
      'select attempts from screening.part where screening_id = $1 order by place',
      [id],
    )
  ).map((row) => row.attempts)
const eventsOf = (id: string) =>
  platform.database.query<{ data: { state: string; partsDone: number; partsTotal: number } }>(
    "select data from events.event where data->>'id' = $1 order by id",
    [id],
  )

async function expectAsInProcess(run: Screening): Promise<void> {
  const stored = await storedResult(platform, CALLER.tenantId, run.screeningId)
  expect(stored).toEqual(asStored(screening, inProcess))
  expect(run).toMatchObject({ state: 'done', stage: 'ended', encounters: inProcess.encounters.length })
  expect(run.parts).toEqual({ done: SPANS.length, running: 0, total: SPANS.length })
}

test('the screening of these tests has encounters in every part and at both ends, an object without a state, and an episode', () => {
  for (const { fromS, toS } of SPANS)
    expect(inProcess.encounters.some(({ seconds }) => seconds > fromS && seconds < toS)).toBe(true)
  expect(new Set(inProcess.encounters.map(({ kind }) => kind))).toEqual(new Set(['minimum', 'start', 'end']))
  expect(inProcess.notScreened.some(({ untilS }) => untilS === undefined)).toBe(true)
  const episodes = asStored(screening, inProcess).encounters.filter(({ episode }) => episode === 1)
  // One episode extends over several parts.
  expect((episodes.at(-1)?.seconds ?? 0) - (episodes[0]?.seconds ?? 0)).toBeGreaterThan(SPANS[1]?.toS ?? 0)
})

test('two workers share a screening, and its rows are the same as from one process', async () => {
  const workers = await Promise.all([platform.startWorker(), platform.startWorker()])
  const id = await create()
  // Each worker processes a part at the same time.
  await Promise.all(workers.map((worker) => worker.reached(1)))
  expect(await read(id)).toMatchObject({ state: 'running', parts: { done: 0, running: 2 } })
  for (const worker of workers) worker.goOn()
  await expectAsInProcess(await ended(id))
  expect(workers.flatMap(({ places }) => places).toSorted((a, b) => a - b)).toEqual(SPANS.map((_, place) => place))
  expect(await attempts(id)).toEqual(SPANS.map(() => 1))
})

test('a worker killed with -9 in the middle of a part loses only that part: nothing else is lost, and nothing is stored twice', async () => {
  const [lost, other] = await Promise.all([platform.startWorker(), platform.startWorker()])
  const id = await create()
  await Promise.all([lost.reached(1), other.reached(1)])
  lost.process.kill('SIGKILL')
  other.goOn()
  await expectAsInProcess(await ended(id))
  expect(await attempts(id)).toEqual(SPANS.map((_, place) => (place === lost.places[0] ? 2 : 1)))
})

test('the stream reports the beginning, a progress that never decreases, and the end once', async () => {
  const worker = await platform.startWorker()
  worker.goOn()
  const id = await create()
  await ended(id)
  const told = (await eventsOf(id)).map(({ data }) => data)
  expect(told[0]).toMatchObject({ state: 'queued', partsDone: 0, partsTotal: SPANS.length })
  expect(told[1]).toMatchObject({ state: 'running', partsDone: 0 })
  expect(told.map(({ partsDone }) => partsDone)).toEqual(
    told.map(({ partsDone }) => partsDone).toSorted((a, b) => a - b),
  )
  expect(told.filter(({ state }) => state === 'done')).toEqual([
    { id, state: 'done', partsDone: SPANS.length, partsTotal: SPANS.length },
  ])
  // Progress is sent at most twice a second.
  expect(told.length).toBeLessThanOrEqual(SPANS.length + 2)
})

test('the time left is reported as soon as one part is done', async () => {
  const worker = await platform.startWorker()
  const id = await create()
  await worker.reached(1)
  expect((await read(id)).timeLeftS).toBeNull()
  worker.goOn()
  await expect.poll(async () => (await read(id)).parts.done, LONG).toBeGreaterThan(0)
  expect((await read(id)).timeLeftS).toBeGreaterThanOrEqual(0)
  await ended(id)
})

test('a cancelled screening drops parts that were not begun; when it is resumed, it ends as if it had not been cancelled', async () => {
  const worker = await platform.startWorker()
  const id = await create()
  await worker.reached(1)
  await cancel(id)
  expect(await read(id)).toMatchObject({ state: 'cancelled' })
  const jobs = () => platform.database.query("select state from pgboss.job where data->>'screeningId' = $1", [id])
  expect(await jobs()).toEqual([{ state: 'active' }])
  await cancel(id)
  expect(await read(id)).toMatchObject({ state: 'cancelled' })

  await resume(id)
  expect(await read(id)).toMatchObject({ state: 'queued' })
  await expect(resume(id)).rejects.toThrow('there is nothing to take up')
  worker.goOn()
  await expectAsInProcess(await ended(id))
  await expect(cancel(id)).rejects.toThrow('it has ended')
})

test('if a screening is cancelled in the middle of a part, the worker stops long before its end, and nothing of the part is stored', async () => {
  const worker = await platform.startWorker()
  // One part of a month takes some ten seconds.
  const durationS = 31 * 86_400
  const screening = syntheticScreening({ size: 4_000, durationS, thresholdM: 1_000 })
  const spans = [{ fromS: 0, toS: durationS }]
  const id = await create(screening, spans)
  await expect.poll(async () => (await read(id)).parts.running, LONG).toBe(1)
  await cancel(id)
  worker.goOn()
  await worker.reached(1)
  const done = () =>
    platform.database.query("select 1 from pgboss.job where data->>'screeningId' = $1 and state = 'completed'", [id])
  await expect.poll(done, LONG).toHaveLength(1)
  expect(await read(id)).toMatchObject({
    state: 'cancelled',
    parts: { done: 0 },
    encounters: 0,
  })
})

test('a part that cannot be screened fails the screening with its reason, at once, and is among the dead letters', async () => {
  const worker = await platform.startWorker()
  worker.goOn()
  const id = await create({
    ...SCREENING,
    objects: [...SCREENING.objects, { id: 'SAT-7', flight: brokenFlight() }],
  })
  const run = await untilState(platform, CALLER.tenantId, id, 'failed')
  expect(run.error).toMatch(/^part \d+: .*SAT-7/)
  const failed = Number(/^part (\d+)/.exec(run.error ?? '')?.[1]) - 1
  const states = 'select place from screening.part where screening_id = $1 and state = $2 order by place'
  expect(await platform.database.query(states, [id, 'failed'])).toEqual([{ place: failed }])
  expect(run.parts.running).toBe(0)
  const deadOf = async () =>
    (await platform.db.shared((tx) => listDeadJobs(tx, 10))).filter(({ data }) => JSON.stringify(data).includes(id))
  await expect.poll(deadOf, LONG).not.toEqual([])
  expect(JSON.stringify((await deadOf())[0]?.output)).toContain('SAT-7')
  const waiting =
    "select 1 from pgboss.job where name = 'screening.part' and state < 'active' and data->>'screeningId' = $1"
  expect(await platform.database.query(waiting, [id])).toEqual([])
})

test('a part whose worker is lost every time is given up, with the reason', async () => {
  const id = await create()
  // This is the state after three workers died during the part.
  await platform.database.query(
    "update pgboss.job set retry_count = 3 where data->>'screeningId' = $1 and data->>'place' = '0'",
    [id],
  )
  const worker = await platform.startWorker()
  worker.goOn()
  expect((await untilState(platform, CALLER.tenantId, id, 'failed')).error).toBe('part 1: its worker was lost')
  expect(worker.places).not.toContain(0)
  await resume(id)
  await expectAsInProcess(await ended(id))
})

test('the parts of a short screening do not wait for all those of a long one', async () => {
  const [long, short] = [await create(), await create()]
  const rows = await platform.database.query<{ id: string }>(
    `select data->>'screeningId' as id from pgboss.job where name = 'screening.part' and state = 'created'
     order by priority desc, created_on`,
  )
  expect(rows.slice(0, 4).map(({ id }) => id)).toEqual([long, short, long, short])
  // Parts that wait for their turn cause no alarm.
  await platform.database.query("update pgboss.job set start_after = now() - interval '1 hour' where priority < 0")
  expect(await platform.db.shared(oldestWaitingS)).toBeLessThan(600)
  // The first part of a list causes an alarm if it waits.
  await platform.database.query("update pgboss.job set start_after = now() - interval '1 hour' where priority = 0")
  expect(await platform.db.shared(oldestWaitingS)).toBeGreaterThanOrEqual(3_600)
  await Promise.all([long, short].map(cancel))
})

/** Makes an ephemeris whose times run backwards, so that the fault shows only when the model is made. */
function brokenFlight() {
  const states = [1, 0].map((taiS) => ({ epoch: { taiS, taiFs: 0 }, r: [7e6, 0, 0], v: [0, 7500, 0] }) as const)
  const segment = { frame: 'TEME', states }
  return { kind: 'ephemeris', segments: serialize([segment]) } as const
}
