/** The states of a manoeuvre plan; server and page both use this table. */
export const MANOEUVRE_STATES = [
  'DRAFT',
  'SCREENED',
  'APPROVED',
  'EXPORTED',
  'EXECUTED',
  'VERIFIED',
  'REJECTED',
  'SUPERSEDED',
  'EXPIRED',
  'ABORTED',
  'PARTIAL',
] as const
export type PlanState = (typeof MANOEUVRE_STATES)[number]

/** The author of a change of a plan's state: a person by PATCH, or the platform when a message arrives or time passes. */
export type Mover = 'person' | 'platform'
type Movers = Mover | 'either'

/** All allowed transitions; any other is refused with 409. */
const TRANSITIONS: Readonly<Record<PlanState, Partial<Record<PlanState, Movers>>>> = {
  DRAFT: { SCREENED: 'person', REJECTED: 'person', SUPERSEDED: 'platform', EXPIRED: 'platform' },
  SCREENED: {
    APPROVED: 'person',
    DRAFT: 'person',
    REJECTED: 'person',
    SUPERSEDED: 'platform',
    EXPIRED: 'platform',
  },
  APPROVED: {
    EXPORTED: 'person',
    DRAFT: 'person',
    REJECTED: 'person',
    SUPERSEDED: 'platform',
    EXPIRED: 'platform',
  },
  // Data from after ignition decide about a plan automatically: it was executed as planned, executed differently, or not executed.
  EXPORTED: { EXECUTED: 'either', PARTIAL: 'either', ABORTED: 'either', SUPERSEDED: 'platform' },
  EXECUTED: { VERIFIED: 'either', PARTIAL: 'either', ABORTED: 'platform' },
  VERIFIED: {},
  REJECTED: {},
  SUPERSEDED: {},
  EXPIRED: {},
  ABORTED: {},
  PARTIAL: {},
}

export function mayMove(from: PlanState, to: PlanState, by: Mover): boolean {
  const mover = TRANSITIONS[from][to]
  return mover === by || mover === 'either'
}

/** Returns the states to which a person can move a plan from its present state, in the order of the list. */
export function nextStates(from: PlanState): PlanState[] {
  return MANOEUVRE_STATES.filter((to) => mayMove(from, to, 'person'))
}

/** Returns true if the burn of a plan may still be changed; the plan is then a DRAFT again. */
export function isChangeable(state: PlanState): boolean {
  return state === 'DRAFT' || mayMove(state, 'DRAFT', 'person')
}

/** Returns true if the plan may still lead to a burn, so that messages and time have to be checked for it. */
export function isOpen(state: PlanState): boolean {
  return mayMove(state, 'SUPERSEDED', 'platform')
}

/** Returns true if the plan will lead or has led to a burn: calendars and timelines show such plans. */
export function hasBurn(state: PlanState): boolean {
  return isOpen(state) || state === 'EXECUTED' || state === 'VERIFIED' || state === 'PARTIAL'
}

const UNFLOWN: readonly PlanState[] = ['REJECTED', 'SUPERSEDED', 'EXPIRED', 'ABORTED']

/** Returns true if the plan has ended without a burn: even if it was approved before, its files must not be used. */
export function endedUnflown(state: PlanState): boolean {
  return UNFLOWN.includes(state)
}
