import type { HitCount } from '@apsis/astro/manoeuvre/confirm-by-counting.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, TaskLimitError, task } from '../../../platform/thread/task.ts'
import { isOnlyCounted, isUnmeasured } from '../design/distance-verdict.ts'
import type { MessageScreening, ScreenTask } from './screen-task.ts'

const COUNT = task<typeof import('./count-task.ts').countBurn>({
  module: new URL('./count-task.ts', import.meta.url),
  name: 'countBurn',
  limits: { seconds: 30, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

/** Returns the count for the event of a burn that no other method judges; null if nothing was counted, or nothing can be proven. */
export async function countTarget(
  tenantId: string,
  asked: ScreenTask,
  { events }: Pick<MessageScreening, 'events'>,
): Promise<HitCount | null> {
  const target = events.find(({ isTarget }) => isTarget)
  if (target === undefined || !isUnmeasured(target) || !isOnlyCounted(target)) return null
  const own = asked.events.filter(({ conjunctionId }) => conjunctionId === asked.targetId)
  try {
    return await pool.run(COUNT, tenantId, { ...asked, events: own })
  } catch (error) {
    if (error instanceof TaskLimitError) return null
    throw error
  }
}
