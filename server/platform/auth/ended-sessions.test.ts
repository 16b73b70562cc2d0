import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import type { Listener } from '../database/listener.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createEndedSessions } from './ended-sessions.ts'
import { insertEndedSession } from './session.repository.ts'

const log = createLog({ level: 'silent', process: 'test', version: 'test' })
const HOUR = 3_600_000

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.appUrl, pool: 1, name: 'sessions-test', log })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Returns the ended sessions of one process, to which the test sends messages. */
function process() {
  let hear: (payload: string | undefined) => void = () => undefined
  let now = 1_800_000_000_000
  const listener: Listener = {
    on: (_, callback) => {
      hear = callback
    },
    connected: () => true,
    close: async () => undefined,
  }
  const ended = createEndedSessions({ db, listener, log, now: () => now })
  return { ended, hear: (payload: string | undefined) => hear(payload), pass: (ms: number) => (now += ms) }
}

test('createEndedSessions() contains the ended sessions from the database, and each session whose end is announced', async () => {
  await db.shared((tx) => insertEndedSession(tx, 'before'))
  const { ended, hear } = process()
  expect(ended.has('before')).toBe(false)
  await ended.load()
  hear('now')
  expect([ended.has('before'), ended.has('now'), ended.has('other')]).toEqual([true, true, false])
})

test('createEndedSessions() loses no announced session while the list is loading', async () => {
  const { ended, hear } = process()
  const loading = ended.load()
  hear('meanwhile')
  await loading
  expect(ended.has('meanwhile')).toBe(true)
})

test('createEndedSessions() drops a session after two hours, when all of its tokens have expired', async () => {
  const { ended, hear, pass } = process()
  hear('old')
  pass(2 * HOUR - 1)
  hear('young')
  expect(ended.has('old')).toBe(true)
  pass(1)
  hear('younger')
  expect([ended.has('old'), ended.has('young'), ended.has('younger')]).toEqual([false, true, true])
})

test('insertEndedSession() keeps a session for two hours', async () => {
  await db.shared((tx) => insertEndedSession(tx, 'stale'))
  await database.query(
    "update platform.ended_session set ended_at = now() - interval '121 minutes' where sid = 'stale'",
  )
  await db.shared((tx) => insertEndedSession(tx, 'fresh'))
  const sids = await database.query<{ sid: string }>('select sid from platform.ended_session')
  expect(sids.map(({ sid }) => sid)).toEqual(expect.arrayContaining(['fresh']))
  expect(sids.map(({ sid }) => sid)).not.toContain('stale')
})
