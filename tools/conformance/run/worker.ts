import { parentPort } from 'node:worker_threads'
import type { Source } from '../reference-set.ts'
import { SETS } from '../sets.ts'
import { kindOf, runSet } from './report.ts'

// A thread of the run: answers a row of INDEX.md with what became of it.
parentPort?.on('message', async (row: Pick<Source, 'name' | 'description'>) => {
  parentPort?.postMessage(await runSet(kindOf(row.name, SETS), row))
})
