import { pool } from '../pool.ts'

/** How many tasks the pool of this process had at most at a time while the work was done: 0 where the process did it itself. */
export async function mostInPoolDuring(work: () => unknown): Promise<number> {
  let most = 0
  const looking = setInterval(() => {
    most = Math.max(most, pool.figures().running)
  })
  try {
    await work()
  } finally {
    clearInterval(looking)
  }
  return most
}
