import { pool } from '../pool.ts'

/**
 * The interval is short enough to see every task; on a busy machine a task takes half a minute, in which looking without a pause would be a
 * load.
 */
const LOOK_EVERY_MS = 5

/** Returns the highest number of simultaneous tasks in the pool of this process during the work: 0 if the process did it itself. */
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
