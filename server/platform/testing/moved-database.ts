import { moveClock } from '../database/moved-clock.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Creates a separate migrated database whose clock starts at an instant; the clocks of an API and a worker on it agree with it. */
export async function createMovedDatabase(clockStart: string): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await moveClock(database.superuserUrl, clockStart)
  return database
}
