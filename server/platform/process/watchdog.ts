import { Worker } from 'node:worker_threads'
import type { Watched } from './watchdog-thread.ts'

/** How often the loop says that it turns, and the thread looks. */
const BEAT_MS = 250

/**
 * Ends this process by force when its event loop does not turn for `limitS` seconds, so that whoever started it puts
 * another in its place. A thread watches, because the loop cannot notice by itself that it stands still.
 */
export function startWatchdog(limitS: number, about: Watched['about']): void {
  if (limitS === 0) return
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const counter = new Int32Array(beats)
  setInterval(() => Atomics.add(counter, 0, 1), BEAT_MS).unref()
  const workerData: Watched = { beats, beatMs: BEAT_MS, limitMs: limitS * 1000, about }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  })
  thread.unref()
}
