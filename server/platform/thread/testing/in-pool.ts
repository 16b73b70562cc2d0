import { pool } from '../pool.ts'

/** Short enough to see every task; on a busy machine one takes half a minute, in which looking without a pause is work of its own. */
const LOOK_EVERY_MS = 5

/** How many tasks the pool of this process had at most at a time while the work was done: 0 where the process did it itself. */
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
