/** A median and a rank among fewer values have no meaning. */
const FEWEST_EARLIER = 10

/** The rank of the newest of some values among the earlier ones. */
export type Usual = {
  /** The median of the earlier values. */
  readonly median: number
  /** The share of the earlier values that are below the newest, %. */
  readonly percentile: number
  /** The number of earlier values. */
  readonly count: number
}

/** Returns the usual value of an object, from the messages of an event in the order of their creation; null if there are too few values. */
export function usualOf(values: readonly (number | null)[]): Usual | null {
  const said = values.filter((value) => value !== null)
  const newest = said.at(-1)
  const earlier = said.slice(0, -1)
  if (newest === undefined || earlier.length < FEWEST_EARLIER) return null
  const sorted = earlier.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  const count = (of: (value: number) => boolean) => earlier.filter(of).length
  // Equal values count half: a constant value has rank 50 %.
  const below = count((value) => value < newest) + count((value) => value === newest) / 2
  return { median: (low + high) / 2, percentile: (100 * below) / earlier.length, count: earlier.length }
}
