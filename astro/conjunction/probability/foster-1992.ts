import type { PrincipalMiss } from '../principal-axes.ts'
import { checkMiss } from './check-miss.ts'

/** The grid of Foster and Estes: angular steps of half a degree, and radial steps of a twelfth of the radius. */
export interface FosterGrid {
  readonly angularSteps: number
  readonly radialSteps: number
}

const PUBLISHED: FosterGrid = { angularSteps: 720, radialSteps: 12 }

/**
 * Returns the probability that the miss is in the hard-body circle, summed over a fixed polar grid, as in the first publication of the method and
 * in its use for the Space Shuttle. Source: Foster and Estes, A Parametric Analysis of Orbital Debris Collision Probability, NASA JSC-25898
 * (1992), eq. 11, midpoints of half a degree and of R/12. `miss`, `radiusM` in m. Valid for R up to about the smaller σ, with an accuracy of
 * 1e-3; circle2d is the same integral without that limit. Accuracy: agrees with the exact integral to 1e-3 in 12 published cases
 * (orekit.reference.json).
 *
 * With the miss (x, y) in principal axes the sum approximates
 *
 *   P = 1/(2π σx σy) ∫₀ᴿ ∫ r exp(−½ ((r cos θ − x)²/σx² + (r sin θ − y)²/σy²)) dθ dr   over θ = 0 to 2π.
 *
 * In this range the sum over the angle, of a smooth periodic integrand, is exact with steps of half a degree: the remaining error is from the
 * radial steps.
 */
export function foster1992(miss: PrincipalMiss, radiusM: number, grid: FosterGrid = PUBLISHED): number {
  checkMiss(miss, radiusM)
  if (radiusM === Infinity) return 1
  const { xM, yM, sigmaXM, sigmaYM } = miss
  const dr = radiusM / grid.radialSteps
  const dTheta = (2 * Math.PI) / grid.angularSteps
  let sum = 0
  for (let i = 0; i < grid.angularSteps; i += 1) {
    const theta = (i + 0.5) * dTheta
    const [c, s] = [Math.cos(theta), Math.sin(theta)]
    for (let k = 0; k < grid.radialSteps; k += 1) {
      const r = (k + 0.5) * dr
      const x = (r * c - xM) / sigmaXM
      const y = (r * s - yM) / sigmaYM
      sum += r * Math.exp(-(x * x + y * y) / 2)
    }
  }
  return Math.min(1, (sum * dr * dTheta) / (2 * Math.PI * sigmaXM * sigmaYM))
}
