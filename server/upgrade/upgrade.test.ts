import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringForward } from '../migrate.ts'
import { readMigrations } from '../platform/database/migrate.ts'
import { MIGRATIONS_DIR } from '../platform/operation/runtime.ts'
import { type DoorProcess, startDoor } from '../platform/testing/door-process.ts'
import { bodyOf, freePort, startTestApi, type TestApi, testSettings } from '../platform/testing/test-api.ts'
import type { TestDatabase } from '../platform/testing/test-database.ts'
import type { Who } from '../platform/testing/test-issuer.ts'
import { TABLES } from './tables.data.ts'
import { migrationsOfThen, restoreOldDatabase } from './testing/old-database.ts'

type Answer = { readonly who: string; readonly path: string; readonly status: number; readonly body: unknown }
type Recorded = {
  readonly stoppedAt: string
  readonly people: Readonly<Record<string, Who>>
  /** What 0.3.4 answered when its worker had been killed. */
  readonly before: readonly Answer[]
  /** What 0.3.4 answered once a new worker of its own had done the jobs that were left. */
  readonly later: readonly Answer[]
}

const RECORDED = JSON.parse(
  readFileSync(join(import.meta.dirname, 'testing', '0-3-4.reference.json'), 'utf8'),
) as Recorded
/** Another processor may round the last digits of a computed number otherwise. */
const RELATIVE_ROUNDING = 1e-9
const JOBS_TAKE_MS = 120_000

/**
 * Members whose value depends on when they are asked for: ages, times left, and states that end by the clock; and above which probability
 * a decided event reopens, which is nearer now at what is accepted (docs/decisions/150).
 */
const BY_THE_CLOCK = new Set(['timeToTca', 'elapsedS', 'timeLeftS', 'screening', 'aboveProbability'])
/** Ephemerides and service accounts end by the clock. */
const ENDING = /\/(ephemeris|service-accounts)$/
/** As far as digits behind the point are compared: below 1e-12, computed zeros differ by their rounding. */
const MOST_DIGITS = 12
/** Members that a job makes anew when it is done again: ids at random, and the times of its run. */
const MADE_ANEW = new Set(['cdmId', 'activeCdmId', 'conjunctionId', 'startedAt', 'endedAt'])

let api: TestApi
let database: TestDatabase
let worker: DoorProcess | undefined
beforeAll(async () => {
  api = await startTestApi({}, async (log) => {
    database = await restoreOldDatabase(RECORDED.stoppedAt, log)
    await bringForward(database.ownerUrl, log)
    return database
  })
}, JOBS_TAKE_MS)
afterAll(async () => {
  worker?.kill('SIGKILL')
  await worker?.ended
  await api.close()
})

const ask = ({ who, path }: Answer) => api.call(RECORDED.people[who], `GET ${path}`)

/** What an answer is compared by: newer members may join, and what the clock decides is left out. */
function lasting(value: unknown, leftOut = BY_THE_CLOCK): unknown {
  if (Array.isArray(value)) return value.map((item) => lasting(item, leftOut))
  if (typeof value === 'number' && !Number.isInteger(value)) return expect.closeTo(value, digitsOf(value))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !leftOut.has(name))
      .map(([name, item]) => [name, lasting(item, leftOut)]),
  )
}

function digitsOf(value: number): number {
  return Math.min(MOST_DIGITS, Math.max(0, Math.floor(-Math.log10(Math.abs(value) * RELATIVE_ROUNDING))))
}

async function expectSame(recorded: Answer, leftOut = BY_THE_CLOCK): Promise<void> {
  const response = await ask(recorded)
  expect([recorded.who, recorded.path, response.status]).toEqual([recorded.who, recorded.path, recorded.status])
  // Problems carry the id of their request.
  if (recorded.status >= 400) return void (await response.arrayBuffer())
  if (typeof recorded.body === 'string') return expect(await response.text()).toBe(recorded.body)
  expect({ path: recorded.path, body: await response.json() }).toMatchObject({
    path: recorded.path,
    body: lasting(recorded.body, ENDING.test(recorded.path) ? new Set([...leftOut, 'state']) : leftOut),
  })
}

test('the migrations that 0.3.4 applied are unchanged, and the newer ones are applied on top', async () => {
  const now = new Map(readMigrations(MIGRATIONS_DIR).map(({ name, hash }) => [name, hash]))
  for (const { name, hash } of migrationsOfThen()) expect([name, now.get(name)]).toEqual([name, hash])
  const applied = await database.query<{ name: string }>('select name from public.migration order by name')
  expect(applied.map(({ name }) => name)).toEqual([...now.keys()].sort())
})

test('every answer of 0.3.4 is given again, to each of its users', async () => {
  expect(RECORDED.before.length).toBeGreaterThan(100)
  for (const recorded of RECORDED.before) await expectSame(recorded)
})

test(
  'jobs that waited or ran when the worker was killed come to the end that 0.3.4 brought them to',
  async () => {
    const unfinished = () =>
      database.query("select name, state from pgboss.job where state < 'completed' and name <> 'dead-letter'")
    const before = await unfinished()
    expect(before.filter(({ state }) => state === 'active').length).toBeGreaterThan(0)
    expect(before.filter(({ state }) => state === 'created').length).toBeGreaterThan(0)
    const settings = testSettings({ database, issuer: api.issuer, port: await freePort() })
    worker = startDoor('server/worker.ts', settings)
    await worker.line(/is ready"/)
    await expect.poll(unfinished, { timeout: JOBS_TAKE_MS, interval: 500 }).toEqual([])
    const [dead] = await database.query<{ count: number }>(
      "select count(*) from pgboss.job where name = 'dead-letter' or state = 'failed'",
    )
    expect(dead?.count).toBe(0)
    const anew = new Set([...BY_THE_CLOCK, ...MADE_ANEW])
    const imported = RECORDED.later.find(({ path }) => path.endsWith('/messages'))!
    await expect.poll(async () => (await bodyOf<unknown[]>(await ask(imported))).length).toBe(1)
    for (const recorded of RECORDED.later) await expectSame(recorded, anew)
  },
  JOBS_TAKE_MS + 60_000,
)

test(
  'to start again changes nothing',
  async () => {
    worker?.kill('SIGTERM')
    await worker?.ended
    const answers = async () => Promise.all(RECORDED.later.map(async (one) => lasting(await (await ask(one)).json())))
    const first = await answers()
    await bringForward(database.ownerUrl, api.log)
    const counts = async () =>
      (await database.query<{ count: number }>('select count(*) from public.migration'))[0]?.count
    const migrations = await counts()
    await bringForward(database.ownerUrl, api.log)
    expect(await counts()).toBe(migrations)
    expect(await answers()).toEqual(first)
  },
  JOBS_TAKE_MS,
)

test('every table says what becomes of it in a backup, an export and a deletion', async () => {
  const live = await database.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'pgboss', 'identity')
     order by 1`,
  )
  expect(Object.keys(TABLES).sort()).toEqual(live.map(({ name }) => name).sort())
})
