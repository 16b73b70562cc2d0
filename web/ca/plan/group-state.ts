import type { EventPlan } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { isOpen } from '@apsis/contract/ca/plan/manoeuvre-state.ts'

/** The state of a group of candidates, and its nominal plan. */
export type GroupStanding = {
  /** The members, the preferred one first. */
  readonly members: readonly EventPlan[]
  /** The candidate that is kept; undefined while there is none. */
  readonly nominal: EventPlan | undefined
  /**
   * The reason: it was the first to pass; a person approved it; a candidate before one that passes is not screened yet; none passes; the
   * remaining ones were changed and wait for a person to screen them; or none is left, because each has ended, even if it was nominal
   * before.
   */
  readonly reason: 'passed' | 'approved' | 'waiting' | 'none-passes' | 'held' | 'ended'
}

/** The version of an unchanged plan: a draft with a higher version was changed by a person, who has to continue it. */
const DRAFTED_VERSION = 1
const isHeld = ({ state, version }: EventPlan) => state === 'DRAFT' && version > DRAFTED_VERSION
const isChoice = (plan: EventPlan) => plan.state === 'SCREENED' || (plan.state === 'DRAFT' && !isHeld(plan))
/** True if a plan may still lead to a burn, or led to one: a plan that ended without its burn is no longer nominal. */
const isKept = ({ state }: EventPlan) => isOpen(state) || state === 'EXECUTED' || state === 'VERIFIED'
/** True if every comparison in the screening of a plan has a result. */
export const isAnswered = ({ screening }: EventPlan) =>
  screening?.paths.every(({ result }) => result !== 'WAITING') === true
const isScreened = (plan: EventPlan) => plan.state === 'SCREENED' && isAnswered(plan)

/** True if a plan was withdrawn because the other candidate of the group replaced it. */
export function isWithdrawnFor(plan: EventPlan, other: EventPlan): boolean {
  return plan.steps.some(
    ({ state, cause }) => state === 'SUPERSEDED' && cause?.reason === 'replaced' && cause.other === other.name,
  )
}

/** Returns the plans of the group, and the nominal one, as the server decides about groups (docs/domain/plan.md). */
export function groupStanding(plans: readonly EventPlan[], groupId: string): GroupStanding {
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
