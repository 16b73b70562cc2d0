import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { sayDecided, sayReopening } from '@apsis/contract/notice-text/advice-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import type { Naming } from '../../shell/status/people.ts'
import { ADVICE_MANNER } from './advice-manner.ts'
import { type EventRow, isAbove } from './event-row.ts'

/** Returns decided future events, and closed ones above their thresholds: nobody has to act on them, but they must stay visible. */
export function watchedOf(rows: readonly EventRow[], nowMs: number): readonly EventRow[] {
  return rows
    .filter((row) => row.tcaMs >= nowMs && row.event.reopens !== null)
    .filter((row) => row.event.decision.state === 'DECIDED' || isAbove(row))
    .toSorted((a, b) => b.rank - a.rank || a.tcaMs - b.tcaMs || (a.id < b.id ? -1 : 1))
}

/** Returns `2026-11-21 10:00 Z`. */
export const lookTime = (iso: string): string => `${formatInstant(Date.parse(iso)).slice(0, 16)} Z`

/** Returns the time of the next look at a decided event, and the conditions that reopen it earlier. */
export const reopeningText = (reopens: NonNullable<Conjunction['reopens']>): string =>
  sayReopening(ADVICE_MANNER, reopens)

/** Returns `monitor, Kim Weber`; without a name if the person is unknown. */
export const decidedText = (decision: Conjunction['decision'], person: Naming['nameOf']): string =>
  sayDecided({ ...ADVICE_MANNER, person }, decision)
