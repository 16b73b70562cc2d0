import type { RiskLevel } from '@apsis/contract/ca/cdm.ts'
import type { EventFacts } from './fold-event.ts'
import { type Held, highestAt } from './hysteresis.ts'

/** What holds a level of an event: its messages, and the screenings of each satellite of ours. */
export const heldIn = ({ held, ownHeld = [] }: Pick<EventFacts, 'held' | 'ownHeld'>): readonly Held[] => [
  held,
  ...ownHeld,
]

/** The level of an event at a time: the highest that anything credible holds. */
export const levelAt = (facts: Pick<EventFacts, 'held' | 'ownHeld'>, now: number): RiskLevel =>
  highestAt(heldIn(facts), now)
