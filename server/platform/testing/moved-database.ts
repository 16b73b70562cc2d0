import type pg from 'pg'
import { moveClock } from '../database/moved-clock.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Creates a separate migrated database whose clock starts at an instant; the clocks of an API and a worker on it agree with it. */
export async function createMovedDatabase(clockStart: string): Promise<TestDatabase> {
  const database = await createTestDatabase()
  await moveClock(database.superuserUrl, clockStart)
  return database
}

const MOVED = ['clock.now()', 'clock.clock_timestamp()']

/** Advances the moved clock of a database by some seconds, for every connection. */
export async function moveClockOn(client: pg.Client, seconds: number): Promise<void> {
  await client.query('begin')
  for (const moved of MOVED) {
    const { rows } = await client.query<{ text: string }>('select pg_get_functiondef($1::regprocedure) as text', [
      moved,
    ])
    const text = rows[0]?.text ?? ''
    const later = text.replace(
      /interval '(-?[\d.]{1,40}) seconds'/i,
      (_, ahead) => `interval '${Number(ahead) + seconds} seconds'`,
    )
    if (later === text) throw new Error(`The clock was not started at an instant: ${text}`)
    await client.query(later)
  }
  await client.query('commit')
}
