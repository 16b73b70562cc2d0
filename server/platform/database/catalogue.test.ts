import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { listDurabilityFaults, listIsolationFaults } from './catalogue.repository.ts'
import { type Database, openDatabase, type SharedDb } from './database.ts'

const log = createLog({ level: 'silent', process: 'test', version: 'test' })
const open = (url: string) => openDatabase({ url, pool: 2, name: 'catalogue-test', log })

let database: TestDatabase
let app: Database
let superuser: Database
beforeAll(async () => {
  database = await createTestDatabase()
  app = open(database.appUrl)
  superuser = open(database.superuserUrl)
  for (const [tenant, subject] of [
    ['a', 'ann'],
    ['b', 'ben'],
  ])
    await app.tenant(tenant!, (tx) =>
      run(tx, `insert into platform.member (tenant_id, subject, username) values ('${tenant}', '${subject}', 'x')`),
    )
})
afterAll(async () => {
  await app.close()
  await superuser.close()
  await database.drop()
})

async function run<T = unknown>(tx: SharedDb, text: string): Promise<T[]> {
  return (await sql.raw<T>(text).execute(tx)).rows
}

class Undone extends Error {}

/** Creates a gap in the protection as superuser, reads through it as another role, and rolls both back. */
async function planted<T>(plant: string, look: (tx: SharedDb) => Promise<T>, role = 'apsis_app'): Promise<T> {
  let seen: T | undefined
  const undone = superuser.shared(async (tx) => {
    await run(tx, plant)
    await run(tx, `set local role ${role}`)
    seen = await look(tx)
    throw new Undone()
  })
  await expect(undone).rejects.toThrow(Undone)
  return seen as T
}

/** Returns the number of members that tenant A counts; one of them is its own. */
async function countAsA(tx: SharedDb, query = 'select count(*)::int as n from platform.member'): Promise<number> {
  await run(tx, "select set_config('app.tenant', 'a', true)")
  const [row] = await run<{ n: number }>(tx, query)
  return row!.n
}

test('listIsolationFaults() finds nothing in the present schema when the runtime role calls it', async () => {
  expect(await app.shared(listIsolationFaults)).toEqual([])
  expect(await planted('select 1', listIsolationFaults)).toEqual([])
  expect(await planted('select 1', countAsA)).toBe(1)
})

const VIEW =
  'create view platform.members as select * from platform.member; grant select on platform.members to apsis_runtime'
const POLICY = 'platform.member must have exactly one policy, over app.tenant, for reading and writing'
const MINE = "tenant_id = nullif(current_setting('app.tenant', true), '')"

/**
 * Ways around row-level security that reliability §9.4 measured, and similar ones: the statement that creates each, and the fault
 * that must be reported.
 */
const HOLES: [what: string, plant: string, fault: string][] = [
  ['a plain view', VIEW, "view platform.members reads with its owner's rights: make it security_invoker"],
  [
    'a plain view in a schema of a library',
    'create view pgboss.members as select * from platform.member',
    "view pgboss.members reads with its owner's rights: make it security_invoker",
  ],
  [
    'a materialised view',
    'create materialized view platform.members as select * from platform.member',
    'materialised view platform.members holds rows outside their wall',
  ],
  [
    'a SECURITY DEFINER function',
    "create function platform.total() returns int language sql security definer as 'select 1'",
    "function platform.total runs with its owner's rights",
  ],
  [
    'a SECURITY DEFINER function in a schema of a library',
    "create function pgboss.total() returns int language sql security definer as 'select 1'",
    "function pgboss.total runs with its owner's rights",
  ],
  [
    'a global UNIQUE',
    'create unique index one_name on platform.member (subject)',
    'unique index platform.one_name does not start with tenant_id',
  ],
  [
    'a global UNIQUE over an expression',
    'create unique index one_name on platform.member (lower(subject), tenant_id)',
    'unique index platform.one_name does not start with tenant_id',
  ],
  [
    'a global exclusion',
    'alter table platform.member add constraint one_name exclude using hash (subject with =)',
    'unique index platform.one_name does not start with tenant_id',
  ],
  [
    'a foreign key across organisations',
    'create table platform.note (tenant_id text, whose text, subject text, constraint about foreign key (whose, subject) references platform.member (tenant_id, subject))',
    'foreign key about of platform.note does not carry tenant_id',
  ],
  [
    'a policy without nullif, which an emptied setting passes',
    "alter policy tenant on platform.member using (tenant_id = current_setting('app.tenant', true))",
    POLICY,
  ],
  ['a policy with true', 'alter policy tenant on platform.member using (true)', POLICY],
  ['a policy with true for writing', 'alter policy tenant on platform.member with check (true)', POLICY],
  ['a policy that ends in true', `alter policy tenant on platform.member using (${MINE} or true)`, POLICY],
  [
    'a policy over another column',
    `alter policy tenant on platform.member using (${MINE.replace('tenant_id', 'subject')})`,
    POLICY,
  ],
  ['a second policy', 'create policy also on platform.member using (true)', POLICY],
  ['no policy', 'drop policy tenant on platform.member', POLICY],
  [
    'no FORCE',
    'alter table platform.member no force row level security',
    'platform.member has no forced row-level security',
  ],
  [
    'no row-level security',
    'alter table platform.member disable row level security',
    'platform.member has no forced row-level security',
  ],
  [
    'a table in neither list',
    'create table platform.forgotten (tenant_id text)',
    'platform.forgotten is in neither list of catalogue.data.ts',
  ],
  [
    'a table that is gone',
    'alter table platform.member rename to person',
    'platform.member is listed but does not exist',
  ],
  [
    'a table of the runtime role',
    'alter table platform.member owner to apsis_app',
    'platform.member is owned by the runtime role',
  ],
  [
    'the right to truncate',
    'grant truncate on platform.member to apsis_runtime',
    'the runtime role may truncate platform.member',
  ],
  [
    'the right to add triggers',
    'grant trigger on platform.member to apsis_runtime',
    'the runtime role may trigger platform.member',
  ],
  [
    'the right to rewrite the record',
    'grant update on platform.audit to apsis_runtime',
    'the runtime role may update platform.audit',
  ],
  [
    'the right to rewrite a column of the record',
    'grant update (detail) on platform.audit to apsis_runtime',
    'the runtime role may update platform.audit',
  ],
  [
    'the right to shorten the record',
    'grant delete on platform.audit to apsis_runtime',
    'the runtime role may delete platform.audit',
  ],
  [
    'a way to the passwords',
    'grant usage on schema identity to apsis_runtime',
    'the runtime role reaches schema identity',
  ],
]

test.each(HOLES)('listIsolationFaults() finds %s', async (_, plant, fault) => {
  expect(await planted(plant, listIsolationFaults)).toContain(fault)
})

const ROLES: [what: string, plant: string, fault: string][] = [
  ['bypasses row-level security', 'create role leaky bypassrls', 'the runtime role bypasses row-level security'],
  ['is a superuser', 'create role leaky superuser', 'the runtime role is a superuser'],
  ['can make roles', 'create role leaky createrole', 'the runtime role can make roles'],
  [
    'can become one that bypasses',
    'create role strong bypassrls; create role leaky in role strong',
    'the runtime role can become strong',
  ],
  [
    'can read files',
    'create role leaky in role pg_read_server_files',
    'the runtime role can become pg_read_server_files',
  ],
  ['can become the owner', 'create role leaky in role apsis_owner', 'platform.member is owned by the runtime role'],
]

test.each(ROLES)('listIsolationFaults() finds a runtime role that %s', async (_, plant, fault) => {
  expect(await planted(`${plant}; grant apsis_runtime to leaky`, listIsolationFaults, 'leaky')).toContain(fault)
})

const TOTAL =
  "create function platform.total() returns int language sql security definer as 'select count(*)::int from platform.member'; grant execute on function platform.total() to apsis_runtime"
const LEAKS: [what: string, plant: string, query: string][] = [
  ['a plain view of a superuser', VIEW, 'select count(*)::int as n from platform.members'],
  ['a SECURITY DEFINER function of a superuser', TOTAL, 'select platform.total() as n'],
  [
    'a materialised view',
    `${VIEW.replace('create view', 'create materialized view')}`,
    'select count(*)::int as n from platform.members',
  ],
  [
    'a policy with true',
    HOLES.find(([what]) => what === 'a policy with true')![1],
    'select count(*)::int as n from platform.member',
  ],
  [
    'a second policy',
    HOLES.find(([what]) => what === 'a second policy')![1],
    'select count(*)::int as n from platform.member',
  ],
]

test.each(LEAKS)(
  'each gap that is found does leak: through %s, A counts two members although it has one',
  async (_, plant, query) => {
    expect(await planted(plant, (tx) => countAsA(tx, query))).toBe(2)
  },
)

test('a view with its reader’s rights shows A its own rows, and is not reported', async () => {
  const plant = VIEW.replace(' as select', ' with (security_invoker = true) as select')
  expect(await planted(plant, (tx) => countAsA(tx, 'select count(*)::int as n from platform.members'))).toBe(1)
  expect(await planted(plant, listIsolationFaults)).toEqual([])
})

test('without FORCE the owner sees all rows; with it, nobody sees a row unless an organisation is set', async () => {
  const unforced = 'alter table platform.member no force row level security'
  expect(await planted(unforced, countAsA, 'apsis_owner')).toBe(2)
  expect(await planted('select 1', countAsA, 'apsis_owner')).toBe(1)
  expect(await planted(`create role leaky bypassrls in role apsis_runtime`, countAsA, 'leaky')).toBe(2)
})

const insertA = (subject: string) => async (tx: SharedDb) => {
  await run(tx, "select set_config('app.tenant', 'a', true)")
  return run(tx, `insert into platform.member (tenant_id, subject, username) values ('a', '${subject}', 'x')`).catch(
    (error: Error) => error.message,
  )
}

test('a global UNIQUE lets A find out which names exist in B', async () => {
  const unique = 'create unique index one_name on platform.member (subject)'
  expect(await planted(unique, insertA('ben'))).toMatch('duplicate key')
  expect(await planted(unique, insertA('zoe'))).toEqual([])
  expect(await planted('select 1', insertA('ben'))).toEqual([])
})

test('a foreign key without tenant_id lets A find out which members exist in B', async () => {
  const [, plant] = HOLES.find(([what]) => what === 'a foreign key across organisations')!
  const point = (subject: string) => (tx: SharedDb) =>
    run(tx, `insert into platform.note values ('a', 'b', '${subject}')`).catch((error: Error) => error.message)
  const open = `${plant}; grant insert on platform.note to apsis_runtime`
  expect(await planted(open, point('ben'))).toEqual([])
  expect(await planted(open, point('zoe'))).toMatch('violates foreign key')
})

test('a policy without nullif shows rows if no organisation is set but the setting was used before', async () => {
  const plant =
    "insert into platform.member values ('', 'nobody', 'x'); alter policy tenant on platform.member using (tenant_id = current_setting('app.tenant', true))"
  const look = async (tx: SharedDb) => run(tx, 'select subject from platform.member')
  expect(await planted(plant, look)).toEqual([{ subject: 'nobody' }])
  expect(await planted("insert into platform.member values ('', 'nobody', 'x')", look)).toEqual([])
})

test('a role that may truncate a table can remove the rows of other organisations', async () => {
  const emptied = await planted('grant truncate on platform.member to apsis_runtime', async (tx) => {
    await run(tx, 'truncate platform.member')
    await run(tx, 'reset role')
    return run(tx, 'select * from platform.member')
  })
  expect(emptied).toEqual([])
})

test('listDurabilityFaults() accepts the database of the tests, and names the settings that are switched off', async () => {
  expect(await app.shared((tx) => listDurabilityFaults(tx, true))).toEqual([])
  const off = (tx: SharedDb) => listDurabilityFaults(tx, true)
  expect(await planted('set local synchronous_commit = off', off)).toEqual([
    'synchronous_commit is off: acknowledged writes could be lost',
  ])
})
