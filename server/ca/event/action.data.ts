import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import type { ActionRuleName } from '@apsis/contract/ca/event/cause.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'

/** The suggested action begins this long before the decision is due. */
const SOON_S = 24 * SECONDS_PER_HOUR

/** The facts that the rules read. */
export type Situation = Pick<Conjunction, 'state' | 'isCoOrbiting' | 'needsData' | 'trend'> & {
  readonly level: Conjunction['conjunctionData']['riskLevel']
  /** True if only a report without covariances gives the level: it is no basis for a manoeuvre. */
  readonly isReported: boolean
  /** True if no probability is known although the objects are not co-orbiting. */
  readonly isUnknown: boolean
  /** True if the probability itself, and not only its maximum, exceeds the accepted probability. */
  readonly isBeyondAccepted: boolean
  /** True if the event is decided or closed, and its level has not risen since. */
  readonly isDecided: boolean
  /** The time until the decision is due, s; negative when it has passed. */
  readonly secondsToDecide: number
  readonly secondsToConsider: number
}

export type ActionRule = {
  readonly rule: ActionRuleName
  readonly action: Conjunction['action']
  readonly applies: (situation: Situation) => boolean
}

/**
 * The action that is suggested for an event: the first rule that applies (domain.md C7 and (b) 1). The names of rules must not change, because
 * they are shown and searched for.
 */
export const ACTION_RULES: readonly ActionRule[] = [
  { rule: 'past', action: 'NONE', applies: ({ state }) => state === 'PASSED' || state === 'ARCHIVED' },
  { rule: 'mitigated', action: 'NONE', applies: ({ state }) => state === 'MITIGATED' },
  { rule: 'decided', action: 'NONE', applies: ({ isDecided }) => isDecided },
  { rule: 'reported', action: 'GET_DATA', applies: ({ isReported }) => isReported },
  {
    rule: 'critical-before-commit',
    action: 'ACT',
    applies: ({ level, secondsToDecide }) => level === 'CRITICAL' && secondsToDecide < SOON_S,
  },
  {
    rule: 'diluted-beyond-accepted-before-commit',
    action: 'ACT',
    applies: ({ needsData, isBeyondAccepted, secondsToDecide }) =>
      needsData && isBeyondAccepted && secondsToDecide < SOON_S,
  },
  { rule: 'critical-with-time', action: 'PREPARE', applies: ({ level }) => level === 'CRITICAL' },
  {
    rule: 'no-probability',
    action: 'GET_DATA',
    applies: ({ level, isUnknown, isCoOrbiting }) => isUnknown || (level === 'UNKNOWN' && !isCoOrbiting),
  },
  { rule: 'diluted', action: 'GET_DATA', applies: ({ needsData }) => needsData },
  { rule: 'co-orbiting', action: 'WATCH', applies: ({ isCoOrbiting }) => isCoOrbiting },
  {
    rule: 'high-within-consideration',
    action: 'PREPARE',
    applies: ({ level, secondsToConsider }) => level === 'HIGH' && secondsToConsider <= 0,
  },
  { rule: 'high-early', action: 'WATCH', applies: ({ level }) => level === 'HIGH' },
  { rule: 'medium', action: 'WATCH', applies: ({ level }) => level === 'MEDIUM' },
  { rule: 'low', action: 'IGNORE', applies: () => true },
]
