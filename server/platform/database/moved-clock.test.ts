import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMovedDatabase } from '../testing/moved-database.ts'
import { asSuperuser, type TestDatabase } from '../testing/test-database.ts'
import { moveClock } from './moved-clock.ts'

const START = '2028-02-29T23:50:00Z'
/** Even a busy machine answers within this time. */
const SOON_MS = 60_000
const START_MS = Date.parse(START)
const SET_MS = Date.now()

let database: TestDatabase
beforeAll(async () => {
  database = await createMovedDatabase(START)
})
afterAll(() => database.drop())

/** Returns true if an instant lies in the moved time: after its start, by at most the time since the database was created. */
const isMoved = (at: Date) => at.getTime() >= START_MS && at.getTime() < START_MS + Date.now() - SET_MS + SOON_MS

async function instants(text: string, url = database.superuserUrl): Promise<Record<string, Date>> {
  return asSuperuser(url, async (client) => (await client.query<Record<string, Date>>(text)).rows[0] ?? {})
}

const MOMENT = 'select now() as now, clock_timestamp() as clock'

test("the moved time passes for every login of the product, at the pace of the machine's clock", async () => {
  for (const url of [database.superuserUrl, database.ownerUrl, database.appUrl]) {
    const first = await instants(MOMENT, url)
    expect(Object.values(first).map(isMoved)).toEqual([true, true])
    const before = performance.now()
    const second = await instants(`${MOMENT} from pg_sleep(0.2)`, url)
    const passedMs = second.clock!.getTime() - first.clock!.getTime()
    expect(passedMs).toBeGreaterThanOrEqual(200)
    expect(passedMs - (performance.now() - before)).toBeLessThan(SOON_MS)
  }
})

test('now() is the start of the transaction, and clock_timestamp() moves on within it', async () => {
  await asSuperuser(database.appUrl, async (client) => {
    await client.query('begin')
    const read = async () => (await client.query<{ now: Date; clock: Date }>(MOMENT)).rows[0]!
    const first = await read()
    await client.query('select pg_sleep(0.05)')
    const second = await read()
    expect(second.now).toEqual(first.now)
    expect(second.clock.getTime() - first.clock.getTime()).toBeGreaterThanOrEqual(50)
    await client.query('rollback')
  })
})

test('everything that stores a time automatically uses the moved clock: columns, the audit trail and the queue', async () => {
  const { query } = database
  await query(`insert into platform.process (id, kind) values (gen_random_uuid(), 'api')`)
  await query(
    `insert into platform.audit (tenant_id, seq, at, actor, action, object, outcome, request_id, detail, prev_hash, hash)
     values ('organisation:a', 0, pg_catalog.now(), 'a', 'a', 'a', 'a', 'a', '{}', '', '')`,
  )
  const [queue] = await query<{ name: string }>('select name from pgboss.queue limit 1')
  await query('insert into pgboss.job (name) values ($1)', [queue!.name])
  for (const one of [
    'select started_at, seen_at from platform.process',
    'select at from platform.audit',
    'select start_after, created_on from pgboss.job',
  ])
    expect([one, Object.values(await instants(one)).map(isMoved)]).toEqual([
      one,
      Object.values(await instants(one)).map(() => true),
    ])
})

test('nothing in the database uses PostgreSQL’s own clock any more', async () => {
  // While the moved clock is first in the search path, PostgreSQL prints its own functions with their schema.
  const left = await database.query(
    `select * from (
       select 'default of ' || adrelid::regclass as what, pg_get_expr(adbin, adrelid) as text from pg_attrdef
       union all select 'constraint ' || conname, pg_get_constraintdef(oid) from pg_constraint
       union all select 'policy ' || polname, concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
         from pg_policy
       union all select 'view ' || viewname, definition from pg_views where schemaname not in ('pg_catalog', 'information_schema')
       union all select 'trigger ' || tgname, pg_get_triggerdef(oid) from pg_trigger
       union all select 'index ' || indexrelid::regclass, pg_get_indexdef(indexrelid) from pg_index
       union all select 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
         from pg_proc p where prokind in ('f', 'p')
           and pronamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'clock')
     ) everything
     where text ~* 'pg_catalog\\.(now|clock_timestamp)|current_(timestamp|date|time)|local(timestamp|time)|statement_timestamp'
       or text ~* 'transaction_timestamp|timeofday'
       or (text ~* '\\m(now|clock_timestamp)\\(' and text ~* 'set search_path to (?!.?clock)')`,
  )
  expect(left).toEqual([])
})

test('sign-ins use the clock of the machine', async () => {
  const url = database.appUrl.replace(/\/\/[^@]*@/, '//apsis_identity:test-identity@')
  const { now } = await instants(MOMENT, url)
  expect(Math.abs(now!.getTime() - Date.now())).toBeLessThan(SOON_MS)
})

test('when the clock is moved again to the same start, time continues; a move to another start is refused', async () => {
  const before = await instants(MOMENT)
  await database.query('create table public.later (at timestamptz default pg_catalog.now())')
  await moveClock(database.superuserUrl, START)
  const after = await instants(MOMENT)
  expect(after.clock!.getTime()).toBeGreaterThan(before.clock!.getTime())
  expect(after.clock!.getTime() - before.clock!.getTime()).toBeLessThan(SOON_MS)
  await database.query('insert into public.later default values')
  expect(isMoved((await instants('select at from public.later')).at!)).toBe(true)
  for (const other of ['2028-03-01T00:00:00Z', undefined])
    await expect(moveClock(database.superuserUrl, other)).rejects.toThrow(
      `The clock of this database was started at ${START}: set APSIS_CLOCK_START to that`,
    )
})
