import { maximise } from '../../maximise.ts'
import { integrate } from '../../quadrature.ts'
import type { PlaneCovariance } from '../conjunction-plane.ts'
import { gaussianWithin } from './circle-2d.ts'

/** Half the side of a square with the area of a circle, as a fraction of the radius: √π / 2. */
export const EQUAL_AREA_HALF_SIDE = Math.sqrt(Math.PI) / 2

const INTEGRAL_RELATIVE_TOLERANCE = 1e-11
// Its exponential is so far below the smallest double that a square cannot compensate for it.
const LEAST_EXPONENT = -800
// At nine σ the Gaussian of the outer integral is 1e-18 of its peak.
const FARTHEST_SIGMAS = 9

/**
 * Returns the probability that the miss is in a square of half side `halfSideM` about the primary, with one side along the miss vector. With the
 * combined hard-body radius as half side this is the value that the 18th Space Defense Squadron reports as FOSTER-1992 in its CDMs: up to 4/π of
 * the circle's value (reference/INDEX.md, traps); with EQUAL_AREA_HALF_SIDE of the radius it is CARA's `squareEquArea`.
 *
 * `missM` and `covariance` (combined) in the conjunction plane, m and m². Source: Foster and Estes, NASA JSC-25898 (1992), for the density; the
 * region from the messages themselves. Valid for a positive definite covariance with σ > 1e-6 of the half side (RangeError otherwise), a miss
 * above 0: for a zero miss the square is along x. Accuracy: 1e-9 compared with 30 digits (circle-2d.reference.json); 18 SDS values agree to 8e-5,
 * their printed digits.
 *
 * With u along the axis of the larger spread and v across it, the miss (m_u, m_v) and the covariance (σu², c; c, σv²), both integrals of the
 * Gaussian reduce to one, because the inner one is a difference of error functions:
 *
 *   P = ∫ N(u; m_u, σu) ½ (erf((v₀ + a)/(√2 s)) − erf((v₀ − a)/(√2 s))) du   over u = −a to a,
 *   v₀ = m_v + (c/σu²)(u − m_u),   s² = σv² − c²/σu².
 *
 * In the far tail the integrand underflows: it is divided by its peak, which is found first.
 */
export function square2d(
  missM: readonly [x: number, y: number],
  covariance: PlaneCovariance,
  halfSideM: number,
): number {
  if (!(halfSideM >= 0)) throw new RangeError(`halfSideM has to be 0 or more, not ${halfSideM}`)
  if (halfSideM === 0) return 0
  if (halfSideM === Infinity) return 1
  const distance = Math.hypot(...missM)
  const direction = Math.atan2(missM[1], missM[0])
  const [c, s] = [Math.cos(direction), Math.sin(direction)]
  const { xx, yx, yy } = covariance
  // The covariance in axes along and across the miss vector, which are the axes of the square.
  const along = c * c * xx + 2 * c * s * yx + s * s * yy
  const across = s * s * xx - 2 * c * s * yx + c * c * yy
  const mixed = c * s * (yy - xx) + (c * c - s * s) * yx
  const determinant = xx * yy - yx * yx
  if (!(along > 0 && across > 0 && determinant > 0)) throw new RangeError('the covariance is not positive definite')
  // The outer integral is along the side with the larger spread, so that the conditional one inside it is the narrower.
  const outer = along >= across ? { sigma: Math.sqrt(along), mean: distance } : { sigma: Math.sqrt(across), mean: 0 }
  const inner = along >= across ? 0 : distance
  // The inner normal integral is over one axis given the other: its mean moves with the slope mixed/σ², and its variance is determinant/σ².
  const slope = mixed / Math.max(along, across)
  const rest = Math.sqrt(determinant / Math.max(along, across)) * Math.SQRT2
  const exponent = (u: number) => {
    const within = gaussianWithin(Math.abs(inner + slope * (u - outer.mean)) / rest, halfSideM / rest)
    return { within, exponent: within.exponent - ((u - outer.mean) / outer.sigma) ** 2 / 2 }
  }
  const logarithm = (u: number) => exponent(u).exponent + Math.log(exponent(u).within.value)
  const { at: peak, value: highest } = maximise(logarithm, -halfSideM, halfSideM)
  if (highest < LEAST_EXPONENT) return 0
  const reference = exponent(peak).exponent
  const f = (u: number) => {
    const at = exponent(u)
    return at.within.value * Math.exp(at.exponent - reference)
  }
  const scale = 1 / (outer.sigma * Math.sqrt(2 * Math.PI))
  const points = breakPoints(peak, { halfSideM, sigma: outer.sigma, rest: rest / Math.max(1e-9, Math.abs(slope)) })
  return Math.min(1, scale * integrate(f, points, { relative: INTEGRAL_RELATIVE_TOLERANCE }) * Math.exp(reference))
}

/** Returns the ends of the square, and points about the peak at the two possible widths of the integrand. */
function breakPoints(
  peak: number,
  { halfSideM, sigma, rest }: { readonly halfSideM: number; readonly sigma: number; readonly rest: number },
): number[] {
  const narrow = Math.min(sigma, rest)
  const inside = [
    -FARTHEST_SIGMAS * sigma,
    -FARTHEST_SIGMAS * narrow,
    -narrow,
    0,
    narrow,
    FARTHEST_SIGMAS * narrow,
    FARTHEST_SIGMAS * sigma,
  ]
    .map((step) => peak + step)
    .filter((u) => u > -halfSideM && u < halfSideM)
  return [-halfSideM, ...inside.sort((a, b) => a - b), halfSideM]
}
