import { logGamma } from './log-gamma.ts'

/** The ends of a confidence interval for a probability. */
export interface ProbabilityInterval {
  readonly lower: number
  readonly upper: number
}

/**
 * Returns the interval of Clopper and Pearson (Biometrika 26, 1934, 404–413) for `hits` in `trials`: it contains the true probability, whatever
 * its value, with at least the given `confidence`. At the lower end, `hits` or more have half of the remaining probability; at the upper end,
 * `hits` or fewer. These tails of the binomial are the beta functions I(p; k, n − k + 1) and 1 − I(p; k + 1, n − k), so that each end is found by
 * inverting one (Abramowitz and Stegun 26.5.24). Accuracy: published intervals of 10⁸ trials to 1e-8, and the tails themselves to 1e-9
 * (binomial-interval.test.ts). Throws RangeError for counts that cannot be.
 */
export function clopperPearson(hits: number, trials: number, confidence = 0.95): ProbabilityInterval {
  const isCount = Number.isInteger(hits) && Number.isInteger(trials) && hits >= 0 && trials > 0 && hits <= trials
  if (!isCount) throw new RangeError(`${hits} hits in ${trials} trials cannot be`)
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence has to be in (0, 1), not ${confidence}`)
  const tail = (1 - confidence) / 2
  return {
    lower: hits === 0 ? 0 : solveBeta(tail, hits, trials - hits + 1),
    upper: hits === trials ? 1 : 1 - solveBeta(tail, trials - hits, hits + 1),
  }
}

/** Returns the x at which the regularised incomplete beta function I(x; a, b) has the value y, by bisection, for any a and b. */
function solveBeta(y: number, a: number, b: number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 200 && high - low > Number.EPSILON * high; step += 1) {
    const middle = (low + high) / 2
    if (incompleteBeta(middle, a, b) < y) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/**
 * Returns I(x; a, b) from its continued fraction (Abramowitz and Stegun 26.5.8), evaluated by Lentz's method. It converges fast below about the
 * mean a/(a + b); above it, the mirrored I(1 − x; b, a) is used, whose argument is below its own mean. In Lentz's method c and d are the ratios
 * of successive numerators and denominators. They stay of order 1 where the numerators and denominators themselves would overflow.
 */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)) / a
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || 1e-300)
  let c = 1
  let fraction = d
  for (let m = 1; m < 100_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d || 1e-300)
    c = 1 + even / c || 1e-300
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d || 1e-300)
    c = 1 + odd / c || 1e-300
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return front * fraction
}
