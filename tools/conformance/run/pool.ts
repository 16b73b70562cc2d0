import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Source } from '../reference-set.ts'
import type { SetResult } from './report.ts'

type Row = Pick<Source, 'name' | 'description'>

/**
 * Runs the sets in as many threads as there are processors, and gives their results in the order of the names, each as
 * soon as those before it are there.
 */
export function runSets(rows: readonly Row[], onResult: (result: SetResult) => void): Promise<SetResult[]> {
  const results: SetResult[] = []
  let [next, shown] = [0, 0]
  const show = () => {
    for (let result = results[shown]; result !== undefined; result = results[shown]) {
      onResult(result)
      shown += 1
    }
  }
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    try {
      while (next < rows.length) {
        const mine = next
        next += 1
        const row = rows[mine]
        if (row !== undefined) results[mine] = await ask(worker, row)
        show()
      }
    } finally {
      await worker.terminate()
    }
  }
  const threads = Math.min(availableParallelism(), rows.length)
  return Promise.all(Array.from({ length: threads }, work)).then(() => results)
}

function ask(worker: Worker, row: Row): Promise<SetResult> {
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (result: SetResult) => {
      worker.off('error', reject)
      resolve(result)
    })
    worker.postMessage(row)
  })
}
