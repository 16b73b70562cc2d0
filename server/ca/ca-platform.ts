import type { Database } from '../platform/database/database.ts'
import type { Queue } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'

/** The dependencies of collision avoidance: the database, the queue for work that enqueues jobs, and the clock. */
export type CaPlatform = {
  readonly db: Database
  readonly queue: Queue
  readonly log: Log
  readonly now: () => number
}
