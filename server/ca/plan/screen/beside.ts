import type { ScreeningReason } from '@apsis/contract/ca/plan/screening-reason.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { listAnnouncedBefore, listOtherPlans } from '../record/beside.repository.ts'
import type { ManoeuvreRow } from '../record/manoeuvre.repository.ts'

/** A burn beside the one that is screened, and what its mark is. */
export type Beside = {
  readonly mark: string
  /** The event in which it counts. */
  readonly conjunctionId: string
  readonly reason: ScreeningReason
}

/**
 * Burns that move an object of an open event and that its messages cannot hold: other plans of its own satellites that are on their way,
 * and what operators have announced (flight rule F10). The screening flies none of them, so that it is no pass. Those of the satellite
 * of a plan for no event are not among them: they are flown with it (record 178).
 */
export async function listBeside(tx: TenantDb, row: ManoeuvreRow, now: Date): Promise<Beside[]> {
  const isFlownAlong = row.conjunction_id === null
  const others = await listOtherPlans(tx, row, now)
  const plans = others
    .filter((one) => !isFlownAlong || one.satellite_id !== row.satellite_id)
    .map(({ id, name, state, ignition_at: at, conjunction_id: conjunctionId }): Beside => {
      const values = { object: name, state, fromAt: at.toISOString() }
      return { mark: `plan:${id}:${at.getTime()}`, conjunctionId, reason: { code: 'other-plan', values } }
    })
  const notices = await listAnnouncedBefore(tx, row, now)
  const announced = notices
    .filter(({ is_own: isOwn }) => !isFlownAlong || !isOwn)
    .map((one): Beside => {
      const values = { object: one.object, why: one.announced_by, fromAt: one.ignition_at.toISOString() }
      const mark = `notice:${one.id}:${one.ignition_at.getTime()}`
      return { mark, conjunctionId: one.conjunction_id, reason: { code: 'announced-burn', values } }
    })
  return [...plans, ...announced]
}

/** Each reason once, of events that count: a burn of the satellite stands in all of them. */
export function reasonsBeside(beside: readonly Beside[], isLeftOut: (conjunctionId: string) => boolean) {
  const counted = beside.filter(({ conjunctionId: id }) => !isLeftOut(id))
  return [...new Map(counted.map(({ mark, reason }) => [mark, reason])).values()]
}
