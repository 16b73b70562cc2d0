import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createMovedDatabase, moveClockOn } from '../testing/moved-database.ts'
import { asSuperuser, createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { countForcedEnds } from './forced-end.repository.ts'
import { startHeartbeat } from './heartbeat.ts'
import { createMetrics } from './metrics.ts'

const logged: string[] = []
const log = createLog({
  level: 'warn',
  process: 'test',
  version: 'test',
  destination: { write: (line) => void logged.push(line) },
})
const metrics = createMetrics({ process: 'test', version: 'test' })
const measured = async () => (await metrics.clockOffset.get()).values[0]?.value
let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.appUrl, pool: 2, name: 'heartbeat-test', log })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** A query on a busy database may take this long, and the database's time is known to within half of that. */
const ANSWER_MS = 4_000

const OFF = [
  [-300_000, 'error'],
  [300_000, 'error'],
  [15_000, 'warn'],
] as const
test.each(OFF)(
  'a clock that is %i ms off is replaced by the database’s time; the log (%s) and the metrics show the difference',
  async (offMs, level) => {
    logged.length = 0
    const heartbeat = await startHeartbeat({ db, kind: 'worker', log, metrics, clock: () => Date.now() + offMs })
    const [theirs] = await database.query<{ at: Date }>('select clock_timestamp() as at')
    expect(Math.abs(heartbeat.now() - theirs!.at.getTime())).toBeLessThan(ANSWER_MS)
    await heartbeat.stop()
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain(`"level":"${level}"`)
    expect(logged[0]).toContain(`"offsetS":${-offMs / 1000}`)
    expect(await measured()).toBe(-offMs / 1000)
  },
)

test('a clock that agrees with the database is used unchanged', async () => {
  logged.length = 0
  metrics.clockOffset.reset()
  let atMs = Date.now()
  const heartbeat = await startHeartbeat({ db, kind: 'worker', log, metrics, clock: () => atMs })
  atMs = 1_790_000_000_123
  expect(heartbeat.now()).toBe(1_790_000_000_123)
  await heartbeat.stop()
  expect(logged).toEqual([])
  expect(await measured()).toBe(0)
})

test('the time follows a moved clock that is moved on while the process runs, which is no fault', async () => {
  logged.length = 0
  const moved = await createMovedDatabase('2026-11-20T10:00:00Z')
  const movedDb = openDatabase({ url: moved.appUrl, pool: 2, name: 'heartbeat-test', log })
  const heartbeat = await startHeartbeat({ db: movedDb, kind: 'worker', log, metrics, clock: Date.now })
  const beforeMs = heartbeat.now()
  await asSuperuser(moved.superuserUrl, (client) => moveClockOn(client, 3_600))
  await expect.poll(() => heartbeat.now() - beforeMs).toBeGreaterThanOrEqual(3_600_000)
  const [theirs] = await moved.query<{ at: Date }>('select clock_timestamp() as at')
  expect(Math.abs(heartbeat.now() - theirs!.at.getTime())).toBeLessThan(ANSWER_MS)
  expect(logged).toEqual([])
  await heartbeat.stop()
  await movedDb.close()
  await moved.drop()
})

test('a heartbeat removes reported ends of more than 30 days ago, and the count of all ends stays the same', async () => {
  const end = (kind: string, days: number, isTold: boolean) =>
    database.query(
      `insert into platform.forced_end (kind, work, at, notified_at)
       select $1, '{}', at, case when $3 then at end from (select now() - make_interval(days => $2) as at) ended`,
      [kind, days, isTold],
    )
  const counted = async () => (await db.shared(countForcedEnds)).toSorted((a, b) => a.kind.localeCompare(b.kind))
  const kept = () =>
    database.query(`select kind, extract(day from now() - at)::int as days from platform.forced_end order by at, kind`)
  for (const days of [400, 31, 29, 0]) await end('worker', days, true)
  await end('api', 31, true)
  await end('api', 31, false)
  const before = await counted()
  expect(before).toEqual([
    { kind: 'api', ends: 2 },
    { kind: 'worker', ends: 4 },
  ])
  const beat = async () => (await startHeartbeat({ db, kind: 'worker', log, metrics, clock: Date.now })).stop()
  await beat()
  expect(await kept()).toEqual([
    { kind: 'api', days: 31 },
    { kind: 'worker', days: 29 },
    { kind: 'worker', days: 0 },
  ])
  expect(await counted()).toEqual(before)
  // A second removal is added to the first, and is counted once.
  await database.query("update platform.forced_end set notified_at = at where kind = 'api'")
  await beat()
  expect(await kept()).toHaveLength(2)
  expect(await counted()).toEqual(before)
})
