/**
 * The thread of a process of the pool that ends it when the process that started it is gone. The process hears that by itself
 * only while its loop turns, and a task that does not come to an end was ended by nobody else.
 */
import { workerData } from 'node:worker_threads'

/** So long may a task go on after the death of the process that waits for it. */
const LOOK_EVERY_MS = 1_000

const { parentPid } = workerData as { readonly parentPid: number }

// Whoever loses its parent is given another one, by the kernel (getppid(2)).
setInterval(() => {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL')
}, LOOK_EVERY_MS)
