import type { PrincipalMiss } from '../conjunction/principal-axes.ts'
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import type { Planar } from './encounter-model.ts'
import type { Vec2 } from './smallest-step.ts'

/** A probability from the miss in principal axes and the combined radius, m. */
export type PlanarMeasure = (miss: PrincipalMiss, radiusM: number) => number

/** What a plan is to reach: a probability at most, by the exact disc where nothing else is named, or a miss distance at least. */
export type Target =
  | { readonly kind: 'probability'; readonly probability: number; readonly measure?: PlanarMeasure }
  | { readonly kind: 'miss'; readonly missM: number }

/**
 * The risk about a point w of the conjunction plane, as value at it and an ellipse about the centre: value + ½ (w·Dw − u·Du) at u,
 * D = diag(d) above 0. The value is the logarithm of the probability, or minus half the squared miss; w is the primary less the
 * secondary in the principal axes (m).
 */
export interface LocalRisk {
  readonly at: Vec2
  readonly value: number
  /** What the value has to come down to. */
  readonly goal: number
  /** d, 1/m² (or 1). */
  readonly shape: Vec2
}

/** Step of the differences, as a share of σ: what they leave out and what they round are both below 1e-6. */
const STEP_SHARE = 1e-3
/** Below this a probability has lost its digits; above the other it hardly depends on the point. */
const [FAINT, CERTAIN] = [1e-280, 0.99]

/**
 * The value that a target sets a limit to, at a miss: the quantity that LocalRisk models. Below the smallest
 * probability that a double still resolves well, the Gaussian of the disc stands for it, which has a slope there: a
 * search that starts far out in the tail finds its way.
 */
export function riskValue(target: Target, { miss }: Planar, radiusM: number): number {
  if (target.kind === 'miss') return -(miss.xM * miss.xM + miss.yM * miss.yM) / 2
  const probability = (target.measure ?? circle2d)(miss, radiusM)
  // A disc is no Gaussian: beyond a thin covariance it holds hardly anything where that would still hold much.
  return probability < FAINT ? Math.min(Math.log(FAINT), gaussian(miss, radiusM).value) : Math.log(probability)
}

/** What riskValue has to come down to. */
export function riskGoal(target: Target): number {
  return target.kind === 'miss' ? -(target.missM * target.missM) / 2 : Math.log(target.probability)
}

/**
 * The risk about a miss. A Gaussian over a disc is even in each principal axis and falls away from it (Anderson, Proc. AMS 6 (1955)
 * 170), so that an ellipse about the centre can have both the value and the gradient of the exact integral: d = −g / w in each axis,
 * which the plain Gaussian has everywhere as 1/σ². `isRough` takes that Gaussian with its covariance widened by that of the disc,
 * R²/4: it holds over all of the plane to some per cent of the miss.
 */
export function localRisk(target: Target, planar: Planar, radiusM: number, isRough = false): LocalRisk {
  const { miss } = planar
  const at: Vec2 = [-miss.xM, -miss.yM]
  const goal = riskGoal(target)
  const value = riskValue(target, planar, radiusM)
  if (target.kind === 'miss') return { at, value, goal, shape: [1, 1] }
  const rough = gaussian(miss, radiusM)
  if (isRough) return { at, goal, ...rough }
  if (value > Math.log(CERTAIN) || value < Math.log(FAINT)) return { at, value, goal, shape: rough.shape }
  const shape = ([0, 1] as const).map((axis) => {
    const sigma = axis === 0 ? miss.sigmaXM : miss.sigmaYM
    const step = STEP_SHARE * sigma
    const moved = (by: number) => {
      const there = axis === 0 ? { ...miss, xM: miss.xM + by } : { ...miss, yM: miss.yM + by }
      return riskValue(target, { ...planar, miss: there }, radiusM)
    }
    const [up, down] = [moved(step), moved(-step)]
    const offset = axis === 0 ? miss.xM : miss.yM
    // Next to the axis the gradient vanishes with the offset, and its slope takes the place of their ratio.
    const isOnAxis = Math.abs(offset) < step
    const d = isOnAxis ? (2 * value - up - down) / (step * step) : (down - up) / (2 * step * offset)
    return d > 0 ? d : rough.shape[axis]
  }) as [number, number]
  return { at, value, goal, shape }
}

/**
 * A disc taken for a Gaussian of its own covariance, R²/4 in each axis, so that ln P = ln(R²/(2 √(vx vy))) − x²/(2 vx) − y²/(2 vy)
 * with the variances v = σ² + R²/4: Alfriend's small disc where R is small.
 */
function gaussian({ xM, yM, sigmaXM, sigmaYM }: PrincipalMiss, radiusM: number) {
  const [vx, vy] = [sigmaXM ** 2 + radiusM ** 2 / 4, sigmaYM ** 2 + radiusM ** 2 / 4]
  const peak = Math.min(1, radiusM ** 2 / (2 * Math.sqrt(vx * vy)))
  return {
    value: Math.log(peak) - (xM * xM) / (2 * vx) - (yM * yM) / (2 * vy),
    shape: [1 / vx, 1 / vy] as Vec2,
  }
}
