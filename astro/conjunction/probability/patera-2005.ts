import { type Convergence, converged, NOT_CONVERGED } from '../../convergence.ts'
import type { PrincipalMiss } from '../principal-axes.ts'
import { checkMiss } from './check-miss.ts'

/** Two sums agree to this, relative; the trapezoidal rule of a smooth periodic function is then far more accurate. */
const RELATIVE_AGREEMENT = 1e-10
const RELATIVE_ROUNDING = 2e-15
const MOST_STEPS = 1 << 22

/**
 * Returns the probability that the miss is in the hard-body circle, by one smooth integral over its polar angle φ: 1/2π ∫ (1 − exp(−r²/2)) / r² ·
 * (x dy − y dx)/dφ dφ, with (x, y) the edge relative to the mean in units of σ. Source: Patera, Calculating Collision Probability for Arbitrary
 * Space-Vehicle Shapes via Numerical Quadrature, JGCD 28 (2005) 1326–1328, eqs. 9–11. It is written with (1 − exp(−r²/2))/r², which is smooth if
 * the edge passes through the mean, so that Patera's three cases become one; outside, where the 1 integrates to 0, it is omitted to keep the
 * tail. `miss`, `radiusM` in m. The trapezoidal rule is doubled until it converges, at most to 4 million steps. Accuracy: 1e-9 of circle2d for P
 * > 1e-12 of its largest term.
 */
export function patera2005(miss: PrincipalMiss, radiusM: number): Convergence<number> {
  checkMiss(miss, radiusM)
  if (radiusM === 0) return converged(0)
  if (radiusM === Infinity) return converged(1)
  // Within a hundredth of the edge the smooth form is used on both sides.
  const isOutside = Math.hypot(miss.xM, miss.yM) > 1.01 * radiusM
  const f = (angle: number) => integrand(miss, { radiusM, angle, isOutside })
  let steps = 64
  let { sum, size } = sumOver(f, steps, 0)
  for (;;) {
    const between = sumOver(f, steps, 0.5)
    const fine = sum + between.sum
    size += between.size
    steps *= 2
    // In the tails both halves of the edge cancel, and their rounding limits the accuracy.
    const isSteady = Math.abs(fine - 2 * sum) <= RELATIVE_AGREEMENT * Math.abs(fine) + RELATIVE_ROUNDING * size
    // With fewer steps than the narrowest feature needs, agreement is not reliable.
    const isFine = steps > (40 * radiusM) / Math.min(miss.sigmaXM, miss.sigmaYM)
    if (isSteady && isFine) return converged(Math.min(1, Math.max(0, fine / steps)))
    if (steps >= MOST_STEPS) return NOT_CONVERGED
    sum = fine
  }
}

/** Returns the sum, and the sum of the absolute values. */
function sumOver(f: (angle: number) => number, steps: number, shift: number): { sum: number; size: number } {
  let [sum, size] = [0, 0]
  for (let k = 0; k < steps; k += 1) {
    const value = f((2 * Math.PI * (k + shift)) / steps)
    sum += value
    size += Math.abs(value)
  }
  return { sum, size }
}

function integrand(
  { xM, yM, sigmaXM, sigmaYM }: PrincipalMiss,
  { radiusM, angle, isOutside }: { readonly radiusM: number; readonly angle: number; readonly isOutside: boolean },
): number {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const x = (radiusM * c - xM) / sigmaXM
  const y = (radiusM * s - yM) / sigmaYM
  const squared = x * x + y * y
  // (x dy − y dx)/dφ of the edge x = (R cos φ − x₀)/σx, y = (R sin φ − y₀)/σy.
  const turn = (radiusM * (radiusM - xM * c - yM * s)) / (sigmaXM * sigmaYM)
  const weight = isOutside ? -Math.exp(-squared / 2) : -Math.expm1(-squared / 2)
  // At the mean itself (1 − exp(−r²/2))/r² is ½.
  return squared === 0 ? turn / 2 : (weight / squared) * turn
}
