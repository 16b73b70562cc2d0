import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { KeysUnavailable } from './jwks.ts'
import { createSigningKeys } from './signing-keys.ts'

const log = createLog({ level: 'silent', process: 'test', version: 'test' })
const HOUR_MS = 3_600_000

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.appUrl, pool: 4, name: 'keys-test', log })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Returns the keys of a process whose clock the test sets. */
function startProcess(at = Date.now()) {
  const clock = { now: at }
  return { clock, keys: createSigningKeys({ db, now: () => clock.now }) }
}
const kidOf = (token: string) => decodeProtectedHeader(token).kid

test('createSigningKeys() lets every process verify the tokens of every other process with public keys only', async () => {
  const [one, two] = [startProcess(), startProcess()]
  const [first, second] = [await one.keys.sign({ sub: 'a' }), await two.keys.sign({ sub: 'b' })]
  expect(kidOf(first)).not.toBe(kidOf(second))
  for (const { keys } of [one, two, startProcess()])
    for (const token of [first, second]) await jwtVerify(token, keys.key)
  const stored = await database.query('select * from platform.signing_key')
  expect(JSON.stringify(stored)).not.toContain('"d"')
  expect((await one.keys.list()).map(({ kid }) => kid)).toEqual(expect.arrayContaining([kidOf(first), kidOf(second)]))
})

test('createSigningKeys() finds a key that another process publishes later, even for many simultaneous callers', async () => {
  const reader = startProcess()
  await jwtVerify(await startProcess().keys.sign({}), reader.keys.key)
  const tokens = await Promise.all([1, 2, 3].map(() => startProcess().keys.sign({})))
  const read = await Promise.all(
    tokens.map(async (token) => (await jwtVerify(token, reader.keys.key)).protectedHeader.kid),
  )
  expect(read).toEqual(tokens.map(kidOf))
})

test('createSigningKeys() makes one key for many simultaneous callers, and another after a day', async () => {
  const { clock, keys } = startProcess()
  const kids = (await Promise.all([1, 2, 3, 4].map(() => keys.sign({})))).map(kidOf)
  expect(new Set(kids).size).toBe(1)
  clock.now += 24 * HOUR_MS - 1
  expect(kidOf(await keys.sign({}))).toBe(kids[0])
  clock.now += 1
  expect(kidOf(await keys.sign({}))).not.toBe(kids[0])
})

test('createSigningKeys() keeps a public key as long as its tokens can be valid, and drops it after that', async () => {
  const start = Date.now() + 1_000 * HOUR_MS
  const { clock, keys } = startProcess(start)
  const kid = kidOf(await keys.sign({}))
  const isListed = async () => (await keys.list()).some((key) => key.kid === kid)
  clock.now = start + 25 * HOUR_MS
  expect(await isListed()).toBe(true)
  clock.now += 1
  expect(await isListed()).toBe(false)
  await startProcess(clock.now).keys.sign({})
  expect(await database.query(`select 1 from platform.signing_key where kid = '${kid}'`)).toEqual([])
})

test('createSigningKeys() knows no unpublished key', async () => {
  const stranger = await startProcess().keys.sign({})
  await database.query(`delete from platform.signing_key where kid = '${kidOf(stranger)}'`)
  await expect(jwtVerify(stranger, startProcess().keys.key)).rejects.toThrow('no applicable key found')
})

test('createSigningKeys() throws while the database is unavailable, and signs nothing that could not be verified', async () => {
  const away = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none', pool: 1, name: 'away', log })
  const keys = createSigningKeys({ db: away, now: Date.now })
  await expect(keys.sign({})).rejects.toThrow()
  await expect(jwtVerify(await startProcess().keys.sign({}), keys.key)).rejects.toThrow(KeysUnavailable)
  await away.close()
})
