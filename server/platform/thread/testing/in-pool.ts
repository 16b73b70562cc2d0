import { pool } from '../pool.ts'

/** This interval is short enough to see every task. On a busy machine a task takes half a minute; checking without pauses would load the machine. */
const LOOK_EVERY_MS = 5

/**
 * Returns the highest number of tasks that were in the pool of this process at the same time during the work: 0 if the process did the work itself.
 */
export async function mostInPoolDuring(work: () => unknown): Promise<number> {
  let most = 0
  const looking = setInterval(() => {
    most = Math.max(most, pool.figures().running)
  }, LOOK_EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(looking)
  }
  return most
}
