/** How far a plan of a manoeuvre is: server and page go by this one table. */
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
export type ManoeuvreState = (typeof MANOEUVRE_STATES)[number]

/** Who moves a plan: a person by PATCH, or the platform by itself when a message comes or time passes. */
export type Mover = 'person' | 'platform'
type Movers = Mover | 'either'

/** Every transition that there is; all others are refused with 409. */
const TRANSITIONS: Readonly<Record<ManoeuvreState, Partial<Record<ManoeuvreState, Movers>>>> = {
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
  // Data from after ignition settle a plan by themselves: it was flown, and as planned, otherwise, or not at all.
  EXPORTED: { EXECUTED: 'either', PARTIAL: 'either', ABORTED: 'either', SUPERSEDED: 'platform' },
  EXECUTED: { VERIFIED: 'either', PARTIAL: 'either', ABORTED: 'platform' },
  VERIFIED: {},
  REJECTED: {},
  SUPERSEDED: {},
  EXPIRED: {},
  ABORTED: {},
  PARTIAL: {},
}

export function mayMove(from: ManoeuvreState, to: ManoeuvreState, by: Mover): boolean {
  const mover = TRANSITIONS[from][to]
  return mover === by || mover === 'either'
}

/** The states that a person can move a plan to from where it is, in the order of the list. */
export function nextStates(from: ManoeuvreState): ManoeuvreState[] {
  return MANOEUVRE_STATES.filter((to) => mayMove(from, to, 'person'))
}

/** Whether the burn of a plan may still be changed; the plan is then a DRAFT again. */
export function isChangeable(state: ManoeuvreState): boolean {
  return state === 'DRAFT' || mayMove(state, 'DRAFT', 'person')
}

/** Whether the plan may still lead to a burn, so that messages and time are watched for it. */
export function isOpen(state: ManoeuvreState): boolean {
  return mayMove(state, 'SUPERSEDED', 'platform')
}

/** Whether the plan leads to a burn, or led to one: what a calendar and a timeline show. */
export function hasBurn(state: ManoeuvreState): boolean {
  return isOpen(state) || state === 'EXECUTED' || state === 'VERIFIED' || state === 'PARTIAL'
}

const UNFLOWN: readonly ManoeuvreState[] = ['REJECTED', 'SUPERSEDED', 'EXPIRED', 'ABORTED']

/** Whether the plan has ended without a burn: whatever was approved before, its files must not be flown. */
export function endedUnflown(state: ManoeuvreState): boolean {
  return UNFLOWN.includes(state)
}
