import type { PlanRequest } from '@apsis/contract/ca/manoeuvre-plan.ts'
import { type LeftOutBy, leavableKindsOf } from '@apsis/contract/ca/plan/left-out.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { listSteps, type ManoeuvreRow, type OpenEventRow } from '../manoeuvre.repository.ts'
import { refuse } from '../refuse.ts'
import type { Claim } from '../screen-task.ts'

/** From when on the events that a plan leaves out count again; undefined: it leaves out none. */
function endOf({ request, ignition_at }: ManoeuvreRow): Date | undefined {
  const { leftOut } = request
  if (leftOut === undefined || leftOut.kinds.length + leftOut.conjunctionIds.length === 0) return undefined
  return leftOut.until === undefined ? ignition_at : new Date(leftOut.until)
}

/** Whether what a plan left out counts again (flight rule F10). */
export function hasLapsed(row: ManoeuvreRow, now: Date): boolean {
  const end = endOf(row)
  return end !== undefined && now >= end
}

/** Who left events out of the screening of a plan: whoever asked for it as it is now. Null: nobody, or it has lapsed. */
export async function readClaim(tx: TenantDb, row: ManoeuvreRow, now: Date): Promise<Claim | null> {
  const end = endOf(row)
  if (end === undefined || now >= end) return null
  const steps = await listSteps(tx, [row.id])
  const asked = steps.findLast(({ action }) => action === 'CREATE' || action === 'CHANGE')
  if (asked === undefined) throw new TypeError('a plan begins with a step')
  return { by: asked.by_name, at: asked.at.toISOString(), until: end.toISOString() }
}

/** Why an event is left out; null: it counts, as does always the event that the burn is made for. */
export function leftOutOf({ request, conjunction_id: targetId }: ManoeuvreRow, event: OpenEventRow): LeftOutBy | null {
  const { leftOut } = request
  if (leftOut === undefined || event.conjunction_id === targetId) return null
  if (leftOut.conjunctionIds.includes(event.conjunction_id)) return 'CHOSEN'
  return leavableKindsOf(event.other).find((kind) => leftOut.kinds.includes(kind)) ?? null
}

/** What a plan leaves out, for the record of who asked for it. */
export const recordedLeftOut = ({ leftOut }: PlanRequest) => (leftOut === undefined ? {} : { leftOut })

/** Throws an ApiError where the event that a burn is made for would be left out. */
export function refuseWithoutTarget(conjunctionId: string, { leftOut }: PlanRequest): void {
  if (leftOut?.conjunctionIds.includes(conjunctionId)) throw refuse('left-out')
}
