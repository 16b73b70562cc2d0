/** Writes and syncs a page in the database's folder from time to time, in its own thread, and reports how long each of these took. */
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const PAGE = 8_192
const PAUSE_MS = 100

/** Begins to probe a folder; `stop` resolves with the milliseconds of every sync. */
export function startDiskProbe(folder: string): { stop(): Promise<number[]> } {
  const worker = new Worker(import.meta.filename, { workerData: { folder } })
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', (taken: number[]) => resolve(taken))
        worker.once('error', reject)
        worker.postMessage('stop')
      }),
  }
}

function probe(folder: string): void {
  const path = join(folder, `probe-${process.pid}`)
  const file = openSync(path, 'w', 0o600)
  const page = Buffer.alloc(PAGE, 1)
  const taken: number[] = []
  const timer = setInterval(() => {
    const began = performance.now()
    writeSync(file, page, 0, PAGE, 0)
    fdatasyncSync(file)
    taken.push(performance.now() - began)
  }, PAUSE_MS)
  parentPort?.once('message', () => {
    clearInterval(timer)
    closeSync(file)
    rmSync(path)
    parentPort?.postMessage(taken)
  })
}

if (!isMainThread) probe((workerData as { folder: string }).folder)
