import { erf } from '../../error-function.ts'
import type { PrincipalMiss } from '../principal-axes.ts'
import { checkMiss } from './check-miss.ts'

const FEWEST_STEPS = 10
const MOST_STEPS = 100_000
// Alfano replaces the first ordinate, which would be 0, by the ordinate 1.5 % of a step inside.
const FIRST_ORDINATE = 0.015

/**
 * Returns the probability that the miss is in the hard-body circle, by Simpson's rule over error functions. Source: Alfano, A Numerical
 * Implementation of Spherical Object Collision Probability, J. Astronaut. Sci. 53 (2005), eqs. 8–12; the number of steps is Alfano's, 5 R over
 * the smallest of both σ and the miss, at least 10, without his upper limit of 50. `miss`, `radiusM` in m. Valid for P above about 1e-15, because
 * differences of error functions lose the tails; Simpson's rule has an error of 5 % if the miss is many σ. Accuracy: agrees with published values
 * of the method to their digits, except for the deep tail (orekit.reference.json). circle2d is the same integral without these limits.
 *
 * With the miss (xm, ym) and h = √(R² − x²) the integral over y has a closed form, and Simpson's rule integrates over x:
 *
 *   P = 1/(√(8π) σx) ∫ (erf((ym + h)/(√2 σy)) − erf((ym − h)/(√2 σy))) exp(−(x − xm)²/(2σx²)) dx   over x = −R to R.
 *
 * h is the same at x and −x: both halves are combined, with the sum of both exponentials.
 */
export function alfano2005(miss: PrincipalMiss, radiusM: number): number {
  checkMiss(miss, radiusM)
  if (radiusM === 0) return 0
  if (radiusM === Infinity) return 1
  const { xM, yM, sigmaXM, sigmaYM } = miss
  // A miss of 0 is excluded from the finest scale.
  const finest = Math.min(sigmaXM, sigmaYM, Math.hypot(xM, yM) || Infinity)
  const wanted = Math.floor((5 * radiusM) / finest)
  const m = Math.min(MOST_STEPS, Math.max(FEWEST_STEPS, wanted))
  const step = radiusM / (2 * m)
  const ordinate = (x: number) => {
    const h = Math.sqrt(Math.max(0, radiusM * radiusM - x * x))
    const width = erf((yM + h) / (Math.SQRT2 * sigmaYM)) - erf((yM - h) / (Math.SQRT2 * sigmaYM))
    const density = Math.exp(-(((x - xM) / sigmaXM) ** 2) / 2) + Math.exp(-(((x + xM) / sigmaXM) ** 2) / 2)
    return width * density
  }
  let sum = 2 * ordinate(FIRST_ORDINATE * step - radiusM)
  for (let i = 1; i <= m; i += 1) sum += 4 * ordinate((2 * i - 1) * step - radiusM)
  for (let i = 1; i < m; i += 1) sum += 2 * ordinate(2 * i * step - radiusM)
  // The middle ordinate belongs to both halves.
  sum += ordinate(0)
  return Math.min(1, (step * sum) / (3 * sigmaXM * Math.sqrt(8 * Math.PI)))
}
