import type { RiskLevel } from '@apsis/contract/ca/cdm.ts'
import type { EventFacts } from './fold-event.ts'
import { type Held, highestAt } from './hysteresis.ts'

/** The levels that an event has by its messages, and by the screenings of each satellite of the organisation. */
export const heldIn = ({ held, ownHeld = [] }: Pick<EventFacts, 'held' | 'ownHeld'>): readonly Held[] => [
  held,
  ...ownHeld,
]

/** The level of an event at a time: the highest that a credible estimate gives. */
export const levelAt = (facts: Pick<EventFacts, 'held' | 'ownHeld'>, now: number): RiskLevel =>
  highestAt(heldIn(facts), now)
