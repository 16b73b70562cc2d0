import type { Database } from '../platform/database/database.ts'
import type { Queue } from '../platform/jobs/jobs.ts'

/** What collision avoidance works on: what enqueues needs the queue beside the database, and time is given. */
export type CaFloor = { readonly db: Database; readonly queue: Queue; readonly now: () => number }
