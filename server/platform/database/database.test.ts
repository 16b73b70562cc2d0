import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMember } from '../auth/member.repository.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { insertAudit } from './audit.repository.ts'
import { type Database, openDatabase, type SharedDb, type TenantDb } from './database.ts'

let copy: TestDatabase
let db: Database
beforeAll(async () => {
  copy = await createTestDatabase()
  const log = createLog({ level: 'error', process: 'test', version: 'test' })
  // There is only one connection, so that the next transaction gets everything that the previous one leaves in the session.
  db = openDatabase({ url: copy.appUrl, pool: 1, name: 'test', log })
})
afterAll(async () => {
  await db.close()
  await copy.drop()
})

async function boundTo(tx: SharedDb): Promise<string> {
  const { rows } = await sql<{ tenant: string }>`select current_setting('app.tenant', true) as tenant`.execute(tx)
  return rows[0]?.tenant ?? 'nothing'
}

test.each(["organisation:o'brien", 'organisation:a\\b', "x'; commit; select '", "\\'; commit; --", 'organisation:Ω'])(
  'tenant binds the transaction to exactly this name: %s',
  async (name) => {
    expect(await db.tenant(name, boundTo)).toBe(name)
  },
)

test('tenant leaves nothing of the organisation behind on the connection', async () => {
  await db.tenant('organisation:alpha', boundTo)
  expect(await db.shared(boundTo)).toBe('')
})

test('tenant refuses an empty name of an organisation', () => {
  expect(() => db.tenant('', boundTo)).toThrow('an organisation must be named')
})

test('tenant undoes everything when the work fails, and the connection can still be used', async () => {
  const tenant_id = 'organisation:alpha'
  const work = db.tenant(tenant_id, async (tx) => {
    await insertMember(tx, { tenant_id, subject: 'undone', username: 'undone' })
    throw new RangeError('no')
  })
  await expect(work).rejects.toThrow(RangeError)
  expect(await copy.query("select * from platform.member where subject = 'undone'")).toEqual([])
  await db.tenant(tenant_id, (tx) => insertMember(tx, { tenant_id, subject: 'kept', username: 'kept' }))
  expect(await copy.query("select subject from platform.member where tenant_id = 'organisation:alpha'")).toEqual([
    { subject: 'kept' },
  ])
})

test('tenant never acknowledges a transaction that the database aborted, even if the work hid the error', async () => {
  const tenant_id = 'organisation:beta'
  const work = db.tenant(tenant_id, async (tx) => {
    await insertMember(tx, { tenant_id, subject: 'lost', username: 'lost' })
    await sql`select 1 / 0`.execute(tx).catch(() => undefined)
  })
  await expect(work).rejects.toThrow()
  expect(await copy.query("select * from platform.member where subject = 'lost'")).toEqual([])
})

test('tenant cannot write a row of another organisation', async () => {
  const work = db.tenant('organisation:alpha', (tx) =>
    insertMember(tx, { tenant_id: 'organisation:beta', subject: 'intruder', username: 'intruder' }),
  )
  await expect(work).rejects.toThrow(/row-level security/)
})

const subjects = async (tx: TenantDb | SharedDb) => {
  const { rows } = await sql<{ subject: string }>`select subject from platform.member order by subject`.execute(tx)
  return rows.map((row) => row.subject)
}
const memberOf = (tenant_id: string) => ({ tenant_id, subject: `person-of-${tenant_id}`, username: 'x' })

test('tenant shows the rows of one organisation, whatever the query is; shared shows none', async () => {
  for (const tenant of ['a', 'b']) await db.tenant(tenant, (tx) => insertMember(tx, memberOf(tenant)))
  expect(await db.tenant('a', subjects)).toEqual(['person-of-a'])
  const asked = db.tenant('a', (tx) => sql`select * from platform.member where tenant_id = 'b'`.execute(tx))
  expect((await asked).rows).toEqual([])
  expect(await db.shared(subjects)).toEqual([])
  await expect(db.shared((tx) => insertMember(tx as TenantDb, memberOf('')))).rejects.toThrow('row-level security')
})

test('tenant changes, removes and takes over no row of another organisation', async () => {
  await db.tenant('b', (tx) =>
    sql`insert into userconfig.userconfig (tenant_id, subject, service, settings) values ('b', 'b', 'ca', '{}')`.execute(
      tx,
    ),
  )
  await db.tenant('a', async (tx) => {
    const updated = await sql`update userconfig.userconfig set version = 99`.execute(tx)
    const deleted = await sql`delete from userconfig.userconfig`.execute(tx)
    expect([updated.numAffectedRows, deleted.numAffectedRows]).toEqual([0n, 0n])
  })
  const given = db.tenant('b', (tx) => sql`update userconfig.userconfig set tenant_id = 'a'`.execute(tx))
  await expect(given).rejects.toThrow('row-level security')
  const entry = { actor: 'a', action: 'x', object: '', outcome: 'done', requestId: 'x' } as const
  await expect(db.tenant('a', (tx) => insertAudit(tx, 'b', entry))).rejects.toThrow('row-level security')
  expect(await copy.query('select tenant_id, version from userconfig.userconfig')).toEqual([
    { tenant_id: 'b', version: 1 },
  ])
})

test('organisations that share few connections never see each other’s rows, even after errors', async () => {
  const seen = await Promise.all(
    Array.from({ length: 200 }, async (_, turn) => {
      const tenant = turn % 2 === 0 ? 'a' : 'b'
      if (turn % 7 === 0) await db.tenant(tenant, (tx) => sql`select 1 / 0`.execute(tx)).catch(() => undefined)
      return [`person-of-${tenant}`, ...(await db.tenant(tenant, subjects))]
    }),
  )
  expect(seen.filter(([own, ...rows]) => rows.toString() !== own)).toEqual([])
  expect(await db.shared(boundTo)).toBe('')
  expect(db.connections().total).toBe(1)
})
