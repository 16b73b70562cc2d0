import { readConfig } from '../../../../platform/config.ts'
import { job } from '../../../../platform/jobs/job.ts'
import { createLog } from '../../../../platform/log.ts'
import { onStop, runDoor } from '../../../../platform/process/lifecycle.ts'
import { PROJECT_DIR } from '../../../../platform/process/version.ts'
import { startWorker } from '../../../../worker.ts'
import { part } from '../part.job.ts'

// A worker process for tests. It reports each part and holds back its encounters until it may continue, so that there is time to kill it. It checks
// for lost workers every second instead of every 15 s.
const released = new Promise<void>((resolve) => {
  process.on('message', (message) => {
    if (message === 'go on') resolve()
  })
})

const heldPart = job({
  ...part,
  work: async (input, context) => {
    const found = await part.work(input, context)
    process.send?.({ place: input.place })
    await released
    return found
  },
})

await runDoor(async () => {
  const config = readConfig(process.env, PROJECT_DIR)
  const log = createLog({ level: 'error', process: 'worker', version: 'test' })
  const databaseUrl = config.databaseUrl ?? ''
  const worker = await startWorker({ config, databaseUrl, log, jobs: [heldPart], superviseS: 1 })
  onStop(log, () => worker.close())
  process.send?.('ready')
})
