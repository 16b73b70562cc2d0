import { appendFileSync } from 'node:fs'

// When a run is ended, its worker continues with its test, and so does the worker's browser. It is recorded for the process that cleans up
// (tools/keeper.ts).
const list = process.env.APSIS_TEST_MADE
if (list !== undefined) appendFileSync(list, `process ${process.pid}\n`)
