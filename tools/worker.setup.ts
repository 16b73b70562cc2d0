import { appendFileSync } from 'node:fs'

// A worker whose run was ended goes on with its test, and its browser with it: it is noted for the process that clears up
// (tools/keeper.ts).
const list = process.env.APSIS_TEST_MADE
if (list !== undefined) appendFileSync(list, `process ${process.pid}\n`)
