import { parentPort } from 'node:worker_threads'
import { kindOf, runSet, type SetRow } from './run/run.ts'
import { SETS } from './sets.ts'

// A worker thread of the run, which compares the set in a row of INDEX.md and returns the result.
parentPort?.on('message', async (row: SetRow) => {
  parentPort?.postMessage(await runSet(kindOf(row.name, SETS), row))
})
