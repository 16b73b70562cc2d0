import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { KernelBuild } from './host.ts'
import { readKernel } from './kernel-file.ts'
import type { Equipment } from './task.ts'

export interface ThreadOptions {
  /** The number of threads; default: the number of processors. */
  readonly threads?: number
  /** The build of the kernels; default: the fastest one that this Node can run. */
  readonly build?: KernelBuild
}

/** Threads that load their code and the kernel, and wait for one catalogue. */
export interface ThreadGroup {
  readonly workers: readonly Worker[]
  close(): Promise<void>
}

/** Starts threads. A caller that also reads a catalogue starts them first: the threads load their code meanwhile. */
export async function startThreads({
  threads = availableParallelism(),
  build,
}: ThreadOptions = {}): Promise<ThreadGroup> {
  if (!(Number.isInteger(threads) && threads > 0))
    throw new RangeError(`threads ${threads} must be a whole number above 0`)
  const equipment: Equipment = { kernel: await readKernel(build) }
  const file = new URL('./screen-worker.mjs', import.meta.url)
  // A thread has few short-lived objects. With V8's default size of the young generation, two threads take 100 MB more.
  const resourceLimits = { maxYoungGenerationSizeMb: 8 }
  const workers = Array.from({ length: threads }, () => new Worker(file, { workerData: equipment, resourceLimits }))
  return {
    workers,
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
