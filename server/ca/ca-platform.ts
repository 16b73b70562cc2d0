import type { Database } from '../platform/database/database.ts'
import type { Queue } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'

/** What collision avoidance works on: what enqueues needs the queue beside the database, and time is given. */
export type CaPlatform = {
  readonly db: Database
  readonly queue: Queue
  readonly log: Log
  readonly now: () => number
}
