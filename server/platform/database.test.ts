import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, type SharedDb } from './database.ts'
import { createLog } from './log.ts'
import { insertMember } from './member.repository.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

let copy: TestDatabase
let db: Database
beforeAll(async () => {
  copy = await createTestDatabase()
  const log = createLog({ level: 'error', process: 'test', version: 'test' })
  // One connection, so that whatever a transaction leaves behind is met by the next.
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

test('tenant refuses an organisation without a name', () => {
  expect(() => db.tenant('', boundTo)).toThrow('an organisation must be named')
})

test('tenant undoes everything when the work fails, and the connection goes on', async () => {
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

test('tenant never acknowledges a transaction that the database gave up, even where the work hid the error', async () => {
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
