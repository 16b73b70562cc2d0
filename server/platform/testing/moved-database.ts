import { moveClock } from '../database/moved-clock.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Creates a migrated database of its own whose time runs on from an instant, as does that of an API and a worker beside it. */
export async function createMovedDatabase(clockStart: string): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await moveClock(database.superuserUrl, clockStart)
  return database
}
