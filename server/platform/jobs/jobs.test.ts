import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { grantJobs } from '../database/migrate.ts'
import { createLog } from '../log.ts'
import { bareEnvironment } from '../testing/bare-environment.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { listDeadJobs } from './job.repository.ts'
import { installJobs, JOBS_SCHEMA, openQueue, type Queue } from './jobs.ts'
import { hopeless, quick, slow, TEST_JOBS } from './testing/test-jobs.ts'

const HEARTBEAT_S = 10
const TENANT = 'organisation:jobs'
const log = createLog({ level: 'silent', process: 'test', version: 'test' })
const workers = new Set<ChildProcess>()
let database: TestDatabase
let db: Database
let queue: Queue

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = { url: database.ownerUrl, pool: 2, log }
  await installJobs(owner, TEST_JOBS, HEARTBEAT_S)
  await grantJobs(database.ownerUrl)
  db = openDatabase({ url: database.appUrl, pool: 4, name: 'test', log })
  queue = await openQueue({ url: database.appUrl, pool: 2, log }, 'runtime')
})
afterEach(async () => {
  await Promise.all([...workers].map(stop))
})
afterAll(async () => {
  await queue.stop(1_000)
  await db.close()
  await database.drop()
})

async function startWorkerProcess(): Promise<ChildProcess> {
  const env = {
    ...bareEnvironment(),
    APSIS_DATABASE_URL: database.appUrl,
    APSIS_OPS_PORT: '0',
    APSIS_OIDC_ISSUER: 'http://localhost/x',
  }
  const child = fork(join(import.meta.dirname, 'testing', 'job-worker.ts'), { env, execArgv: [] })
  workers.add(child)
  await once(child, 'message')
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  workers.delete(child)
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

const enqueue = (definition: typeof slow, name: string) =>
  db.tenant(TENANT, (tx) => queue.enqueue(tx, definition, { tenantId: TENANT, name }))
const told = async (name: string) =>
  (
    await database.query<{ count: number }>(
      'select count(*)::int as count from notifications.notification where message = $1',
      [name],
    )
  )[0]?.count

/** Waits for a condition in the database that no event reports to a test. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { timeout: 50_000, interval: 100 }).toBe(true)
}

const working = async (child: ChildProcess) => (await once(child, 'message'))[0] as { working: string }

test('enqueue() belongs to its transaction: a rollback leaves no job', async () => {
  const failing = db.tenant(TENANT, async (tx) => {
    await queue.enqueue(tx, slow, { tenantId: TENANT, name: 'rolled back' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await database.query("select 1 from pgboss.job where data->>'name' = 'rolled back'")).toEqual([])
})

test("enqueue() refuses input that the job's schema does not accept", async () => {
  const wrong = db.tenant(TENANT, (tx) => queue.enqueue(tx, slow, { tenantId: TENANT } as never))
  await expect(wrong).rejects.toThrow('name')
})

const WAITED_DAYS = 300

/** Runs the periodic maintenance of the queue: among other things it deletes jobs that waited too long. */
async function supervise(name: string): Promise<void> {
  const connectionString = database.ownerUrl
  const boss = new PgBoss({ connectionString, schema: JOBS_SCHEMA, migrate: false, supervise: false, schedule: false })
  await boss.start()
  await boss.supervise(name)
  await boss.stop({ graceful: false })
}

test('a job that waits for most of a year is kept', async () => {
  await enqueue(hopeless, 'waits for long')
  await database.query(
    `update pgboss.job set created_on = created_on - $1 * interval '1 day',
      start_after = start_after - $1 * interval '1 day', keep_until = keep_until - $1 * interval '1 day'
    where data->>'name' = 'waits for long'`,
    [WAITED_DAYS],
  )
  await supervise(hopeless.name)
  // The job is deleted, because a later test counts the jobs that were given up.
  const kept = await database.query("delete from pgboss.job where data->>'name' = 'waits for long' returning id")
  expect(kept).toHaveLength(1)
})

test('a job runs once, and a second one with the same effect key has no second effect', async () => {
  await db.tenant(TENANT, async (tx) => {
    await queue.enqueue(tx, quick, { tenantId: TENANT, name: 'twice' })
    await queue.enqueue(tx, quick, { tenantId: TENANT, name: 'twice' })
  })
  await startWorkerProcess()
  const done = () => database.query("select 1 from pgboss.job where name = 'testing.quick' and state = 'completed'")
  await until(async () => (await done()).length === 2)
  expect(await told('twice 5')).toBe(1)
})

test('no job is lost or repeated if one worker is killed and another is paused in the middle of a job', async () => {
  const [first, second] = await Promise.all([startWorkerProcess(), startWorkerProcess()])
  const claims = [working(first), working(second)]
  await enqueue(slow, 'killed or paused 1')
  await enqueue(slow, 'killed or paused 2')
  await Promise.race(claims)
  // One worker may have claimed both jobs. The other worker is then idle, and killing it proves less, so it gets a job, too.
  await until(
    async () =>
      (await database.query("select 1 from pgboss.job where name = 'testing.slow' and state = 'active'")).length === 2,
  )
  first.kill('SIGKILL')
  second.kill('SIGSTOP')

  // Two workers are needed: a single worker would keep the first job, and wait for the second one for ever.
  const others = await Promise.all([startWorkerProcess(), startWorkerProcess()])
  const again = new Set<string>()
  for (const one of others) one.on('message', (message) => again.add((message as { working: string }).working))
  await until(async () => again.size === 2)
  for (const one of others) one.send('finish')
  await until(
    async () =>
      (await database.query("select 1 from pgboss.job where name = 'testing.slow' and state = 'completed'")).length ===
      2,
  )

  // The paused worker resumes and tries to commit the job that it believes to have.
  second.kill('SIGCONT')
  second.send('finish')
  const ended = once(second, 'exit')
  second.kill('SIGTERM')
  await ended
  expect([await told('killed or paused 1'), await told('killed or paused 2')]).toEqual([1, 1])
  const retried = await database.query(
    "select 1 from pgboss.job where name = 'testing.slow' and state = 'completed' and retry_count > 0",
  )
  expect(retried).toHaveLength(2)
})

test('a job that never succeeds, and one with invalid input, become dead letters with their input', async () => {
  await enqueue(hopeless, 'doomed')
  await database.query(
    "insert into pgboss.job (name, data, dead_letter, retry_limit) values ('testing.hopeless', '{\"name\": 7}', 'dead-letter', 3)",
  )
  await startWorkerProcess()
  const dead = () => db.shared((tx) => listDeadJobs(tx, 10))
  await until(async () => (await dead()).length === 2)
  const found = await dead()
  expect(found.map((entry) => entry.data)).toEqual(
    expect.arrayContaining([{ tenantId: TENANT, name: 'doomed' }, { name: 7 }]),
  )
  expect(found.map((entry) => entry.source)).toEqual(['testing.hopeless', 'testing.hopeless'])
  const doomed = found.find((entry) => JSON.stringify(entry.data).includes('doomed'))
  expect(JSON.stringify(doomed?.output)).toContain('nothing can be done')
})
