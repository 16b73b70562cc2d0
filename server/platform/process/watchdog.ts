import { Worker } from 'node:worker_threads'
import { AT_WORK } from './at-work.ts'
import type { WatchedThread } from './watchdog-thread.ts'

/** How often the loop says that it turns, and the thread looks. */
const BEAT_MS = 250

/** Where an end is written down, so that the status, the metrics and the administrators know of it. */
export type EndRecord = NonNullable<WatchedThread['record']>

/**
 * Ends this process by force when its event loop does not turn for `limitS` seconds, so that whoever started it puts
 * another in its place. A thread watches, because the loop cannot notice by itself that it stands still. Without a record the end
 * is in the log alone.
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
