// The least accepted probability of the search, as in solve-threshold.ts.
const LOWEST_THRESHOLD = 1e-12
const HIGHEST_THRESHOLD = 0.999_999

/** The result for a wished number of manoeuvres a year. */
export type SolvedRate =
  | { readonly kind: 'threshold'; readonly threshold: number }
  /** Even a threshold of 1e-12 needs no more manoeuvres. */
  | { readonly kind: 'always-fewer' }

/**
 * Returns the smallest accepted probability that needs at most the wished number of manoeuvres a year: of all such thresholds, it has the least
 * remaining risk. `perYear` gives the manoeuvres for a threshold and must not increase with it: an event that reaches a larger threshold also
 * reaches a smaller one. Bisection of the logarithm, to 1e-9 of the threshold.
 */
export function solveRate(wishedPerYear: number, perYear: (threshold: number) => number): SolvedRate {
  if (!(wishedPerYear > 0)) throw new RangeError(`a wished number of manoeuvres is positive, not ${wishedPerYear}`)
  if (perYear(LOWEST_THRESHOLD) <= wishedPerYear) return { kind: 'always-fewer' }
  let [low, high] = [Math.log(LOWEST_THRESHOLD), Math.log(HIGHEST_THRESHOLD)]
  while (high - low > 1e-9) {
    const middle = (low + high) / 2
    if (perYear(Math.exp(middle)) <= wishedPerYear) high = middle
    else low = middle
  }
  return { kind: 'threshold', threshold: Math.exp(high) }
}
