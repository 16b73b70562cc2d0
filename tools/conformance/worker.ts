import { parentPort } from 'node:worker_threads'
import { kindOf, runSet, type SetRow } from './run/run.ts'
import { SETS } from './sets.ts'

// A thread of the run: answers a row of INDEX.md with its result.
parentPort?.on('message', async (row: SetRow) => {
  parentPort?.postMessage(await runSet(kindOf(row.name, SETS), row))
})
