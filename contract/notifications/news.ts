/** Inside one level of an event a receiver is told at most once in so many hours, but for what makes a difference. */
export const SILENCE_HOURS = 6
/** A probability so many times the one that was told is news (flight-dynamics rule F29). */
export const GROWTH_FACTOR = 5
/** A closest approach that moved by more than so many seconds is news (F29). */
export const TCA_SHIFT_SECONDS = 60
/** Below this probability no growth is news: an event does not become another by being less unlikely than never. */
export const LEAST_PROBABILITY = 1e-7

/** What was measured of an event. */
export type MeasuredEvent = { readonly probability: number | undefined; readonly tcaMs: number | undefined }

/** Whether an event inside one level has become another since it was told. */
export const isNews = (now: MeasuredEvent, told: MeasuredEvent): boolean => hasGrown(now, told) || hasMoved(now, told)

export function hasGrown({ probability }: MeasuredEvent, told: MeasuredEvent): boolean {
  return probability !== undefined && probability >= GROWTH_FACTOR * Math.max(told.probability ?? 0, LEAST_PROBABILITY)
}

export function hasMoved({ tcaMs }: MeasuredEvent, told: MeasuredEvent): boolean {
  return tcaMs !== undefined && told.tcaMs !== undefined && Math.abs(tcaMs - told.tcaMs) > TCA_SHIFT_SECONDS * 1_000
}
