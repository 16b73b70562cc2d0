const MINUTE_S = 60
/** Of the time that is left to decide, a person gets this share to answer (domain.md C24). */
const SHARE = 8
/** Nobody is waited for longer, nor called again sooner (flight-dynamics.md F29). */
const MOST_WAIT_S = 30 * MINUTE_S
const LEAST_WAIT_S = 2 * MINUTE_S
/** With less time than this each step of the chain is shorter than the longest: time is short from here on. */
export const SHORT_TIME_S = SHARE * MOST_WAIT_S

export type Deadlines = {
  readonly decideAt: number
  /** When the last contact begins by which the satellite can be commanded; undefined: none is known. */
  readonly lastCommandAt?: number | undefined
  readonly tcaAt: number
}

/**
 * Seconds that one step of the chain is waited for, from a time on: by when the decision is due, then by the last contact by
 * which it can be commanded, then by TCA (flight-dynamics.md F29).
 */
export function waitS(fromMs: number, { decideAt, lastCommandAt, tcaAt }: Deadlines): number {
  const next = [decideAt, lastCommandAt].find((at) => at !== undefined && fromMs < at) ?? tcaAt
  const leftS = (next - fromMs) / 1_000
  return Math.min(MOST_WAIT_S, Math.max(LEAST_WAIT_S, leftS / SHARE))
}

/** When the next person is called, ms; `lastMs` is the last call, or when the event was raised where nobody was called yet. */
export function callAt(
  { lastMs, calls }: { readonly lastMs: number; readonly calls: number },
  when: Deadlines,
): number {
  // Nobody has time to read the notice first when the decision was due already.
  if (calls === 0 && lastMs >= when.decideAt) return lastMs
  return lastMs + waitS(lastMs, when) * 1_000
}
