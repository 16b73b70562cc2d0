import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { Problem } from '@apsis/contract/errors.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toApiError } from '../http/failures.ts'
import { bodyOf, startTestApi, type TestApi } from '../testing/test-api.ts'
import { type Database, isDatabaseAway, isDatabaseTimeout, openDatabase, saidOf } from './database.ts'

const ADA = { subject: 'ada', organisation: 'alpha', roles: ['ca:user'] }

let api: TestApi
let db: Database
beforeAll(async () => {
  api = await startTestApi({ APSIS_DATABASE_POOL: '2' })
  // The database looks for a deadlock after this time instead of after a second; no other wait is tested here.
  await api.database.query(`do $$ begin
    execute format('alter database %I set deadlock_timeout = %L', current_database(), '20ms');
  end $$`)
  db = openDatabase({ url: api.database.appUrl, pool: 2, name: 'database-test', log: api.log })
})
afterAll(async () => {
  await db.close()
  await api.close()
})

const ask = (request = 'GET /api/v1/ca/userconfig') => api.call(ADA, request)

/** Ends the server processes of the connections to this database, as a restart would. */
const killBackends = (name = 'apsis-api') =>
  api.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [name],
  )

/** Locks a table, so that nobody else can read it until `release` is called. */
async function lockTable(): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: api.database.superuserUrl })
  await client.connect()
  await client.query('begin; lock table userconfig.userconfig in access exclusive mode')
  return { release: () => client.end() }
}

/** Waits until this many statements wait for a lock. It uses a new connection, because a transaction keeps its first view. */
async function untilWaiting(count: number): Promise<void> {
  const text = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  while ((await api.database.query(text)).length < count);
}

test('a connection that is killed between requests costs at most the next request', async () => {
  expect((await ask()).status).toBe(200)
  expect((await killBackends()).length).toBeGreaterThan(0)
  const statuses = [(await ask()).status, (await ask()).status, (await ask()).status]
  expect(statuses.slice(-1)).toEqual([200])
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
})

test('a connection that is killed during a request is answered with 503 and Retry-After, and the next request works', async () => {
  const lock = await lockTable()
  const waiting = [ask(), ask()]
  await untilWaiting(2)
  await killBackends()
  for (const response of await Promise.all(waiting)) {
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(await bodyOf<Problem>(response)).toMatchObject({ message: 'The database is away for the moment.' })
  }
  await lock.release()
  expect((await ask()).status).toBe(200)
})

test('the listening connection reconnects automatically, and gets notifications again', async () => {
  const { listener } = api.api.platform
  const hears = (wanted: string | undefined) =>
    new Promise<void>((resolve) => listener.on('apsis_test', (payload) => (payload === wanted ? resolve() : undefined)))
  const [hello, again] = [hears('hello'), hears(undefined)]
  expect(await killBackends('apsis-api-listener')).toHaveLength(1)
  await again
  expect(listener.connected()).toBe(true)
  await api.database.query("select pg_notify('apsis_test', 'hello')")
  await hello
})

test('a call that cannot get a lock is answered with 503, without an endless wait', async () => {
  const lock = await lockTable()
  const response = await ask()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await bodyOf<Problem>(response)).toMatchObject({ message: 'The database was too busy for this.' })
  await lock.release()
  expect((await ask()).status).toBe(200)
})

test('a statement that takes too long is aborted, and reported as such', async () => {
  const slow = db.shared(async (tx) => {
    await sql`set local statement_timeout = 20`.execute(tx)
    await sql`select pg_sleep(20)`.execute(tx)
  })
  const error = await slow.catch((reason: unknown) => reason)
  expect(isDatabaseTimeout(error)).toBe(true)
  expect(toApiError(error)).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '2' } })
})

test('every session has its limits', async () => {
  const { rows } = await db.shared((tx) =>
    sql<{ name: string; setting: string }>`
      select name, setting from pg_settings where name in
        ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'TimeZone')
      order by name collate "C"`.execute(tx),
  )
  expect(rows.map(({ name, setting }) => `${name} ${setting}`)).toEqual([
    'TimeZone UTC',
    'idle_in_transaction_session_timeout 60000',
    'lock_timeout 2000',
    'statement_timeout 10000',
  ])
})

test('two transactions that wait for each other both succeed: the one that loses is repeated', async () => {
  await api.database.query(`insert into platform.job_effect (effect_key, job_id)
    select 'lock-' || n, gen_random_uuid() from generate_series(1, 2) n`)
  await api.database.query('grant update on platform.job_effect to apsis_runtime')
  const arrived: string[] = []
  const both = Promise.withResolvers<void>()
  const lockBoth = (first: string, second: string) =>
    db.shared(async (tx) => {
      await sql`select 1 from platform.job_effect where effect_key = ${first} for update`.execute(tx)
      if (arrived.push(first) === 2) both.resolve()
      await both.promise
      await sql`select 1 from platform.job_effect where effect_key = ${second} for update`.execute(tx)
    })
  await Promise.all([lockBoth('lock-1', 'lock-2'), lockBoth('lock-2', 'lock-1')])
  expect(arrived).toHaveLength(3)
})

test('a transaction that always conflicts is given up after three repetitions', async () => {
  let attempts = 0
  const conflict = db.shared(async () => {
    attempts += 1
    throw Object.assign(new Error('could not serialize access'), { code: '40001' })
  })
  await expect(conflict).rejects.toThrow('could not serialize')
  expect(attempts).toBe(4)
})

test.each(['08006', '57P01', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'])(
  'isDatabaseAway() recognises %s',
  (code) => {
    expect(isDatabaseAway(Object.assign(new Error('x'), { code }))).toBe(true)
  },
)

test.each(['23505', '42P01', '40001', undefined])('isDatabaseAway() is false for %s', (code) => {
  expect(isDatabaseAway(Object.assign(new Error('x'), { code }))).toBe(false)
})

test('a file that the database may not write is a fault of the database; a table that its role may not read is not', async () => {
  await api.database.query('create table public.unwritable (n int); grant insert on public.unwritable to public')
  const [place] = await api.database.query<{ folder: string; file: string }>(
    "select current_setting('data_directory') folder, pg_relation_filepath('public.unwritable') file",
  )
  const file = join(place?.folder ?? '', place?.file ?? '')
  const failing = (text: string) =>
    db
      .shared((tx) => sql.raw(text).execute(tx))
      .then(
        () => undefined,
        (error: unknown) => error,
      )
  chmodSync(file, 0)
  const unwritable = await failing('insert into public.unwritable values (1)')
  chmodSync(file, 0o600)
  const forbidden = await failing('select * from public.unwritable')
  expect([unwritable, forbidden]).toMatchObject([{ code: '42501' }, { code: '42501' }])
  expect(isDatabaseAway(unwritable)).toBe(true)
  expect(isDatabaseAway(forbidden)).toBe(false)
  expect(await failing('insert into public.unwritable values (1)')).toBeUndefined()
})

test('a missing database is an error of the request', async () => {
  const nowhere = openDatabase({ url: 'postgresql://nobody:none@127.0.0.1:1/none', pool: 1, name: 'x', log: api.log })
  const error = await nowhere.shared(async () => undefined).catch((reason: unknown) => reason)
  expect(isDatabaseAway(error)).toBe(true)
  await nowhere.close()
})

test('saidOf() reports in one line that the database was away or slow, and has the stack of every other error', () => {
  const timeout = Object.assign(new Error('terminating connection due to idle-in-transaction timeout'), {
    code: '25P03',
  })
  expect(saidOf(timeout)).toEqual({ reason: 'terminating connection due to idle-in-transaction timeout' })
  expect(saidOf(new Error('Connection terminated unexpectedly'))).toEqual({
    reason: 'Connection terminated unexpectedly',
  })
  const fault = new TypeError('x is not a function')
  expect(saidOf(fault)).toEqual({ err: fault })
})
