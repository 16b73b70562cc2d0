/** One message of an event: how long before the closest approach it was made, and its probability. */
export interface DatedUpdate {
  readonly daysBefore: number
  readonly probability: number
}

/** The messages on which a decision can stand: those made between `commitDays` and `considerDays` before TCA. */
export interface DecisionTimes {
  readonly commitDays: number
  readonly considerDays: number
}

/** CARA's default: commit one day before, consider two and a half days earlier (Hall, AAS 19-631, 2019). */
export const DECISION_TIMES: DecisionTimes = { commitDays: 1, considerDays: 3.5 }

/**
 * The newest update on which an event is decided: made no later than `commitDays` and no earlier than `considerDays` before
 * TCA (CARA, EventRate_ConjDist, 2026: the last usable update). Null where there is none: nothing was known in time, and
 * the event cannot be avoided. Reached: the 723 usable events of 1,688 published ones, with their probabilities
 * (commit-update.test.ts).
 */
export function commitUpdate<T extends Pick<DatedUpdate, 'daysBefore'>>(
  updates: readonly T[],
  { commitDays, considerDays }: DecisionTimes = DECISION_TIMES,
): T | null {
  let newest: T | null = null
  for (const update of updates) {
    const { daysBefore } = update
    if (daysBefore < commitDays || daysBefore > considerDays) continue
    if (newest === null || daysBefore < newest.daysBefore) newest = update
  }
  return newest
}
