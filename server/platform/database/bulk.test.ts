import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { floats, texts } from './bulk.ts'
import { type Database, openDatabase } from './database.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  const log = createLog({ level: 'error', process: 'test', version: 'test' })
  db = openDatabase({ url: database.appUrl, pool: 1, name: 'test', log })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const NUMBERS = [0, -0, 0.1 + 0.2, -1 / 3, Number.MIN_VALUE, Number.MAX_VALUE, 2 ** 53, null, undefined, 7]
const TEXTS = ['', 'plain', 'C "quoted"', 'D \\ {},null', 'NULL', "o'brien", 'Ω 衛星', 'line\nbreak', 'plain']

test('floats arrive in PostgreSQL without rounding, nulls as nulls', async () => {
  const { rows } = await db.shared((tx) =>
    sql<{ value: number | null }>`select unnest(${floats(NUMBERS, (one) => one)}::float8[]) as value`.execute(tx),
  )
  expect(rows.map(({ value }) => value)).toStrictEqual(NUMBERS.map((one) => one ?? null))
})

test('texts arrive in PostgreSQL unchanged, whatever their characters', async () => {
  const { rows } = await db.shared((tx) =>
    sql<{ value: string }>`select unnest(${texts(TEXTS, (one) => one)}::text[]) as value`.execute(tx),
  )
  expect(rows.map(({ value }) => value)).toEqual(TEXTS)
})

test('no rows give an empty array', async () => {
  const none: never[] = []
  const { rows } = await db.shared((tx) =>
    sql`select ${floats(none, () => 0)}::float8[] as numbers, ${texts(none, () => '')}::text[] as texts`.execute(tx),
  )
  expect(rows).toEqual([{ numbers: [], texts: [] }])
})
