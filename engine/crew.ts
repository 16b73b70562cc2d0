import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { KernelBuild } from './host.ts'
import { readKernel } from './kernel-file.ts'
import type { Equipment } from './task.ts'

export interface CrewOptions {
  /** Default: as many as the machine has processors. */
  readonly threads?: number
  /** Default: the best that this Node can run. */
  readonly build?: KernelBuild
}

/** Threads that load their code and the kernel; they wait for one catalogue. */
export interface ScreeningCrew {
  readonly workers: readonly Worker[]
  close(): Promise<void>
}

/** Starts threads. Whoever has a catalogue to read starts them before, as both take time and neither needs the other. */
export async function startCrew({ threads = availableParallelism(), build }: CrewOptions = {}): Promise<ScreeningCrew> {
  if (!(Number.isInteger(threads) && threads > 0))
    throw new RangeError(`threads ${threads} must be a whole number above 0`)
  const equipment: Equipment = { kernel: await readKernel(build) }
  const file = new URL('./screen-worker.mjs', import.meta.url)
  // What a thread throws away is small; with the usual room for it, two threads hold a hundred megabytes more.
  const resourceLimits = { maxYoungGenerationSizeMb: 8 }
  const workers = Array.from({ length: threads }, () => new Worker(file, { workerData: equipment, resourceLimits }))
  return {
    workers,
    close: async () => {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
