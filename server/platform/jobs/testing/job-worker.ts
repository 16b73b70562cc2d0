import { startWorker } from '../../../worker.ts'
import { readConfig } from '../../config.ts'
import { createLog } from '../../log.ts'
import { onStop, runDoor } from '../../process/lifecycle.ts'
import { PROJECT_DIR } from '../../process/version.ts'
import { TEST_JOBS } from './test-jobs.ts'

/** The run of a killed worker is free after this time, instead of after 30 s. */
const LEASE_S = 3

// This is a separate worker process for the tests that kill it; it looks for lost workers every second instead of every 15 s.
await runDoor(async () => {
  const config = readConfig(process.env, PROJECT_DIR)
  const log = createLog({ level: 'error', process: 'worker', version: 'test' })
  const databaseUrl = config.databaseUrl ?? ''
  const clock = { now: Date.now, leaseS: LEASE_S }
  const worker = await startWorker({ config, databaseUrl, log, jobs: TEST_JOBS, superviseS: 1, clock })
  onStop(log, () => worker.close())
  process.send?.('ready')
})
