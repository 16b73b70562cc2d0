import { isDeepStrictEqual } from 'node:util'
import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { AwaitedEvidence } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { emit } from '../../../events/event.service.ts'
import type { WorkPlatform } from '../../../platform/jobs/recurring-work.ts'
import { eachPlan } from '../record/each-plan.ts'
import { burnEndOf } from '../record/mitigation.ts'
import * as repository from '../record/plan.repository.ts'
import { tell } from '../record/supersede.ts'

/**
 * New orbits of a satellite come three times a day. If none arrives in this time, which is one and a half of these
 * intervals, a person has to request one.
 */
const DUE_H = 12
type Platform = Pick<WorkPlatform, 'db' | 'now' | 'log' | 'signal'>

/**
 * From ignition on a plan waits for data that decide its burn. These are a message whose orbit of the satellite was fitted to observations
 * after the burn, or an own ephemeris that was made after the burn. Newer messages that use older observations do not show the burn; they
 * are counted, and have no effect here (flight rule F15). If the decision on the burn is late, that is reported once.
 */
export async function lookForNewData(platform: Platform, tenantId: string): Promise<void> {
  const { db, now } = platform
  const at = new Date(now())
  const flown = await db.tenant(tenantId, (tx) => repository.listFlown(tx, at))
  await eachPlan(platform, flown, (row) =>
    db.tenant(tenantId, async (tx) => {
      const held = await repository.findPlan(tx, row.id, true)
      if (held === undefined || held.version !== row.version) return
      const endAt = burnEndOf(held)
      const awaited = awaitedOf(held, await repository.findNewData(tx, held.satellite_id, endAt), at)
      if (isDeepStrictEqual(awaited, held.awaited)) return
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
    }),
  )
}

type NewData = {
  readonly source: NonNullable<AwaitedEvidence['source']> | null
  readonly arrivedAt: Date | null
  readonly olderMessages: number
}

/** Returns the data that a plan awaits; data that decide nothing do not count. A person has to check changes of area and own burns. */
function awaitedOf(
  row: repository.ListedRow,
  { source, arrivedAt, olderMessages }: NewData,
  at: Date,
): AwaitedEvidence {
  const endAt = burnEndOf(row)
  const isMeasured = row.burn.drag === null && row.conjunction_id !== null
  const isOpen = isMeasured ? row.checks.every(({ verdict }) => verdict === 'NOT_YET') : source === null
  const dueMs = endAt.getTime() + DUE_H * HOUR_MS
  return {
    burnEndAt: endAt.toISOString(),
    dueAt: new Date(dueMs).toISOString(),
    source,
    olderMessages,
    arrivedAt: arrivedAt?.toISOString() ?? null,
    isLate: isOpen && at.getTime() > dueMs,
  }
}
