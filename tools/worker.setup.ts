import { appendFileSync } from 'node:fs'

// If a run is ended, its worker process continues its test, and so does the worker's browser. The worker is therefore recorded for the
// process that cleans up (tools/keeper.ts).
const list = process.env.APSIS_TEST_MADE
if (list !== undefined) appendFileSync(list, `process ${process.pid}\n`)
