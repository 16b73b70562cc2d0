import { erfc, erfcx } from '../../error-function.ts'
import { maximise } from '../../maximise.ts'
import type { PrincipalMiss } from '../principal-axes.ts'
import { checkMiss } from './check-miss.ts'

const SQRT_2 = Math.SQRT2
const SQRT_PI = Math.sqrt(Math.PI)
// Two sums on interleaved points agree to this: then the error of their mean is far below it, as it is squared at each
// doubling.
const AGREEMENT = 1e-9
// So many sigma out a Gaussian is below the smallest double.
const NOTHING = 38.7
const MANY_POINTS = 200
// A term that much below the sum, e⁻⁴⁵, no longer counts, nor do those behind it.
const NEGLIGIBLE = -45
const MOST_POINTS = 2 ** 40

/**
 * The probability that the miss, a Gaussian in the conjunction plane, lies in the circle of the combined hard-body radius:
 *
 *   P = ∫ N(x; x₀, σx) · ½ [erfc((y₀ − h) / √2 σy) − erfc((y₀ + h) / √2 σy)] dx over |x| ≤ R, h = √(R² − x²),
 *
 * the exact integral of Foster and Estes (NASA JSC-25898, 1992), in the form of Alfano (2005), domain.md C6. With
 * x = R sin θ the integrand is an analytic periodic function, for which the trapezoidal rule converges faster than any
 * power of the number of points; the number follows from the width of the integrand and is confirmed by doubling. All is
 * summed with its exponent apart, so that nothing underflows before the result does.
 *
 * `miss` and `radiusM` in m. Domain: every σ > 1e-9 R; R = 0 gives 0, R = ∞ gives 1. Reached: 1e-10 relative (in fact
 * 2e-12) against 40 digits from P = 1 down to 1e-300, for σ ratios to 1e4 (circle-2d.reference.json).
 */
export function circle2d(miss: PrincipalMiss, radiusM: number): number {
  checkMiss(miss, radiusM)
  if (radiusM === 0) return 0
  if (radiusM === Infinity) return 1
  const [narrow, wide] = order(miss)
  // No more than the tail of either axis beyond the circle.
  if ((narrow.offset - radiusM) / narrow.sigma > NOTHING || (wide.offset - radiusM) / wide.sigma > NOTHING) return 0
  const sharpness = radiusM / narrow.sigma
  const lean = sharpness * (narrow.offset / narrow.sigma) + (radiusM / wide.sigma) * (wide.offset / wide.sigma)
  let points = 8 + Math.ceil(4 * Math.sqrt(sharpness * sharpness + lean))
  if (!(points <= MOST_POINTS)) {
    throw new RangeError(`a standard deviation of ${narrow.sigma} m is too small for a radius of ${radiusM} m`)
  }
  const term = (theta: number) => integrand(narrow, wide, { radiusM, theta })
  const peak = points > MANY_POINTS ? findPeak(term) : null
  let coarse = sumPoints(term, { points, shift: 0, peak })
  for (;;) {
    const between = sumPoints(term, { points, shift: 0.5, peak })
    const fine = addScaled(coarse, between)
    const difference = Math.abs(coarse.value * Math.exp(coarse.exponent - fine.exponent) * 2 - fine.value)
    points *= 2
    if (difference <= AGREEMENT * fine.value || points > MOST_POINTS) {
      // SQRT(2π) of the density, π / points of the step, R from dx.
      const density = (radiusM / narrow.sigma) * (SQRT_PI / SQRT_2 / points) * fine.value
      return Math.min(1, density * Math.exp(fine.exponent))
    }
    coarse = fine
  }
}

/** A positive number as value · exp(exponent), so that 1e-300 times 1e-300 is no 0. */
interface Scaled {
  readonly value: number
  readonly exponent: number
}

interface Axis {
  readonly offset: number
  readonly sigma: number
}

/** The axis with the smaller sigma first: the outer integral then is over the narrow peak, the inner one is smooth. */
function order({ xM, yM, sigmaXM, sigmaYM }: PrincipalMiss): readonly [Axis, Axis] {
  const x = { offset: Math.abs(xM), sigma: sigmaXM }
  const y = { offset: Math.abs(yM), sigma: sigmaYM }
  return sigmaXM <= sigmaYM ? [x, y] : [y, x]
}

interface Grid {
  readonly points: number
  readonly shift: number
  /** The angle at which the integrand is largest, where the grid is so fine that most of it is not worth a look. */
  readonly peak: number | null
}

/** The integrand at the points of a grid, summed: all of them, or outwards from the peak until it is negligible. */
function sumPoints(term: (theta: number) => Scaled, { points, shift, peak }: Grid): Scaled {
  const at = (index: number) => term(Math.PI * ((index + shift) / points - 0.5))
  let sum: Scaled = { value: 0, exponent: -Infinity }
  const first = shift === 0 ? 1 : 0
  if (peak === null) {
    for (let index = first; index < points; index += 1) sum = addScaled(sum, at(index))
    return sum
  }
  const middle = Math.min(points - 1, Math.max(first, Math.floor((peak / Math.PI + 0.5) * points)))
  for (const step of [-1, 1]) {
    for (let index = step < 0 ? middle : middle + 1; index >= first && index < points; index += step) {
      const next = at(index)
      sum = addScaled(sum, next)
      if (next.exponent - sum.exponent < NEGLIGIBLE && index !== middle) break
    }
  }
  return sum
}

/** As a function of R sin θ the integrand is log-concave (Prékopa 1973): it has one peak, and falls to both sides of it. */
function findPeak(term: (theta: number) => Scaled): number {
  const logarithm = (theta: number) => {
    const { value, exponent } = term(theta)
    return Math.log(value) + exponent
  }
  return maximise(logarithm, -Math.PI / 2, Math.PI / 2).at
}

function addScaled(a: Scaled, b: Scaled): Scaled {
  if (b.value === 0) return a
  if (a.value === 0) return b
  const [high, low] = a.exponent >= b.exponent ? [a, b] : [b, a]
  return { value: high.value + low.value * Math.exp(low.exponent - high.exponent), exponent: high.exponent }
}

function integrand(narrow: Axis, wide: Axis, at: { readonly radiusM: number; readonly theta: number }): Scaled {
  const cosine = Math.cos(at.theta)
  const deviation = (at.radiusM * Math.sin(at.theta) - narrow.offset) / narrow.sigma
  const inner = gaussianWithin(wide.offset / (SQRT_2 * wide.sigma), (at.radiusM * cosine) / (SQRT_2 * wide.sigma))
  return { value: inner.value * cosine, exponent: inner.exponent - (deviation * deviation) / 2 }
}

/**
 * ½ [erfc(c − d) − erfc(c + d)] for c, d ≥ 0, that is 1/√π ∫ exp(−t²) dt within d of c, without the digits that the
 * difference would lose where it is small.
 */
export function gaussianWithin(c: number, d: number): Scaled {
  const lean = 2 * c * d
  if (lean <= 1 && d <= 0.5) return { value: seriesWithin(lean, d * d) * ((2 * d) / SQRT_PI), exponent: -c * c }
  const [low, high] = [c - d, c + d]
  if (low <= 0) return { value: 0.5 * (erfc(low) - erfc(high)), exponent: 0 }
  // high² − low² = 4 c d is above 1 here: little is lost.
  return { value: 0.5 * (erfcx(low) - erfcx(high) * Math.exp(-2 * lean)), exponent: -low * low }
}

/** ∫ cosh(p u) exp(−q u²) du over [0, 1], by the series of exp(p u − q u²) = Σ hₙ uⁿ, (n + 1) hₙ₊₁ = p hₙ − 2 q hₙ₋₁. */
function seriesWithin(p: number, q: number): number {
  let [odd, even] = [p, 1]
  let sum = 1
  for (let n = 1; n < 60; n += 2) {
    even = (p * odd - 2 * q * even) / (n + 1)
    sum += even / (n + 2)
    odd = (p * even - 2 * q * odd) / (n + 2)
    if (Math.abs(even) + Math.abs(odd) < 1e-17) break
  }
  return sum
}
