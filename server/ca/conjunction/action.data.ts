import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import type { ActionRuleName } from '@apsis/contract/ca/cause.ts'
import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'

/** So long before the decision is due, one acts. */
const SOON_S = 24 * SECONDS_PER_HOUR

/** What the rules look at. */
export type Situation = Pick<Conjunction, 'state' | 'isCoOrbiting' | 'needsData' | 'trend'> & {
  readonly level: Conjunction['conjunctionData']['riskLevel']
  /** Whether the probability itself, not only its maximum, is beyond what the satellite accepts. */
  readonly isBeyondAccepted: boolean
  /** Decided or closed, and the level has not risen since. */
  readonly isDecided: boolean
  /** To the time at which a decision is due, s; below 0 when it has passed. */
  readonly secondsToDecide: number
  readonly secondsToConsider: number
}

export type ActionRule = {
  readonly rule: ActionRuleName
  readonly action: Conjunction['action']
  readonly applies: (situation: Situation) => boolean
}

/** What to do about an event: the first rule that applies (domain.md C7 and (b) 1). Names stay; they are shown and searched for. */
export const ACTION_RULES: readonly ActionRule[] = [
  { rule: 'past', action: 'NONE', applies: ({ state }) => state === 'PASSED' || state === 'ARCHIVED' },
  { rule: 'mitigated', action: 'NONE', applies: ({ state }) => state === 'MITIGATED' },
  { rule: 'decided', action: 'NONE', applies: ({ isDecided }) => isDecided },
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
  { rule: 'diluted', action: 'GET_DATA', applies: ({ needsData }) => needsData },
  { rule: 'co-orbiting', action: 'WATCH', applies: ({ isCoOrbiting }) => isCoOrbiting },
  { rule: 'no-probability', action: 'GET_DATA', applies: ({ level }) => level === 'UNKNOWN' },
  {
    rule: 'high-within-consideration',
    action: 'PREPARE',
    applies: ({ level, secondsToConsider }) => level === 'HIGH' && secondsToConsider <= 0,
  },
  { rule: 'high-early', action: 'WATCH', applies: ({ level }) => level === 'HIGH' },
  { rule: 'medium', action: 'WATCH', applies: ({ level }) => level === 'MEDIUM' },
  { rule: 'low', action: 'IGNORE', applies: () => true },
]
