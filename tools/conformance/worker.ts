import { parentPort } from 'node:worker_threads'
import { runSet } from './report.ts'
import { SETS } from './sets.ts'

// A thread of the run: answers the name of a set with what became of it.
parentPort?.on('message', async (name: string) => {
  const set = SETS.find((known) => known.name === name) ?? { name, notCovered: 'no comparison is written for it' }
  parentPort?.postMessage(await runSet(set))
})
