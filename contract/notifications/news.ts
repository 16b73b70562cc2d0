/** While the level of an event stays the same, a receiver is notified at most once in this number of hours, except about significant changes. */
export const SILENCE_HOURS = 6
/** A probability of at least this multiple of the reported one is reported again (flight-dynamics rule F29). */
export const GROWTH_FACTOR = 5
/** A closest approach that moved by more than this number of seconds is reported (F29). */
export const TCA_SHIFT_SECONDS = 60
/** Growth to less than the growth factor times this is not reported, because the probability is still negligible. */
export const LEAST_PROBABILITY = 1e-7

/** The measured values of an event. */
export type MeasuredEvent = { readonly probability: number | undefined; readonly tcaMs: number | undefined }

/** Returns true if an event whose level has not changed has changed significantly since its last notice. */
export const isNews = (now: MeasuredEvent, told: MeasuredEvent): boolean => hasGrown(now, told) || hasMoved(now, told)

export function hasGrown({ probability }: MeasuredEvent, told: MeasuredEvent): boolean {
  return probability !== undefined && probability >= GROWTH_FACTOR * Math.max(told.probability ?? 0, LEAST_PROBABILITY)
}

export function hasMoved({ tcaMs }: MeasuredEvent, told: MeasuredEvent): boolean {
  return tcaMs !== undefined && told.tcaMs !== undefined && Math.abs(tcaMs - told.tcaMs) > TCA_SHIFT_SECONDS * 1_000
}
