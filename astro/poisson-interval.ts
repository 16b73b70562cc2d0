import { logGamma } from './log-gamma.ts'

/** The ends of a confidence interval for an expected number. */
export interface CountInterval {
  readonly lower: number
  readonly upper: number
}

/** A sum of weights that estimates an expectation: the sum, its variance and the largest weight. */
export interface WeightedCount {
  readonly sum: number
  readonly sumOfSquares: number
  readonly largest: number
}

const TWO_SIDED_CONFIDENCE = 0.95

/**
 * Returns the interval of Garwood (Biometrika 28, 1936, 437–442) for the expectation of a Poisson number of which `count` was observed. It
 * contains the true value with at least the given `confidence`. For 0 observed the upper end is 3.69 at 95 %, not 0.
 */
export function garwood(count: number, confidence = TWO_SIDED_CONFIDENCE): CountInterval {
  if (!(Number.isInteger(count) && count >= 0)) throw new RangeError(`${count} is no count`)
  return fayFeuer({ sum: count, sumOfSquares: count, largest: 1 }, confidence)
}

/**
 * Returns the interval for the expectation of a sum of weights of Poisson events: the gamma interval of Fay and Feuer (Statistics in Medicine 16,
 * 1997, 791–801, eqs. 5 and 6). With all weights 1 it is Garwood's. `largest` is the largest weight that one more event could have.
 */
export function fayFeuer(
  { sum, sumOfSquares, largest }: WeightedCount,
  confidence = TWO_SIDED_CONFIDENCE,
): CountInterval {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence has to be in (0, 1), not ${confidence}`)
  if (!(sum >= 0 && sumOfSquares >= 0 && largest > 0)) throw new RangeError('weights have to be positive')
  const tail = (1 - confidence) / 2
  // For n observed events the ends solve P(N ≥ n | λ) = tail and P(N ≤ n | λ) = tail. A Poisson tail is a gamma probability: P(N ≥ n | λ) = P(n,
  // λ), with P the regularised incomplete gamma function. The gamma distribution has the mean and the variance of the sum, at the upper end with
  // one more event.
  const lower = sum === 0 ? 0 : (sumOfSquares / sum) * gammaQuantile(sum ** 2 / sumOfSquares, tail)
  const [mean, variance] = [sum + largest, sumOfSquares + largest ** 2]
  return { lower, upper: (variance / mean) * gammaQuantile(mean ** 2 / variance, 1 - tail) }
}

/** Returns the x at which the regularised incomplete gamma function P(a, x) has the value y in (0, 1), by bisection, for any a > 0. */
export function gammaQuantile(a: number, y: number): number {
  let [low, high] = [0, a + 1]
  while (incompleteGamma(a, high) < y) high *= 2
  for (let step = 0; step < 200 && high - low > Number.EPSILON * high; step += 1) {
    const middle = (low + high) / 2
    if (incompleteGamma(a, middle) < y) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const MOST_TERMS = 100_000
const LEAST_TERM = 1e-300

/**
 * Returns P(a, x) = γ(a, x)/Γ(a): below x = a + 1 by its series (Abramowitz and Stegun 6.5.29), above by the continued fraction of its complement
 * (6.5.31) with Lentz's method. Accuracy: 1e-13 relative (poisson-interval.test.ts). The series is x^a e⁻ˣ/Γ(a + 1) · (1 + x/(a + 1) + x²/((a +
 * 1)(a + 2)) + …), whose terms decrease from the first one if x < a + 1; the fraction converges fast if x is larger. The factor in front is
 * computed as one exponential, because each of its parts overflows long before their product.
 */
export function incompleteGamma(a: number, x: number): number {
  if (!(a > 0 && x >= 0)) throw new RangeError(`P(${a}, ${x}) is not defined`)
  if (x === 0) return 0
  const front = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    let [term, sum] = [1 / a, 1 / a]
    for (let n = 1; n < MOST_TERMS && term > Number.EPSILON * sum; n += 1) {
      term *= x / (a + n)
      sum += term
    }
    return front * sum
  }
  let b = x + 1 - a
  let c = 1 / LEAST_TERM
  let d = 1 / b
  let fraction = d
  for (let n = 1; n < MOST_TERMS; n += 1) {
    const numerator = -n * (n - a)
    b += 2
    d = 1 / (numerator * d + b || LEAST_TERM)
    c = b + numerator / c || LEAST_TERM
    fraction *= d * c
    if (Math.abs(d * c - 1) < Number.EPSILON) break
  }
  return 1 - front * fraction
}
