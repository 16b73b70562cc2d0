import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
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

/** A question to a busy database may take so long, and its answer is known to half of that. */
const ANSWER_MS = 4_000

const OFF = [
  [-300_000, 'error'],
  [300_000, 'error'],
  [15_000, 'warn'],
] as const
test.each(OFF)(
  'a clock that is %i ms off follows the database, the log says so as %s, and it is measured',
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

test('a clock like that of the database is used as it is', async () => {
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
