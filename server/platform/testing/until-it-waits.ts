import { vi } from 'vitest'
import type { TestDatabase } from './test-database.ts'

const PATIENCE = { timeout: 30_000, interval: 20 }
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Resolves when the started work waits for a lock of another transaction in the test's database, or has ended without waiting. */
export async function untilItWaits(database: TestDatabase, begun: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  begun.then(over, over)
  await vi.waitFor(async () => {
    if (!isOver && (await database.query(WAITING)).length === 0) throw new Error('It goes on, and waits for nobody.')
  }, PATIENCE)
}
