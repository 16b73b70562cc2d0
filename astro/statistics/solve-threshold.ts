// The accepted probabilities that are looked at: from one that nobody could fly by to certainty.
const LOWEST_THRESHOLD = 1e-12
const HIGHEST_THRESHOLD = 0.999_999

/** The answer to a limit over the life. */
export type SolvedThreshold =
  | { readonly kind: 'threshold'; readonly threshold: number }
  /** The limit is met without a manoeuvre. */
  | { readonly kind: 'none-needed' }
  /** Not even answering everything down to 1e-12 meets it. */
  | { readonly kind: 'out-of-reach' }

/**
 * The largest accepted probability with which the probability over the life stays within a limit. `overLife` gives that
 * probability for a threshold and must not fall as the threshold grows: what is left, πR² F min(1, Pacc/Pm) plus
 * 0.03 Pacc times the manoeuvres, grows with Pacc as long as the share after a burn is below 1. Bisection of the logarithm, to
 * 1e-9 of the threshold.
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
