/** `npm run migrate` as an operator runs it, but for npm. */
import { expect, test } from 'vitest'
import { readMigrations } from './platform/database/migrate.ts'
import { MIGRATIONS_DIR } from './platform/operation/runtime.ts'
import { startDoor } from './platform/testing/door-process.ts'
import { createEmptyDatabase, TEST_PASSWORDS } from './platform/testing/test-database.ts'

test('migrate says in a line what it did to which database, and no password', async () => {
  const database = await createEmptyDatabase()
  const run = async () => {
    const door = startDoor('server/migrate.ts', { APSIS_DATABASE_OWNER_URL: database.ownerUrl })
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
