// The range of accepted probabilities in the search: from an impractically low one to certainty.
const LOWEST_THRESHOLD = 1e-12
const HIGHEST_THRESHOLD = 0.999_999

/** The result for a limit over the life. */
export type SolvedThreshold =
  | { readonly kind: 'threshold'; readonly threshold: number }
  /** The limit is met without a manoeuvre. */
  | { readonly kind: 'none-needed' }
  /** Even a threshold of 1e-12 does not meet the limit. */
  | { readonly kind: 'out-of-reach' }

/**
 * Returns the largest accepted probability for which the probability over the life stays within a limit. `overLife` gives that probability for a
 * threshold and must not decrease with it: the remaining risk, πR² F min(1, Pacc/Pm) plus 0.03 Pacc times the manoeuvres, increases with Pacc as
 * long as the fraction after a burn is below 1. Bisection of the logarithm, to 1e-9 of the threshold.
 */
export function solveThreshold(limit: number, overLife: (threshold: number) => number): SolvedThreshold {
  if (!(limit > 0 && limit < 1)) throw new RangeError(`a limit has to be in (0, 1), not ${limit}`)
  if (overLife(HIGHEST_THRESHOLD) <= limit) return { kind: 'none-needed' }
  if (overLife(LOWEST_THRESHOLD) > limit) return { kind: 'out-of-reach' }
  let [low, high] = [Math.log(LOWEST_THRESHOLD), Math.log(HIGHEST_THRESHOLD)]
  while (high - low > 1e-9) {
    const middle = (low + high) / 2
    if (overLife(Math.exp(middle)) <= limit) low = middle
    else high = middle
  }
  return { kind: 'threshold', threshold: Math.exp(low) }
}
