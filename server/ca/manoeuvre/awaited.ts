import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { Awaited } from '@apsis/contract/ca/manoeuvre.ts'
import { emit } from '../../events/event.service.ts'
import type { WorkFloor } from '../../platform/jobs/standing-work.ts'
import * as repository from './manoeuvre.repository.ts'
import { burnEndOf } from './mitigation.ts'
import { tell } from './supersede.ts'

/**
 * New orbits of a satellite come three times a day: after one and a half of these intervals without one somebody has to ask for it.
 */
const DUE_H = 12
type Floor = Pick<WorkFloor, 'db' | 'now'>

/**
 * From ignition on a plan waits for data that hold its burn: a message whose orbit of the satellite was fitted to observations after it,
 * or an own ephemeris that was made after it. Messages made since then on older observations say nothing of the burn; they are
 * counted, and drive nothing here (flight rule F15). What is late is told once.
 */
export async function lookForNewData({ db, now }: Floor, tenantId: string): Promise<void> {
  const at = new Date(now())
  for (const row of await db.tenant(tenantId, (tx) => repository.listFlown(tx, at)))
    await db.tenant(tenantId, async (tx) => {
      const held = await repository.findManoeuvre(tx, row.id, true)
      if (held === undefined || held.version !== row.version) return
      const endAt = burnEndOf(held)
      const awaited = awaitedOf(endAt, await repository.findNewData(tx, held.satellite_id, endAt), at)
      if (JSON.stringify(awaited) === JSON.stringify(held.awaited)) return
      await repository.updateAwaited(tx, held.id, awaited)
      emit(tx, { tenantId, type: 'manoeuvre', data: { manoeuvreId: held.id, state: held.state } })
      if (!awaited.isLate || held.awaited?.isLate === true) return
      const dueAt = awaited.dueAt
      await tell(
        tx,
        { tenantId, row: held },
        {
          level: 'serious',
          finding: { code: 'burn-data-late', values: { plan: held.name, dueAt } },
        },
      )
    })
}

type NewData = {
  readonly source: NonNullable<Awaited['source']> | null
  readonly arrivedAt: Date | null
  readonly olderMessages: number
}

function awaitedOf(endAt: Date, { source, arrivedAt, olderMessages }: NewData, at: Date): Awaited {
  const dueMs = endAt.getTime() + DUE_H * HOUR_MS
  return {
    ...{ burnEndAt: endAt.toISOString(), dueAt: new Date(dueMs).toISOString(), source, olderMessages },
    arrivedAt: arrivedAt?.toISOString() ?? null,
    isLate: source === null && at.getTime() > dueMs,
  }
}
