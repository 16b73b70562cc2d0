import { DAY_MS } from '@apsis/astro/constants.ts'
import { byUrgency } from '@apsis/contract/ca/event/by-urgency.ts'
import type { Filling } from './demo-filling.ts'
import { type EventRow, isAbove, isDecided } from './event-row.ts'

/** The first sentence of the screen: the satellite, the object and the deadline; or that no decision is pending until a given time. */
export type Sentence =
  | {
      readonly kind: 'decide' | 'late' | 'settled'
      readonly row: EventRow
      /** Other decided events above their thresholds, which are named as well. */
      readonly decided: readonly EventRow[]
    }
  | { readonly kind: 'clear'; readonly untilMs: number; readonly newestMs: number; readonly unassessed: number }
  | { readonly kind: 'nothing' }
  /** The demo fleet is being filled, so the pending decisions are not yet known. */
  | ({ readonly kind: 'filling' } & Filling)

/** Messages are written for approaches up to seven days ahead, so the newest one covers this time. */
const REACH_MS = 7 * DAY_MS

/**
 * Returns the sentence for all events, whatever the filters. It is "clear" only if it is known that no demo fleet is still being filled.
 */
export function sentenceOf(
  rows: readonly EventRow[],
  nowMs: number,
  filling: Filling | null | undefined,
): Sentence | undefined {
  const found = foundAmong(rows, nowMs)
  if (filling === null || 'row' in found) return found
  return filling && { kind: 'filling', ...filling }
}

function foundAmong(rows: readonly EventRow[], nowMs: number): Sentence {
  if (rows.length === 0) return { kind: 'nothing' }
  const ahead = rows.filter(({ tcaMs }) => tcaMs >= nowMs)
  const above = ahead.filter(isAbove).toSorted(byUrgency)
  const [first] = above.toSorted((a, b) => Number(isDecided(a)) - Number(isDecided(b)))
  if (!first) {
    const newestMs = rows.reduce((newest, row) => Math.max(newest, row.newestMs), 0)
    const unassessed = ahead.filter(({ rank }) => rank === 0).length
    return { kind: 'clear', untilMs: newestMs + REACH_MS, newestMs, unassessed }
  }
  const kind = isDecided(first) ? 'settled' : first.decideMs >= nowMs ? 'decide' : 'late'
  return { kind, row: first, decided: above.filter((row) => row !== first && row.event.reopens !== null) }
}
