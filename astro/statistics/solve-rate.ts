// The accepted probabilities that are looked at, as in solve-threshold.ts.
const LOWEST_THRESHOLD = 1e-12
const HIGHEST_THRESHOLD = 0.999_999

/** The answer to a wished number of manoeuvres a year. */
export type SolvedRate =
  | { readonly kind: 'threshold'; readonly threshold: number }
  /** Answering everything down to 1e-12 takes no more. */
  | { readonly kind: 'always-fewer' }

/**
 * The smallest accepted probability that takes no more manoeuvres a year than wished: of all that do, it leaves the least risk.
 * `perYear` gives the manoeuvres for a threshold and must not rise as the threshold grows: an event that reaches a larger one
 * reaches the smaller, too. Bisection of the logarithm, to 1e-9 of the threshold.
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
