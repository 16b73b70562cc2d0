import type { NextBest } from '@apsis/contract/ca/manoeuvre-plan.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, TaskLimitError, task } from '../../../platform/thread/task.ts'
import type { KnownUntil } from '../../contact/known-contacts.ts'
import type { SatelliteRow } from '../../fleet/satellite.repository.ts'
import type { ListedRow } from '../manoeuvre.repository.ts'
import { taskOf } from '../plan-context.ts'
import type { MessageToPlan } from '../planned-event.ts'
import type { Screened, ScreenTask } from '../screen-task.ts'

/** Up to 18 burns, planned and screened in some 0.5 s of a free processor; a person waits for the answer, so that a busy machine gives none. */
const NEXT = task<typeof import('./next-best-task.ts').findNext>({
  module: new URL('./next-best-task.ts', import.meta.url),
  name: 'findNext',
  limits: { seconds: 5, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

type Sought = {
  readonly row: ListedRow
  readonly satellite: SatelliteRow
  readonly screened: Screened
  readonly screen: ScreenTask
  readonly at: Date
  readonly known: KnownUntil
}

/** A burn that does better than one whose screening does not pass; null: it passes, or none was found in time. */
export async function findNextBest(
  tenantId: string,
  { row, satellite, screened, screen, at, known }: Sought,
): Promise<NextBest | null> {
  const { verdict } = screened.ofMessages
  const target = screen.events.find(({ conjunctionId }) => conjunctionId === screen.targetId)
  // A message made of element sets is the same for every burn.
  if (verdict === 'PASS' || target === undefined || target.obstacle !== null) return null
  // Another start of a change of area is flown for days: nobody waits for twelve of them.
  if (row.burn.drag !== null) return null
  const message: MessageToPlan = target.message
  const plan = taskOf({ satellite, message }, { request: row.request, now: at, weather: null, known })
  try {
    return await pool.run(NEXT, tenantId, { plan, screen, verdict })
  } catch (error) {
    if (error instanceof TaskLimitError) return null
    throw error
  }
}
