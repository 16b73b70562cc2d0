import { Worker } from 'node:worker_threads'
import { AT_WORK } from './at-work.ts'
import type { WatchedThread } from './watchdog-thread.ts'

/** The interval at which the loop reports and the thread checks the reports. */
const BEAT_MS = 250

/** The kind of the process, and the database in which its end is stored. The status, the metrics and the administrators read it there. */
export type EndRecord = NonNullable<WatchedThread['record']>

/**
 * Ends this process by force if its event loop does not run for `limitS` seconds, so that its parent replaces it. A thread watches
 * the loop, because the loop itself cannot notice that it is frozen. Without `record` the end is only logged.
 */
export function startWatchdog(limitS: number, about: WatchedThread['about'], record?: EndRecord): void {
  if (limitS === 0) return
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const counter = new Int32Array(beats)
  setInterval(() => Atomics.add(counter, 0, 1), BEAT_MS).unref()
  const workerData: WatchedThread = { beats, beatMs: BEAT_MS, limitMs: limitS * 1000, about, atWork: AT_WORK, record }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  })
  thread.unref()
}
