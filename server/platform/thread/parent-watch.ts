/**
 * The thread of a pool process that ends it when its parent process is gone. The process itself notices the end of its parent only
 * while its event loop runs, and nothing else would end an endless task.
 */
import { workerData } from 'node:worker_threads'

/** A task may continue for this long after the death of the process that waits for it. */
const LOOK_EVERY_MS = 1_000

const { parentPid } = workerData as { readonly parentPid: number }

// The kernel gives an orphaned process another parent (getppid(2)).
setInterval(() => {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
}, LOOK_EVERY_MS)
