import { type Convergence, converged, NOT_CONVERGED } from '../../convergence.ts'
import { mahalanobisSquared, type PrincipalMiss } from '../principal-axes.ts'
import { checkMiss } from './check-miss.ts'

const MOST_TERMS = 100_000

/**
 * Returns the probability that the miss is in an ellipse with the shape of the covariance and the area of the hard-body circle: a Rician
 * integral, as a series. Source: Chan, Collision Probability Analyses for Earth-Orbiting Satellites, AAS 97-173 (1997); Spacecraft Collision
 * Probability (2008), eq. 4.13. `miss`, `radiusM` in m. It is an approximation: accurate to one per cent for R below σ, and wrong by any factor
 * if R is above the smaller σ (1e-202 instead of 0.04 in Alfano's case 5). Accuracy: agrees with published values of the method to their digits
 * (orekit.reference.json). It does not converge in 100,000 terms if miss or radius are above some 400 σ. With `terms` the series is truncated
 * there, as in published planners.
 */
export function chan1997(miss: PrincipalMiss, radiusM: number, terms = MOST_TERMS): Convergence<number> {
  checkMiss(miss, radiusM)
  if (radiusM === 0) return converged(0)
  if (radiusM === Infinity) return converged(1)
  const area = (radiusM * radiusM) / (miss.sigmaXM * miss.sigmaYM) / 2
  const distance = mahalanobisSquared(miss) / 2
  // Each term is a Poisson weight of the distance times the tail of a Poisson sum over the area. Both are logarithms, so that neither underflows
  // nor overflows if their product does not.
  let logWeight = -distance
  let logTailTerm = -area
  let sum = 0
  for (let m = 0; m < terms; m += 1) {
    // P(N > m) for a Poisson variable N of mean `area`.
    const term = Math.exp(logWeight) * poissonAbove(m, area, logTailTerm)
    sum += term
    if (m > distance && term <= sum * 1e-17) return converged(Math.min(1, sum))
    logWeight += Math.log(distance) - Math.log(m + 1)
    logTailTerm += Math.log(area) - Math.log(m + 1)
    if (distance === 0) return converged(Math.min(1, sum))
  }
  if (terms < MOST_TERMS) return converged(Math.min(1, sum))
  return NOT_CONVERGED
}

/**
 * Returns P(N > m) for a Poisson variable of mean a, given the logarithm of P(N = m). Near the mean and above it, this is the sum of the terms
 * above m, which decrease by a/k each. Below the mean those terms would first grow, to e^a, which overflows a double for a above 709, a radius of
 * 38 σ; there it is 1 minus the sum of the terms up to m, which decrease by k/a.
 */
function poissonAbove(m: number, a: number, logAtM: number): number {
  if (a === 0) return 0
  if (m + 1 <= a) {
    let [below, sumBelow] = [1, 1]
    for (let k = m; below > sumBelow * 1e-17; k -= 1) {
      below *= k / a
      sumBelow += below
    }
    return Math.max(0, 1 - Math.exp(logAtM) * sumBelow)
  }
  let term = a / (m + 1)
  let sum = term
  for (let k = m + 2; term > sum * 1e-17; k += 1) {
    term *= a / k
    sum += term
  }
  return Math.exp(logAtM) * sum
}
