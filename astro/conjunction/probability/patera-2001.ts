import type { PrincipalMiss } from '../principal-axes.ts'
import { checkMiss } from './check-miss.ts'

const CHORDS = 5000

/**
 * Returns the probability that the miss is in the hard-body circle, as an integral along its edge: with the plane scaled so that the covariance
 * is a circle, −1/2π ∮ exp(−r²/2) dθ, plus 1 if the edge encloses the mean. Source: Patera, General Method for Calculating Satellite Collision
 * Probability, JGCD 24 (2001) 716–722, eqs. 30–39, with the edge as `steps` chords under exact angles. `miss`, `radiusM` in m. Valid for P above
 * about 1e-16 of its largest term. Accuracy: a relative 2e-6 with 5000 chords, compared with circle2d. It is Green's theorem: in polar
 * coordinates about the mean the Gaussian integrates along r to 1 − exp(−r²/2), and an integral over the angle of the edge as seen from the mean
 * remains. The edge may have any shape, which is the purpose of the method.
 */
export function patera2001(miss: PrincipalMiss, radiusM: number, steps = CHORDS): number {
  checkMiss(miss, radiusM)
  if (radiusM === 0) return 0
  if (radiusM === Infinity) return 1
  const { xM, yM, sigmaXM, sigmaYM } = miss
  const edge = (k: number): readonly [number, number] => {
    const angle = (2 * Math.PI * k) / steps
    return [(radiusM * Math.cos(angle) - xM) / sigmaXM, (radiusM * Math.sin(angle) - yM) / sigmaYM]
  }
  // Over a closed edge the 1 of 1 − exp adds 2π if it encloses the mean, otherwise 0; including it there would only lose digits.
  const encloses = Math.hypot(xM, yM) < radiusM
  let sum = 0
  let [x, y] = edge(0)
  for (let k = 1; k <= steps; k += 1) {
    const [nextX, nextY] = edge(k)
    const [middleX, middleY] = edge(k - 0.5)
    const angle = Math.atan2(x * nextY - y * nextX, x * nextX + y * nextY)
    const exponent = -(middleX * middleX + middleY * middleY) / 2
    sum += angle * (encloses ? -Math.expm1(exponent) : -Math.exp(exponent))
    ;[x, y] = [nextX, nextY]
  }
  return Math.min(1, Math.max(0, sum / (2 * Math.PI)))
}
