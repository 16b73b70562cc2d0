import type { NextBest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import { pool } from '../../../platform/thread/pool.ts'
import { SMALL_MEMORY_MIB, TaskLimitError, task } from '../../../platform/thread/task.ts'
import type { KnownUntil } from '../../contact/known-contacts.ts'
import type { SatelliteRow } from '../../satellite/record/satellite.repository.ts'
import { isUnmeasured } from '../design/distance-verdict.ts'
import type { MessageToPlan } from '../design/planned-event.ts'
import type { ListedRow } from '../record/plan.repository.ts'
import type { NoNextBest } from './next-best-task.ts'
import { taskOf } from './plan-context.ts'
import type { MessageScreening, ScreenTask } from './screen-task.ts'

/** Up to 18 burns take some 0.5 s of a free processor. A person waits for the answer, so the search is given up on a busy machine. */
const NEXT = task<typeof import('./next-best-task.ts').findNext>({
  module: new URL('./next-best-task.ts', import.meta.url),
  name: 'findNext',
  limits: { seconds: 5, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

/** Along curved orbits each burn takes up to a second, and a count 4 s. */
const NEXT_CURVED = task<typeof import('./next-best-task.ts').findNext>({
  module: new URL('./next-best-task.ts', import.meta.url),
  name: 'findNext',
  limits: { seconds: 30, memoryMiB: SMALL_MEMORY_MIB, answerMiB: 1 },
})

type NextBestQuestion = {
  readonly row: ListedRow
  readonly satellite: SatelliteRow
  readonly screened: MessageScreening
  readonly screen: ScreenTask
  readonly at: Date
  readonly known: KnownUntil
}

/** The part of a screening on the next best burn. */
type Next = { readonly nextBest: NextBest | null; readonly noNextBest?: NoNextBest }

/** Returns a burn that is better than a burn whose screening does not pass, or the reason why there is none. */
export async function findNextBest(
  tenantId: string,
  { row, satellite, screened, screen, at, known }: NextBestQuestion,
): Promise<Next> {
  const { verdict } = screened.ofMessages
  if (verdict === 'PASS') return { nextBest: null }
  const none = (noNextBest: NoNextBest): Next => ({ nextBest: null, noNextBest })
  const target = screen.events.find(({ conjunctionId }) => conjunctionId === screen.targetId)
  // The obstacle, for example a message from element sets, is the same for every burn.
  if (target === undefined || target.obstacle !== null) return none('NO_PROBABILITY')
  // Each other start of a change of area is propagated for days, and twelve of them would take too long.
  if (row.burn.drag !== null) return none('BY_DRAG')
  // Another burn for an event that only a count confirms is not assessed either, because a screening does not count pairs.
  const own = screened.events.find(({ isTarget }) => isTarget)
  if (verdict === 'NOT_ASSESSED' && own !== undefined && isUnmeasured(own)) return none('NONE_BETTER')
  const message: MessageToPlan = target.message
  const plan = taskOf({ satellite, message }, { request: row.request, now: at, weather: null, known })
  try {
    const isCurved = message.method === 'hall-3d'
    const found = await pool.run(isCurved ? NEXT_CURVED : NEXT, tenantId, { plan, screen, verdict })
    return 'none' in found ? none(found.none) : { nextBest: found.best }
  } catch (error) {
    if (error instanceof TaskLimitError) return none('NO_TIME')
    throw error
  }
}
