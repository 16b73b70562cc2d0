import { afterAll, beforeAll, beforeEach } from 'vitest'
import { listFeeds } from '../../connections/feed.service.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import { openQueue, type Queue } from '../../platform/jobs/jobs.ts'
import type { RecurringWork } from '../../platform/jobs/recurring-work.ts'
import { createLog } from '../../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts'

const log = createLog({ level: 'silent', process: 'test', version: 'test' })

/** Makes the platform of a connector, with a separate organisation for each test of the file. */
export function useFeedPlatform() {
  let database: TestDatabase
  let db: Database
  let queue: Queue
  let organisations = 0
  beforeAll(async () => {
    database = await createTestDatabase()
    db = openDatabase({ url: database.appUrl, pool: 4, name: 'test', log })
    queue = await openQueue({ url: database.appUrl, pool: 2, log }, 'runtime')
  })
  beforeEach(() => {
    organisations += 1
  })
  afterAll(async () => {
    await queue.stop(1_000)
    await db.close()
    await database.drop()
  })
  const tenantId = () => `organisation:${organisations}`
  return {
    query: (text: string, values: unknown[]) => database.query(text, values),
    platform: () => ({ db, queue }),
    tenantId,
    turn: (work: RecurringWork, now: () => number) =>
      work.turn({ db, queue, log, now, signal: new AbortController().signal }, tenantId()),
    /** Runs the work for another organisation, or with a database that fails. */
    turnWith: (work: RecurringWork, now: () => number, organisation: string, database = db) =>
      work.turn({ db: database, queue, log, now, signal: new AbortController().signal }, organisation),
    feed: async (now = Date.now()) => (await db.tenant(tenantId(), (tx) => listFeeds(tx, now)))[0],
    /** Returns the messages of the organisation, oldest first: the source and the id of each. */
    stored: async () =>
      (
        await database.query<{ message_id: string; source: string }>(
          'select message_id, source from ca.cdm where tenant_id = $1 order by creation_date, message_id',
          [tenantId()],
        )
      ).map(({ message_id, source }) => `${source} ${message_id}`),
  }
}
