const HOUR_MS = 3_600_000

/** Fewer messages than this show no rhythm. */
const FEWEST_FOR_RHYTHM = 3

/** Messages of several originators arrive in bursts: a cadence is limited to at least this, and at most a day. */
const LEAST_CADENCE_MS = 2 * HOUR_MS
const MOST_CADENCE_MS = 24 * HOUR_MS

/**
 * Returns the usual time between two messages of an event, ms: the median of the gaps, so that one long silence does not make the next one
 * seem usual; undefined if there are too few. Oldest first. Pages and server both use it.
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

/**
 * Returns the expected time of the next message of an event, if the rhythm stays; undefined if that is not known, or if it is late, or
 * after TCA.
 */
export function nextMessageMs(
  createdMs: readonly number[],
  { nowMs, tcaMs }: { readonly nowMs: number; readonly tcaMs: number },
): number | undefined {
  const [cadence, last] = [cadenceMs(createdMs), createdMs.at(-1)]
  if (cadence === undefined || last === undefined) return undefined
  const due = last + cadence
  return due > nowMs && due < tcaMs ? due : undefined
}
