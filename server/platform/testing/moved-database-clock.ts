import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** A migrated database whose clock is so far ahead of this machine's, or behind, for whoever asks it for the time of the moment. */
export async function createDatabaseWithClock(aheadS: number): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await database.query('create schema moved')
  await database.query('grant usage on schema moved to public')
  await database.query(
    `create function moved.clock_timestamp() returns timestamptz language sql volatile
     as $$ select pg_catalog.clock_timestamp() + make_interval(secs => ${aheadS}) $$`,
  )
  // Named before the catalogue, it is what an unqualified name means.
  const [named] = await database.query<{ name: string }>('select quote_ident(current_database()) as name')
  await database.query(`alter database ${named?.name} set search_path = moved, pg_catalog, public`)
  return database
}
