/** Tests `npm run apsis-server -- migrate` as an operator runs it, without npm. */
import { expect, test } from 'vitest'
import { readMigrations } from './platform/database/migrate.ts'
import { MIGRATIONS_DIR } from './platform/operation/runtime.ts'
import { startDoor } from './platform/testing/door-process.ts'
import { createEmptyDatabase, TEST_PASSWORDS } from './platform/testing/test-database.ts'

test('migrate reports its changes and the database in one line, without a password', async () => {
  const database = await createEmptyDatabase()
  const run = async () => {
    const door = startDoor('server/apsis-server.ts', { APSIS_DATABASE_OWNER_URL: database.ownerUrl }, ['migrate'])
    expect((await door.ended).code).toBe(0)
    return door.lines
  }
  try {
    const { pathname } = new URL(database.ownerUrl)
    const all = readMigrations(MIGRATIONS_DIR)
    const first = await run()
    expect(first).toEqual([expect.stringMatching(`^The database ${pathname.slice(1)} at .*`)])
    expect(first[0]).toContain(
      `was brought forward by ${all.length} migrations, to ${all.at(-1)?.name} (as apsis_owner)`,
    )
    const second = await run()
    expect(second).toEqual([expect.stringMatching(/is up to date \(as apsis_owner\)\.$/)])
    expect([...first, ...second].join()).not.toContain(TEST_PASSWORDS.owner)
  } finally {
    await database.drop()
  }
})

test('migrate refuses a database from before the first release with a sentence that names the next step, and changes nothing', async () => {
  const database = await createEmptyDatabase()
  try {
    await database.query('create table public.migration (name text primary key, hash text not null)')
    await database.query(`alter table public.migration owner to apsis_owner`)
    await database.query(`insert into public.migration values ('0001-platform.sql', 'a'), ('0002-userconfig.sql', 'b')`)
    const door = startDoor('server/apsis-server.ts', { APSIS_DATABASE_OWNER_URL: database.ownerUrl }, ['migrate'])
    expect((await door.ended).code).toBe(1)
    expect(door.lines.filter((line) => line !== '')).toEqual([
      'The database was made by a version before the first release, whose tables are not brought forward: leave it as it is, and start with an empty database or a new data folder (APSIS_DATA_DIR)',
    ])
    const schemas = await database.query(
      `select nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'identity', 'information_schema')`,
    )
    expect(schemas).toEqual([])
    expect(await database.query('select * from public.migration order by name')).toHaveLength(2)
  } finally {
    await database.drop()
  }
})
