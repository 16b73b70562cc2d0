import { openDatabase } from '../../platform/database/database.ts'
import { openQueue } from '../../platform/jobs/jobs.ts'
import { startRecurringWork } from '../../platform/jobs/recurring-work.ts'
import { createLog } from '../../platform/log.ts'
import { requestsWork } from '../request/requests-work.ts'

/** The lease of a killed worker ends after this time, instead of 30 s. */
const LEASE_S = 1

// A worker process that processes only requests, with a clock that is ahead, for the test that kills it.
const [url = '', aheadMs = '0'] = process.argv.slice(2)
const log = createLog({ level: 'fatal', process: 'worker', version: 'test' })
const db = openDatabase({ url, pool: 2, name: 'apsis-requests-worker', log })
const queue = await openQueue({ url, pool: 1, log }, 'runtime')
const now = () => Date.now() + Number(aheadMs)
await startRecurringWork({ works: [requestsWork(true)], db, queue, log, now, pollMs: 20, leaseS: LEASE_S })
process.send?.('ready')
