import { readConfig } from '../../../platform/config.ts'
import { createLog } from '../../../platform/log.ts'
import { onStop, runDoor } from '../../../platform/process/lifecycle.ts'
import { PROJECT_DIR } from '../../../platform/process/version.ts'
import { startWorker } from '../../../worker.ts'

/** The run of a killed worker is free after this time, instead of after 30 s. */
const LEASE_S = 3

// Runs the product's worker as a separate process, with a clock that the campaign moves.
await runDoor(async () => {
  let aheadMs = Number(process.env.APSIS_TEST_AHEAD_MS ?? 0)
  process.on('message', (ms: number) => {
    aheadMs = ms
  })
  const config = readConfig(process.env, PROJECT_DIR)
  const log = createLog({ level: 'fatal', process: 'worker', version: 'test' })
  const clock = { now: () => Date.now() + aheadMs, leaseS: LEASE_S }
  const worker = await startWorker({ config, databaseUrl: config.databaseUrl ?? '', log, clock })
  onStop(log, () => worker.close())
  process.send?.('ready')
})
