import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'
import { processorSecondsOf } from '@apsis/e2e/process-tree.ts'
import { afterAll, expect } from 'vitest'

// Measures the processor time of each test file: the time of its worker process and of everything that the worker has started, such as a browser; if
// the worker is a thread, only the thread's own time. The time of what files share, the database and the products of the journeys, is counted only
// for their project.
const list = process.env.APSIS_TEST_TIMES
const isKnown = process.platform === 'linux'

/** Returns the processor time so far, s. */
function spentS(): number {
  if (isMainThread) return processorSecondsOf(process.pid)
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000_000
}

if (list !== undefined && isKnown) {
  const begunS = spentS()
  afterAll(() => {
    appendFileSync(list, `${(spentS() - begunS).toFixed(2)} ${expect.getState().testPath ?? ''}\n`)
  })
}
