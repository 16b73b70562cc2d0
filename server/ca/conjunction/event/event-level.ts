import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { RiskLevel } from '@apsis/contract/ca/cdm.ts'
import { rankOf } from '@apsis/contract/ca/risk-level.ts'

/** A lower level counts after so much time without a message that contradicts it. */
export const LOWER_AFTER_MS = 12 * HOUR_MS

/** The level of one message, and when it was created. */
export type Graded = { readonly createdAt: number; readonly level: RiskLevel }

/** The level of an event; `lower` is the level that it falls to at a time, unless a message contradicts. */
export type Held = {
  readonly level: RiskLevel
  readonly lower: { readonly level: RiskLevel; readonly at: number } | null
}

const START: Held = { level: 'UNKNOWN', lower: null }

/**
 * The level of an event after its messages, in the order of their creation. It rises at once. It falls when two messages
 * in a row say so, to the higher of the two, or 12 h after a single one (domain.md C7). A message without a level says nothing.
 */
export function holdLevel(messages: readonly Graded[]): Held {
  return messages.reduce(take, START)
}

/** The level of the event at a later time. */
export function heldAt(held: Held, now: number): Held {
  return held.lower !== null && now >= held.lower.at ? { level: held.lower.level, lower: null } : held
}

/** The highest of several levels at a time. */
export function highestAt(all: readonly Held[], now: number): RiskLevel {
  return all
    .map((held) => heldAt(held, now).level)
    .reduce((highest, level) => (rankOf(level) > rankOf(highest) ? level : highest), 'UNKNOWN')
}

/** The levels that an event has by its messages, and by the screenings of each satellite of the organisation. */
export type HeldLevels = { readonly held: Held; readonly ownHeld?: readonly Held[] }

export const heldIn = ({ held, ownHeld = [] }: HeldLevels): readonly Held[] => [held, ...ownHeld]

/** The level of an event at a time: the highest that a credible estimate gives. */
export const levelAt = (levels: HeldLevels, now: number): RiskLevel => highestAt(heldIn(levels), now)

function take(before: Held, { createdAt, level }: Graded): Held {
  const held = heldAt(before, createdAt)
  if (level === 'UNKNOWN') return held
  if (rankOf(level) >= rankOf(held.level)) return { level, lower: null }
  const waiting = { level, at: createdAt + LOWER_AFTER_MS }
  if (held.lower === null) return { ...held, lower: waiting }
  const higher = rankOf(level) > rankOf(held.lower.level) ? level : held.lower.level
  return { level: higher, lower: rankOf(level) < rankOf(higher) ? waiting : null }
}
