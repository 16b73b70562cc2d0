import type { EventManoeuvre } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { isOpen } from '@apsis/contract/ca/plan/manoeuvre-state.ts'

/** How a group of candidates stands, and which of them is the nominal plan. */
export type GroupStanding = {
  /** The one liked best first. */
  readonly members: readonly EventManoeuvre[]
  /** The candidate that is kept; undefined while none is. */
  readonly nominal: EventManoeuvre | undefined
  /**
   * Why: it was the first to pass; a person approved it; not all that stand before one that passes are screened; none passes; those that
   * are left were changed and wait for a person to screen them; or none is left to choose, because each ended, be it after it was nominal.
   */
  readonly reason: 'passed' | 'approved' | 'waiting' | 'none-passes' | 'held' | 'ended'
}

/** The version of a plan to which nothing has happened yet: a draft beyond it is in the hands of who changed it. */
const DRAFTED_VERSION = 1
const isHeld = ({ state, version }: EventManoeuvre) => state === 'DRAFT' && version > DRAFTED_VERSION
const isChoice = (plan: EventManoeuvre) => plan.state === 'SCREENED' || (plan.state === 'DRAFT' && !isHeld(plan))
/** Whether a plan may still be flown, or was: one that ended without its burn is nominal no more. */
const isKept = ({ state }: EventManoeuvre) => isOpen(state) || state === 'EXECUTED' || state === 'VERIFIED'
/** Whether all that is asked of its screening has been answered. */
export const isAnswered = ({ screening }: EventManoeuvre) =>
  screening?.paths.every(({ result }) => result !== 'WAITING') === true
const isScreened = (plan: EventManoeuvre) => plan.state === 'SCREENED' && isAnswered(plan)

/** Whether another candidate of the group took its place. */
export function isWithdrawnFor(plan: EventManoeuvre, other: EventManoeuvre): boolean {
  return plan.steps.some(
    ({ state, cause }) => state === 'SUPERSEDED' && cause?.reason === 'replaced' && cause.other === other.name,
  )
}

/** The plans of the group, and which of them is nominal, as the server settles groups (docs/domain/plan.md). */
export function groupStanding(plans: readonly EventManoeuvre[], groupId: string): GroupStanding {
  const members = plans
    .filter((plan) => plan.groupId === groupId)
    .toSorted((a, b) => (a.groupRank ?? 0) - (b.groupRank ?? 0))
  const approved = members.find((plan) => plan.approvedAt !== null && isKept(plan))
  if (approved !== undefined) return { members, nominal: approved, reason: 'approved' }
  const passed = members.find((plan) => isKept(plan) && members.some((other) => isWithdrawnFor(other, plan)))
  if (passed !== undefined) return { members, nominal: passed, reason: 'passed' }
  const choice = members.filter(isChoice)
  if (choice.length === 0) return { members, nominal: undefined, reason: members.some(isHeld) ? 'held' : 'ended' }
  const first = choice.find((plan) => !isScreened(plan) || plan.screening?.verdict === 'PASS')
  if (first !== undefined && isScreened(first)) return { members, nominal: first, reason: 'passed' }
  const reason = first === undefined ? 'none-passes' : 'waiting'
  return { members, nominal: undefined, reason }
}
