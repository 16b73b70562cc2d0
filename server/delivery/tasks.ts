import { SMALL_MEMORY_MIB, task } from '../platform/thread/task.ts'

/** Anybody may write a mail that looks returned, so it is read in the process pool. */
export const READ_BOUNCE = task<typeof import('./read-bounce.ts').readBounceFile>({
  module: new URL('./read-bounce.ts', import.meta.url),
  name: 'readBounceFile',
  limits: { seconds: 10, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})
