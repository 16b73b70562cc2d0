import type { PrincipalMiss } from '../conjunction/principal-axes.ts'
import { circle2d } from '../conjunction/probability/circle-2d.ts'
import type { Planar } from './encounter-model.ts'
import type { Vec2 } from './smallest-step.ts'

/** Returns a probability from the miss in principal axes and the combined radius, m. */
export type PlanarMeasure = (miss: PrincipalMiss, radiusM: number) => number

/** The target of a plan: a highest probability, by the exact disc unless another measure is named, or a least miss distance. */
export type Target =
  | { readonly kind: 'probability'; readonly probability: number; readonly measure?: PlanarMeasure }
  | { readonly kind: 'miss'; readonly missM: number }

/**
 * The risk about a point w of the conjunction plane: its value there, and an ellipse about the centre. At u the risk is value + ½ (w·Dw − u·Du),
 * D = diag(d) above 0. The value is the logarithm of the probability, or minus half the squared miss; w is the primary minus the secondary in the
 * principal axes (m).
 */
export interface LocalRisk {
  readonly at: Vec2
  readonly value: number
  /** The goal to which the value must decrease. */
  readonly goal: number
  /** d, 1/m² (or 1). */
  readonly shape: Vec2
}

/** Step of the differences, as a fraction of σ: truncation and rounding are both below 1e-6. */
const STEP_SHARE = 1e-3
/** Below the first probability the digits are lost; above the second the probability hardly depends on the point. */
const [FAINT, CERTAIN] = [1e-280, 0.99]

/**
 * Returns the quantity that a target limits, at a miss; LocalRisk models it. Below the smallest probability that a double resolves well, the
 * Gaussian approximation of the disc is used, which has a slope there, so that a search that starts far out in the tail can continue.
 */
export function riskValue(target: Target, { miss }: Planar, radiusM: number): number {
  if (target.kind === 'miss') return -(miss.xM * miss.xM + miss.yM * miss.yM) / 2
  const probability = (target.measure ?? circle2d)(miss, radiusM)
  // The disc differs from the Gaussian approximation: far outside a thin covariance its probability is much lower.
  return probability < FAINT ? Math.min(Math.log(FAINT), gaussian(miss, radiusM).value) : Math.log(probability)
}

/** Returns the goal to which riskValue must decrease. */
export function riskGoal(target: Target): number {
  return target.kind === 'miss' ? -(target.missM * target.missM) / 2 : Math.log(target.probability)
}

/**
 * Returns the risk about a miss. A Gaussian over a disc is even in each principal axis and decreases away from it (Anderson, Proc. AMS 6 (1955)
 * 170). So an ellipse about the centre can have both the value and the gradient of the exact integral: d = −g / w in each axis; for the plain
 * Gaussian d is 1/σ² everywhere. `isRough` uses that Gaussian with its covariance widened by the covariance of the disc, R²/4: over the whole
 * plane it is accurate to some per cent of the miss.
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
    // Close to the axis the gradient vanishes with the offset, so the second difference replaces their ratio.
    const isOnAxis = Math.abs(offset) < step
    const d = isOnAxis ? (2 * value - up - down) / (step * step) : (down - up) / (2 * step * offset)
    return d > 0 ? d : rough.shape[axis]
  }) as [number, number]
  return { at, value, goal, shape }
}

/**
 * Returns the probability if the disc is replaced by a Gaussian of its covariance, R²/4 in each axis: ln P = ln(R²/(2 √(vx vy))) − x²/(2 vx) −
 * y²/(2 vy) with the variances v = σ² + R²/4. For small R this is Alfriend's small disc.
 */
function gaussian({ xM, yM, sigmaXM, sigmaYM }: PrincipalMiss, radiusM: number) {
  const [vx, vy] = [sigmaXM ** 2 + radiusM ** 2 / 4, sigmaYM ** 2 + radiusM ** 2 / 4]
  const peak = Math.min(1, radiusM ** 2 / (2 * Math.sqrt(vx * vy)))
  return {
    value: Math.log(peak) - (xM * xM) / (2 * vx) - (yM * yM) / (2 * vy),
    shape: [1 / vx, 1 / vy] as Vec2,
  }
}
