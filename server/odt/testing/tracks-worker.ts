import { JOBS } from '../../jobs.ts'
import { readConfig } from '../../platform/config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { openQueue } from '../../platform/jobs/jobs.ts'
import { startRecurringWork } from '../../platform/jobs/recurring-work.ts'
import { createLog } from '../../platform/log.ts'
import { recurringWorks, trackingWork } from '../../recurring-works.ts'

/** The lease of a killed worker ends after this time, instead of 30 s; its jobs are free after their heartbeat has expired. */
const [LEASE_S, SUPERVISE_S] = [1, 1]

// A worker process that adds tracks to events and screens, for the test that kills it.
const [url = ''] = process.argv.slice(2)
const log = createLog({ level: 'fatal', process: 'worker', version: 'test' })
const db = openDatabase({ url, pool: 4, name: 'apsis-tracks-worker', log })
const queue = await openQueue({ url, pool: 2, log, superviseS: SUPERVISE_S }, 'worker')
const config = readConfig({ APSIS_DATABASE_URL: url }, import.meta.dirname)
const works = recurringWorks(config).filter(({ name }) => name === 'ca.fleet-screening')
await queue.work(JOBS, db, 1)
await startRecurringWork({
  works: [...works, trackingWork(config)],
  db,
  queue,
  log,
  now: Date.now,
  pollMs: 50,
  leaseS: LEASE_S,
})
process.send?.('ready')
