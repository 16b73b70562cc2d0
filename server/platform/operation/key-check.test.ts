import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { checkDeliveryKey } from './key-check.ts'

const logged: string[] = []
const log = createLog({
  level: 'warn',
  process: 'test',
  version: 'test',
  destination: { write: (line) => void logged.push(line) },
})

let folder: string
let database: TestDatabase
let db: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apsis-key-'))
  database = await createTestDatabase()
  db = openDatabase({ url: database.appUrl, pool: 2, name: 'key-test', log })
})
beforeEach(() => void logged.splice(0))
afterAll(async () => {
  await db.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

const check = (machine: string, isEmbedded = false) =>
  checkDeliveryKey({ db, keyFile: join(folder, machine, 'delivery'), isEmbedded, log })

test('a second machine with another key file is refused at its start; with the same file it is accepted', async () => {
  await check('one')
  await check('one')
  await expect(check('two')).rejects.toThrow(/two\/delivery is not the key .* APSIS_DELIVERY_KEY_FILE/)
  await check('one')
  expect(logged).toEqual([])
  const [{ mark } = { mark: '' }] = await database.query<{ mark: string }>('select mark from platform.key_mark')
  expect(mark).toMatch(/^[0-9a-f]{64}$/)
})

test('a process with an embedded database starts even with another key, and logs the consequences', async () => {
  await check('restored', true)
  expect(logged.join('\n')).toContain('is not the key that channels in this database are sealed with')
})

test('a process that cannot create a key starts, and logs that channels do not work', async () => {
  writeFileSync(join(folder, 'no-folder'), '')
  await check('no-folder')
  expect(logged.join('\n')).toContain('channels can neither be saved nor sent to')
})
