import { erfc, erfcx } from '../../error-function.ts'
import { maximise } from '../../maximise.ts'
import type { PrincipalMiss } from '../principal-axes.ts'
import { checkMiss } from './check-miss.ts'

const SQRT_2 = Math.SQRT2
const SQRT_PI = Math.sqrt(Math.PI)
// The doubling ends at this relative difference of two sums on interleaved points: each doubling at least squares the error, so the error of
// their mean is below 1e-12.
const RELATIVE_AGREEMENT = 1e-6
// A sum below this, relative to its reference exponent, has lost terms to underflow.
const LEAST_SUM = 1e-200
// At this many sigmas from its mean a Gaussian is below the smallest double.
const FARTHEST_SIGMAS = 38.7
const MANY_POINTS = 200
// A term below this fraction of the sum is neglected, with all terms farther from the peak.
const NEGLIGIBLE_SHARE = 1e-20
const MOST_POINTS = 2 ** 40
// Below this fraction of the radius neighbouring points of the sum round to the same double.
const LEAST_SIGMA_OVER_RADIUS = 1e-9

/**
 * Returns the probability that the miss, a Gaussian in the conjunction plane, is in the circle of the combined hard-body radius:
 *
 *   P = ∫ N(x; x₀, σx) · ½ [erfc((y₀ − h) / √2 σy) − erfc((y₀ + h) / √2 σy)] dx over |x| ≤ R, h = √(R² − x²),
 *
 * the exact integral of Foster and Estes (NASA JSC-25898, 1992), in the form of Alfano (2005), domain.md C6. With x = R sin θ the integrand is an
 * analytic periodic function, for which the trapezoidal rule converges faster than any power of the number of points; the number follows from the
 * width of the integrand and is confirmed by doubling. The sum is relative to its largest term, so that no term underflows before the result
 * does.
 *
 * `miss` and `radiusM` in m. Valid for every σ ≥ 1e-9 R, otherwise RangeError; R = 0 gives 0, R = ∞ gives 1. Accuracy: a relative 1e-10 (in fact
 * 5e-14) compared with 40 digits from P = 1 down to 3e-304, for σ ratios up to 1e4 (circle-2d.reference.json); for σ below 1e-6 R the rounding of
 * x is significant, and the accuracy is 1e-8.
 */
export function circle2d(miss: PrincipalMiss, radiusM: number): number {
  checkMiss(miss, radiusM)
  if (radiusM === 0) return 0
  if (radiusM === Infinity) return 1
  const [narrow, wide] = order(miss)
  // The probability is at most the tail of either axis beyond the circle.
  if (
    (narrow.offset - radiusM) / narrow.sigma > FARTHEST_SIGMAS ||
    (wide.offset - radiusM) / wide.sigma > FARTHEST_SIGMAS
  )
    return 0
  if (narrow.sigma < LEAST_SIGMA_OVER_RADIUS * radiusM) {
    throw new RangeError(`a standard deviation of ${narrow.sigma} m is too small for a radius of ${radiusM} m`)
  }
  // How narrow the Gaussian is compared with the circle, and how steep it is across the circle: both need points.
  const sharpness = radiusM / narrow.sigma
  const lean = sharpness * (narrow.offset / narrow.sigma) + (radiusM / wide.sigma) * (wide.offset / wide.sigma)
  let points = 4 + Math.ceil(3 * Math.sqrt(sharpness * sharpness + lean))
  const term = (theta: number) => integrand(narrow, wide, { radiusM, theta })
  let view: View = { exponent: highestExponent(narrow, wide, radiusM), peak: null }
  let coarse = points > MANY_POINTS ? 0 : sumPoints(term, view, { points, shift: 0 })
  if (coarse < LEAST_SUM) {
    view = lookAtPeak(term)
    coarse = sumPoints(term, view, { points, shift: 0 })
  }
  for (;;) {
    const fine = coarse + sumPoints(term, view, { points, shift: 0.5 })
    points *= 2
    if (Math.abs(2 * coarse - fine) <= RELATIVE_AGREEMENT * fine || points > MOST_POINTS) {
      // √(2π) of the density, π / points of the step, R from dx.
      const density = (radiusM / narrow.sigma) * (SQRT_PI / SQRT_2 / points) * fine
      return Math.min(1, density * Math.exp(view.exponent))
    }
    coarse = fine
  }
}

/** A positive number as value · exp(exponent), so that 1e-300 times 1e-300 does not become 0. */
interface ScaledNumber {
  readonly value: number
  readonly exponent: number
}

/** One principal axis: the distance of the mean from the centre of the circle, and one sigma, m. */
interface Axis {
  readonly offset: number
  readonly sigma: number
}

/** Returns the axis with the smaller sigma first: the outer integral is then over the narrow peak, and the inner one is smooth. */
function order({ xM, yM, sigmaXM, sigmaYM }: PrincipalMiss): readonly [Axis, Axis] {
  const x = { offset: Math.abs(xM), sigma: sigmaXM }
  const y = { offset: Math.abs(yM), sigma: sigmaYM }
  return sigmaXM <= sigmaYM ? [x, y] : [y, x]
}

/** The reference exponent of the sum, and the angle of its peak if only points near it need evaluation. */
interface View {
  readonly exponent: number
  readonly peak: number | null
}

/** Points of the trapezoidal rule; with a shift of ½ they are between the points of the previous grid. */
interface Grid {
  readonly points: number
  readonly shift: number
}

/** Sums the integrand at the points of a grid: at all points, or outwards from the peak until it is negligible. */
function sumPoints(term: (theta: number) => ScaledNumber, { exponent, peak }: View, { points, shift }: Grid): number {
  const at = (index: number) => {
    const scaled = term(Math.PI * ((index + shift) / points - 0.5))
    return scaled.value * Math.exp(scaled.exponent - exponent)
  }
  // At θ = ±π/2 the integrand is 0, so the ends of the unshifted grid are skipped.
  const first = shift === 0 ? 1 : 0
  let sum = 0
  if (peak === null || points <= MANY_POINTS) {
    for (let index = first; index < points; index += 1) sum += at(index)
    return sum
  }
  const middle = Math.min(points - 1, Math.max(first, Math.floor((peak / Math.PI + 0.5) * points)))
  for (const step of [-1, 1]) {
    for (let index = step < 0 ? middle : middle + 1; index >= first && index < points; index += step) {
      const next = at(index)
      sum += next
      if (next < NEGLIGIBLE_SHARE * sum) break
    }
  }
  return sum
}

/** As a function of R sin θ the integrand is log-concave (Prékopa 1973): it has one peak, and decreases on both sides. */
function lookAtPeak(term: (theta: number) => ScaledNumber): View {
  const logarithm = (theta: number) => {
    const { value, exponent } = term(theta)
    return Math.log(value) + exponent
  }
  const { at, value } = maximise(logarithm, -Math.PI / 2, Math.PI / 2)
  return { exponent: value, peak: at }
}

/** Returns an exponent that no term exceeds, and that is close to the largest one near the mean. */
function highestExponent(narrow: Axis, wide: Axis, radiusM: number): number {
  const x = Math.max(0, narrow.offset - radiusM) / narrow.sigma
  const y = Math.max(0, wide.offset - radiusM) / wide.sigma
  return -(x * x + y * y) / 2
}

/** Returns one term at x = R sin θ: the density across, and the normal integral along the chord of half length R cos θ; cos θ is from dx. */
function integrand(narrow: Axis, wide: Axis, at: { readonly radiusM: number; readonly theta: number }): ScaledNumber {
  const cosine = Math.cos(at.theta)
  const deviation = (at.radiusM * Math.sin(at.theta) - narrow.offset) / narrow.sigma
  const inner = gaussianWithin(wide.offset / (SQRT_2 * wide.sigma), (at.radiusM * cosine) / (SQRT_2 * wide.sigma))
  return { value: inner.value * cosine, exponent: inner.exponent - (deviation * deviation) / 2 }
}

/** Returns ½ [erfc(c − d) − erfc(c + d)] for c, d ≥ 0, that is 1/√π ∫ exp(−t²) dt within d of c, without the cancellation of a small difference. */
export function gaussianWithin(c: number, d: number): ScaledNumber {
  const lean = 2 * c * d
  if (lean <= 1 && d <= 0.5) return { value: seriesWithin(lean, d * d) * ((2 * d) / SQRT_PI), exponent: -c * c }
  const [low, high] = [c - d, c + d]
  if (low <= 0) return { value: 0.5 * (erfc(low) - erfc(high)), exponent: 0 }
  // high² − low² = 4 c d is above 1 here, so there is little cancellation.
  return { value: 0.5 * (erfcx(low) - erfcx(high) * Math.exp(-2 * lean)), exponent: -low * low }
}

/** Returns ∫ cosh(p u) exp(−q u²) du over [0, 1], by the series of exp(p u − q u²) = Σ hₙ uⁿ, (n + 1) hₙ₊₁ = p hₙ − 2 q hₙ₋₁. */
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
