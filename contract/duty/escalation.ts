const MINUTE_S = 60
/** A person has an eighth of the remaining time to answer (domain.md C24). */
const SHARE = 8
/** The longest wait, which is also the shortest interval at which a call is repeated (flight-dynamics.md F29). */
const MOST_WAIT_S = 30 * MINUTE_S
const LEAST_WAIT_S = 2 * MINUTE_S
/** With less time than this, each step of the chain is shorter than the longest wait: the remaining time counts as short. */
export const SHORT_TIME_S = SHARE * MOST_WAIT_S

export type Deadlines = {
  readonly decideAt: number
  /** The beginning of the last contact during which the satellite can be commanded; undefined if none is known. */
  readonly lastCommandAt?: number | undefined
  readonly tcaAt: number
}

/**
 * Returns how many seconds a step of the chain waits from a given time on. The wait depends on the time until the decision is due; after that, on the
 * time until the last contact for commands; after that, on the time until TCA (flight-dynamics.md F29).
 */
export function waitS(fromMs: number, { decideAt, lastCommandAt, tcaAt }: Deadlines): number {
  const next = [decideAt, lastCommandAt].find((at) => at !== undefined && fromMs < at) ?? tcaAt
  const leftS = (next - fromMs) / 1_000
  return Math.min(MOST_WAIT_S, Math.max(LEAST_WAIT_S, leftS / SHARE))
}

/** Returns the time of the next call, ms; `lastMs` is the time of the last call, or of the event if nobody was called yet. */
export function callAt(
  { lastMs, calls }: { readonly lastMs: number; readonly calls: number },
  when: Deadlines,
): number {
  // If the decision was already due, nobody has time to read the notice first.
  if (calls === 0 && lastMs >= when.decideAt) return lastMs
  return lastMs + waitS(lastMs, when) * 1_000
}
