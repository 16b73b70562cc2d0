import { afterAll, beforeAll } from 'vitest'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openQueue, type Queue } from '../../platform/jobs/jobs.ts'
import type { WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { createLog } from '../../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts'

const log = createLog({ level: 'silent', process: 'test', version: 'test' })

/** Makes a database for the tests of a file, in which the catalogue can be emptied between them. */
export function useCatalogueDatabase() {
  let database: TestDatabase
  let db: Database
  let queue: Queue
  beforeAll(async () => {
    database = await createTestDatabase()
    db = openDatabase({ url: database.appUrl, pool: 6, name: 'test', log })
    queue = await openQueue({ url: database.appUrl, pool: 2, log }, 'runtime')
  })
  afterAll(async () => {
    await queue.stop(1_000)
    await db.close()
    await database.drop()
  })
  return {
    db: () => db,
    query: <T extends object>(text: string, values: unknown[] = []) => database.query<T>(text, values),
    /** Returns the platform of recurring work; a test may give another database, for example one that fails. */
    platform: (now: () => number, other = db): WorkPlatform => ({
      db: other,
      queue,
      log,
      now,
      signal: new AbortController().signal,
    }),
    clear: async () => {
      for (const table of [
        'tle.source',
        'tle.object',
        'tle.element_set',
        'tle.satcat',
        'tle.reentry',
        'connections.request',
      ])
        await database.query(`delete from ${table}`)
      // The version must continue to grow, because the catalogue is cached by its version.
      await database.query(
        `update tle.catalogue set is_active = false, version = version + 1, objects = 0, is_stale = false, merged_s = 0
         where name = 'gp'`,
      )
    },
  }
}
