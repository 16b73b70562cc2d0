import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { MIGRATIONS_DIR } from '../operation/runtime.ts'
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type Migration, migrate, pendingMigrations, readMigrations } from './migrate.ts'

const log = createLog({ level: 'silent', process: 'test', version: 'test' })
const ALL = readMigrations(MIGRATIONS_DIR)

let database: TestDatabase
beforeEach(async () => {
  database = await createEmptyDatabase()
})
afterEach(() => database.drop())

test.each(['notifications.notification', 'events.event', 'ca.satellite'])(
  'after all migrations, row-level security of %s also binds the owner',
  async (table) => {
    await migrate(database.ownerUrl, ALL, log)
    const [row] = await database.query<{ forced: boolean }>(
      'select relforcerowsecurity as forced from pg_class where oid = $1::regclass',
      [table],
    )
    expect(row).toEqual({ forced: true })
  },
)

/** Returns a migration that creates a table. The table's name is the migration's name without its number. */
function making(name: string): Migration {
  const text = `create table public.${name.slice(5)} (id integer);`
  return { name: `${name}.sql`, text, hash: createHash('sha256').update(text).digest('hex') }
}

const [FIRST, SECOND, THIRD] = [making('0001-first'), making('0002-second'), making('0003-third')] as const

/** Returns the content of the database: its tables with their columns, and the applied migrations. */
async function contents(): Promise<unknown> {
  const columns =
    await database.query(`select table_schema, table_name, column_name, data_type from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2, 3`)
  const applied = await database.query('select name, hash, applied_at from public.migration order by name')
  return { columns, applied }
}

test('missing migrations are applied in the order of their numbers, even if a larger number was applied before, and only once (record 189)', async () => {
  expect(await migrate(database.ownerUrl, [FIRST, THIRD], log)).toEqual([FIRST.name, THIRD.name])
  expect(await pendingMigrations(database.appUrl, [FIRST, SECOND, THIRD])).toEqual([SECOND.name])
  expect(await migrate(database.ownerUrl, [FIRST, SECOND, THIRD], log)).toEqual([SECOND.name])
  expect(await migrate(database.ownerUrl, [FIRST, SECOND, THIRD], log)).toEqual([])
  expect(await database.query(`select to_regclass('public.second')::text as made`)).toEqual([{ made: 'second' }])
})

test('two processes that migrate the tables at the same time apply each migration once', async () => {
  const names = await Promise.all([migrate(database.ownerUrl, ALL, log), migrate(database.ownerUrl, ALL, log)])
  expect(names.map((one) => one.length).toSorted((a, b) => a - b)).toEqual([0, ALL.length])
})

test('a migration that fails changes nothing, and the earlier migrations stay applied', async () => {
  const failing = { ...SECOND, text: `${SECOND.text} select 1 / 0;` }
  await expect(migrate(database.ownerUrl, [FIRST, failing], log)).rejects.toThrow(
    'Migration 0002-second.sql failed and left nothing behind: division by zero',
  )
  expect(await pendingMigrations(database.appUrl, [FIRST, SECOND])).toEqual([SECOND.name])
  expect(await database.query(`select to_regclass('public.second') as made`)).toEqual([{ made: null }])
})

test.each([
  [
    'is newer than the program',
    [THIRD],
    [FIRST, SECOND],
    'The schema is newer than the program: it holds 0003-third.sql',
  ],
  [
    'holds a migration with another content',
    [{ ...SECOND, hash: 'of-another-text' }],
    [FIRST, SECOND, THIRD],
    'Migration 0002-second.sql was changed after it had been applied: write a new one instead',
  ],
  [
    'was made before the first release',
    [
      { name: '0001-platform.sql', hash: 'of-another-text' },
      { name: '0002-userconfig.sql', hash: 'of-before' },
      { name: '0280-loaded-history.sql', hash: 'of-before' },
    ],
    ALL,
    /^The database was made by a version before the first release, .*: leave it as it is, and start with an empty database or a new data folder \(APSIS_DATA_DIR\)$/,
  ],
])('owner and program refuse a database that %s, and do not change it', async (_, held, program, said) => {
  await migrate(database.ownerUrl, [FIRST], log)
  if (program === ALL) await database.query('delete from public.migration')
  for (const { name, hash } of held)
    await database.query('insert into public.migration (name, hash) values ($1, $2)', [name, hash])
  const before = await contents()
  await expect(migrate(database.ownerUrl, program, log)).rejects.toThrow(said)
  await expect(pendingMigrations(database.appUrl, program)).rejects.toThrow(said)
  expect(await contents()).toEqual(before)
})
