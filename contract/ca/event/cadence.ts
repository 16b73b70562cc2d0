const HOUR_MS = 3_600_000

/** With fewer messages the usual interval is unknown. */
const FEWEST_FOR_RHYTHM = 3

/** Messages of several originators arrive in bursts, so a cadence is at least this long, and at most a day. */
const LEAST_CADENCE_MS = 2 * HOUR_MS
const MOST_CADENCE_MS = 24 * HOUR_MS

/**
 * Returns the usual interval between two messages of an event, ms; undefined if there are too few. It is the median, so that one long silence does
 * not make the next one seem usual. The times are in ascending order. Pages and server both use this function.
 */
export function cadenceMs(createdMs: readonly number[]): number | undefined {
  if (createdMs.length < FEWEST_FOR_RHYTHM) return undefined
  const gaps = createdMs.slice(1).map((at, place) => at - (createdMs[place] ?? 0))
  const sorted = gaps.filter((gap) => gap > 0).toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]]
  if (low === undefined || high === undefined) return undefined
  return Math.min(MOST_CADENCE_MS, Math.max(LEAST_CADENCE_MS, (low + high) / 2))
}

/** Returns when the next message of an event is expected if the interval stays the same; undefined if that is unknown, late, or after TCA. */
export function nextMessageMs(
  createdMs: readonly number[],
  { nowMs, tcaMs }: { readonly nowMs: number; readonly tcaMs: number },
): number | undefined {
  const [cadence, last] = [cadenceMs(createdMs), createdMs.at(-1)]
  if (cadence === undefined || last === undefined) return undefined
  const due = last + cadence
  return due > nowMs && due < tcaMs ? due : undefined
}
