import type { PrincipalMiss } from '../principal-axes.ts'
import { checkMiss } from './check-miss.ts'

/** The grid of Foster and Estes: angular steps of half a degree, and radial steps of a twelfth of the radius. */
export interface FosterGrid {
  readonly angularSteps: number
  readonly radialSteps: number
}

const PUBLISHED: FosterGrid = { angularSteps: 720, radialSteps: 12 }

/**
 * The probability that the miss lies in the hard-body circle, summed over a fixed polar grid as the method was first
 * published and run for the Space Shuttle. Source: Foster and Estes, A Parametric Analysis of Orbital Debris Collision
 * Probability, NASA JSC-25898 (1992), eq. 11, midpoints of half a degree and of R/12. `miss`, `radiusM` in m. Domain: R up
 * to about the smaller σ, where it is good to 1e-3; circle2d is the same integral without that limit. Reached: the exact integral to 1e-3
 * in 12 published cases (orekit.reference.json).
 *
 * With the miss (x, y) in principal axes the sum stands for
 *
 *   P = 1/(2π σx σy) ∫₀ᴿ ∫ r exp(−½ ((r cos θ − x)²/σx² + (r sin θ − y)²/σy²)) dθ dr   over θ = 0 to 2π.
 *
 * In this domain the sum over the angle, of a smooth periodic integrand, is exact long before its steps are half a
 * degree: what is left is the error of the radial steps.
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
