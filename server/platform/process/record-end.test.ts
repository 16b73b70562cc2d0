import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

const WATCHED = join(import.meta.dirname, 'testing', 'watched-loop.ts')
/** Nothing listens at this address. */
const AWAY = 'postgresql://app:secret@localhost:1/apsis'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Freezes the event loop of a worker, and waits until its watchdog has ended it. */
async function standStill(databaseUrl: string): Promise<unknown> {
  const child = fork(WATCHED, [databaseUrl], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
  await once(child, 'message')
  child.send('spin')
  const [, signal] = await once(child, 'exit')
  return signal
}

test('the end of a process by its watchdog is recorded, with the running work and the place where it was frozen', async () => {
  expect(await standStill(database.appUrl)).toBe('SIGKILL')
  const rows = await database.query(
    "select kind, work, place, notified_at, now() - at < interval '1 minute' as is_new from platform.forced_end",
  )
  expect(rows).toEqual([
    {
      kind: 'worker',
      work: ['ca.watch', 'delivery.sending'],
      place: expect.stringMatching(/ server\/platform\/process\/testing\/watched-loop\.ts:\d+$/),
      notified_at: null,
      is_new: true,
    },
  ])
})

test('a process is ended even if the database cannot be reached', async () => {
  expect(await standStill(AWAY)).toBe('SIGKILL')
})
