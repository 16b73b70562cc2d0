const MINUTE_S = 60
/** A person gets this share of the remaining time to answer (domain.md C24). */
const SHARE = 8
/** No wait is longer, and no call is repeated sooner (flight-dynamics.md F29). */
const MOST_WAIT_S = 30 * MINUTE_S
const LEAST_WAIT_S = 2 * MINUTE_S
/** With less time than this each step of the chain is shorter than the longest: the time is short from here on. */
export const SHORT_TIME_S = SHARE * MOST_WAIT_S

export type Deadlines = {
  readonly decideAt: number
  /** The beginning of the last contact by which the satellite can be commanded; undefined if none is known. */
  readonly lastCommandAt?: number | undefined
  readonly tcaAt: number
}

/**
 * Returns the seconds that one step of the chain waits, from a time on: until the decision is due, then by the last contact by which it can
 * be commanded, then by TCA (flight-dynamics.md F29).
 */
export function waitS(fromMs: number, { decideAt, lastCommandAt, tcaAt }: Deadlines): number {
  const next = [decideAt, lastCommandAt].find((at) => at !== undefined && fromMs < at) ?? tcaAt
  const leftS = (next - fromMs) / 1_000
  return Math.min(MOST_WAIT_S, Math.max(LEAST_WAIT_S, leftS / SHARE))
}

/** Returns the time of the next call, ms; `lastMs` is the last call, or the time of the event if nobody was called yet. */
export function callAt(
  { lastMs, calls }: { readonly lastMs: number; readonly calls: number },
  when: Deadlines,
): number {
  // If the decision was due already, nobody has time to read the notice first.
  if (calls === 0 && lastMs >= when.decideAt) return lastMs
  return lastMs + waitS(lastMs, when) * 1_000
}
