/** A middle and a rank among fewer values say nothing. */
const FEWEST_EARLIER = 10

/** Where the newest of some values stands among the earlier ones. */
export type Usual = {
  /** The middle of the earlier ones. */
  readonly median: number
  /** The share of the earlier ones that are below the newest, %. */
  readonly percentile: number
  /** How many earlier ones there are. */
  readonly count: number
}

/** What is usual of an object, from the messages of an event in the order of their creation; null where it was said too seldom. */
export function usualOf(values: readonly (number | null)[]): Usual | null {
  const said = values.filter((value) => value !== null)
  const newest = said.at(-1)
  const earlier = said.slice(0, -1)
  if (newest === undefined || earlier.length < FEWEST_EARLIER) return null
  const sorted = earlier.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  const count = (of: (value: number) => boolean) => earlier.filter(of).length
  // Equal ones count half: what never changes stands in the middle.
  const below = count((value) => value < newest) + count((value) => value === newest) / 2
  return { median: (low + high) / 2, percentile: (100 * below) / earlier.length, count: earlier.length }
}
