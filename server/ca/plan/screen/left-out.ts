import { type Leavable, type LeftOutBy, leavableKindsOf } from '@apsis/contract/ca/plan/left-out.ts'
import type { PlanRequest } from '@apsis/contract/ca/plan/manoeuvre-plan.ts'
import type { TenantDb } from '../../../platform/database/database.ts'
import { findClaim } from '../record/left-out.repository.ts'
import { listOpenEvents, type OpenEventRow, type PlanRow } from '../record/plan.repository.ts'
import { refuse } from '../record/refuse.ts'
import type { Claim } from './screen-task.ts'

/** Returns the time from which the events that a plan leaves out count again; undefined if it leaves out none. */
function endOf({ request, ignition_at }: PlanRow): Date | undefined {
  const { leftOut } = request
  if (leftOut === undefined || leftOut.kinds.length + leftOut.conjunctionIds.length === 0) return undefined
  return leftOut.until === undefined ? ignition_at : new Date(leftOut.until)
}

/** True if the events that a plan left out count again (flight rule F10). */
export function hasLapsed(row: PlanRow, now: Date): boolean {
  const end = endOf(row)
  return end !== undefined && now >= end
}

type ClaimOfKinds = {
  readonly claim: Claim
  /** The open events of the kinds left out at that time: a later event is not left out. */
  readonly ofKinds: readonly string[]
}

/**
 * Returns the person who left events out of the screening of a plan: the author of its present request. Null if nobody did, or if the
 * choice has expired.
 */
export async function readClaim(tx: TenantDb, row: PlanRow, now: Date): Promise<ClaimOfKinds | null> {
  const end = endOf(row)
  if (end === undefined || now >= end) return null
  const asked = await findClaim(tx, row.id)
  if (asked === undefined) throw new TypeError('a plan begins with a step')
  const claim = { by: asked.by_name, at: asked.at.toISOString(), until: end.toISOString() }
  return { claim, ofKinds: asked.of_kinds ?? [] }
}

const kindLeftOut = ({ other }: OpenEventRow, kinds: readonly Leavable[]) =>
  leavableKindsOf(other).find((kind) => kinds.includes(kind))

/** Returns why an event is left out; null if it counts. The event of the burn always counts. */
export function leftOutOf(
  { request, conjunction_id: targetId }: PlanRow,
  { ofKinds }: ClaimOfKinds,
  event: OpenEventRow,
): LeftOutBy | null {
  const { leftOut } = request
  const { conjunction_id: id } = event
  if (leftOut === undefined || id === targetId) return null
  if (leftOut.conjunctionIds.includes(id)) return 'CHOSEN'
  return (ofKinds.includes(id) ? kindLeftOut(event, leftOut.kinds) : undefined) ?? null
}

/** Returns the events that a plan leaves out, for its record; if kinds are left out, the events of those kinds that are open now. */
export async function recordedLeftOut(
  tx: TenantDb,
  { request: { leftOut }, satelliteId, now }: { request: PlanRequest; satelliteId: string; now: Date },
) {
  if (leftOut === undefined) return {}
  const open = leftOut.kinds.length === 0 ? [] : await listOpenEvents(tx, satelliteId, now)
  const ofKinds = open.filter((event) => kindLeftOut(event, leftOut.kinds) !== undefined)
  return { leftOut: { ...leftOut, ofKinds: ofKinds.map(({ conjunction_id: id }) => id) } }
}

/** Throws an ApiError if the event of the burn would be left out. */
export function refuseWithoutTarget(conjunctionId: string, { leftOut }: PlanRequest): void {
  if (leftOut?.conjunctionIds.includes(conjunctionId)) throw refuse('left-out')
}
