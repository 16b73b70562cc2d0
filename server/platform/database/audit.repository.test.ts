import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import {
  type AuditEntry,
  type AuditHead,
  insertAudit,
  listAuditHeads,
  listBrokenAudit,
  listLostAuditHeads,
} from './audit.repository.ts'
import { type Database, onClient, openDatabase, type SharedDb } from './database.ts'

const log = createLog({ level: 'silent', process: 'test', version: 'test' })

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.appUrl, pool: 8, name: 'audit-test', log })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const entry = (object: string): AuditEntry => ({
  actor: 'ada',
  action: 'try',
  object,
  outcome: 'done',
  requestId: 'r-1',
})
const write = (tenant: string, object: string) => db.tenant(tenant, (tx) => insertAudit(tx, tenant, entry(object)))
/** Reads as a superuser, to whom row-level security does not apply. */
async function beyond<T>(work: (tx: SharedDb) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  return onClient(client, work).finally(() => client.end())
}
const faults = async (tenant: string) =>
  (await db.tenant(tenant, listBrokenAudit)).map(({ seq, fault }) => `${seq}: ${fault}`)

/** Creates a chain of five entries, and changes it as a superuser while the trigger is off. */
async function tamper(tenant: string, statement: string): Promise<string[]> {
  for (let n = 1; n <= 5; n++) await write(tenant, `thing ${n}`)
  expect(await faults(tenant)).toEqual([])
  await database.query(`set session_replication_role = replica; ${statement.replaceAll('$tenant', `'${tenant}'`)}`)
  return faults(tenant)
}

const COLUMNS = 'tenant_id, seq, at, actor, action, object, outcome, request_id, detail, prev_hash, hash'

test.each([
  ['actor', "'eve'"],
  ['action', "'nothing'"],
  ['object', "'another thing'"],
  ['outcome', "'refused'"],
  ['request_id', "'r-2'"],
  ['at', "at + interval '1 microsecond'"],
  ['detail', `'{"a": 1}'`],
])('listBrokenAudit() finds an edited %s', async (column, value) => {
  const found = await tamper(
    `edit-${column}`,
    `update platform.audit set ${column} = ${value} where tenant_id = $tenant and seq = 3`,
  )
  expect(found).toEqual(['3: its content was changed'])
})

test('listBrokenAudit() finds an edited entry whose hash was recomputed, by the entry after it', async () => {
  const found = await tamper(
    'edit-fit',
    `update platform.audit set actor = 'eve' where tenant_id = $tenant and seq = 3;
     update platform.audit a set hash = platform.audit_hash(a) where tenant_id = $tenant and seq = 3`,
  )
  expect(found).toEqual(['4: it does not follow the entry before it'])
})

test('listBrokenAudit() finds a removed entry, even if it is the first one', async () => {
  const remove = (seq: number) => `delete from platform.audit where tenant_id = $tenant and seq = ${seq}`
  expect(await tamper('remove-3', remove(3))).toEqual(['4: entries are missing before it'])
  expect(await tamper('remove-1', remove(1))).toEqual(['2: entries are missing before it'])
})

test('listBrokenAudit() finds a removed entry when the later entries are renumbered', async () => {
  const found = await tamper(
    'close-up',
    `delete from platform.audit where tenant_id = $tenant and seq = 3;
     update platform.audit set seq = seq - 1 where tenant_id = $tenant and seq > 3`,
  )
  expect(found[0]).toBe('3: it does not follow the entry before it')
})

test('listBrokenAudit() finds an inserted entry', async () => {
  const found = await tamper(
    'insert',
    `update platform.audit set seq = seq + 1 where tenant_id = $tenant and seq = 5;
     insert into platform.audit (${COLUMNS}) select tenant_id, 5, at, 'eve', action, object, outcome, request_id, detail, hash, hash
     from platform.audit where tenant_id = $tenant and seq = 4;
     update platform.audit a set hash = platform.audit_hash(a) where tenant_id = $tenant and seq = 5`,
  )
  expect(found).toEqual(['6: it does not follow the entry before it'])
})

test('listBrokenAudit() finds two entries that changed places', async () => {
  const found = await tamper(
    'swap',
    `update platform.audit set seq = 30 where tenant_id = $tenant and seq = 3;
     update platform.audit set seq = 3 where tenant_id = $tenant and seq = 4;
     update platform.audit set seq = 4 where tenant_id = $tenant and seq = 30`,
  )
  expect(found).not.toEqual([])
})

test('a removed end is found with an earlier head that was stored elsewhere, because the chain alone cannot show it', async () => {
  for (let n = 1; n <= 5; n++) await write('cut', `thing ${n}`)
  const kept = (await beyond(listAuditHeads)).find((head) => head.tenant_id === 'cut')
  expect(kept).toMatchObject({ tenant_id: 'cut', seq: 5 })
  await database.query(
    "set session_replication_role = replica; delete from platform.audit where tenant_id = 'cut' and seq > 3",
  )
  expect(await faults('cut')).toEqual([])
  for (const object of ['other', 'others']) await write('cut', object)
  const [now] = await database.query<{ hash: string }>(
    "select encode(hash, 'hex') as hash from platform.audit where tenant_id = 'cut' and seq = 5",
  )
  expect(now?.hash).not.toBe(kept?.hash)
})

test('insertAudit() lets the database set number, time and hashes, whatever the writer sends', async () => {
  await write('forger', 'first')
  await db.tenant('forger', (tx) =>
    sql`insert into platform.audit (${sql.raw(COLUMNS)})
      values ('forger', 77, '2001-01-01', 'eve', 'x', 'x', 'done', 'r', '{}', '\\xff', '\\xff')`.execute(tx),
  )
  const rows = await database.query<{ seq: number; old: boolean }>(
    "select seq, at < now() - interval '1 day' as old from platform.audit where tenant_id = 'forger' order by seq",
  )
  expect(rows).toEqual([
    { seq: 1, old: false },
    { seq: 2, old: false },
  ])
  expect(await faults('forger')).toEqual([])
})

test.each([
  ['change', "update platform.audit set actor = 'eve'"],
  ['remove', 'delete from platform.audit'],
  ['empty', 'truncate platform.audit'],
  ['switch off the trigger of', 'alter table platform.audit disable trigger chain'],
  [
    'replace the hash of',
    "create or replace function platform.audit_hash(entry platform.audit) returns bytea language sql as $$ select '\\x'::bytea $$",
  ],
  ['pass over the trigger of', 'set session_replication_role = replica'],
])('the runtime role cannot %s the record', async (_, statement) => {
  const work = db.tenant('a', (tx) => sql.raw(statement).execute(tx))
  await expect(work).rejects.toThrow(/permission denied|must be owner/)
})

test('16 simultaneous writers make one unbroken chain for each organisation', async () => {
  const writers = Array.from({ length: 16 }, async (_, writer) => {
    for (let n = 0; n < 10; n++) await write(writer % 2 === 0 ? 'even' : 'odd', `${writer}.${n}`)
  })
  await Promise.all(writers)
  for (const tenant of ['even', 'odd']) {
    const objects = await database.query<{ seq: number; object: string }>(
      `select seq, object from platform.audit where tenant_id = '${tenant}' order by seq`,
    )
    expect(objects.map(({ seq }) => seq)).toEqual(Array.from({ length: 80 }, (_, place) => place + 1))
    expect(new Set(objects.map(({ object }) => object)).size).toBe(80)
    expect(await faults(tenant)).toEqual([])
  }
})

test('the chain gives the same hashes in every time zone and language of a session', async () => {
  await write('zone', 'thing')
  const found = await db.tenant('zone', async (tx) => {
    await sql`set local timezone = 'Asia/Kathmandu'`.execute(tx)
    await sql`set local datestyle = 'German, DMY'`.execute(tx)
    return listBrokenAudit(tx)
  })
  expect(found).toEqual([])
})

test('heads stored elsewhere find a record that was truncated or rewritten, which its own chain cannot', async () => {
  await tamper('anchored', 'select 1')
  await write('untouched', 'thing')
  const heads = await database.query<AuditHead>(
    "select distinct on (tenant_id) tenant_id, seq::int, encode(hash, 'hex') as hash from platform.audit where tenant_id in ('anchored', 'untouched') order by tenant_id, seq desc",
  )
  const lost = async () => (await beyond((tx) => listLostAuditHeads(tx, heads))).map((head) => head.tenant_id)
  expect(await beyond(listAuditHeads)).toEqual(expect.arrayContaining(heads))
  expect(await lost()).toEqual([])
  await database.query("delete from platform.audit where tenant_id = 'anchored' and seq > 3")
  expect(await faults('anchored')).toEqual([])
  expect(await lost()).toEqual(['anchored'])
  await write('anchored', 'another fourth')
  await write('anchored', 'another fifth')
  expect(await lost()).toEqual(['anchored'])
})
