import { missing } from '../missing.ts'
import { inSigmas, type Row } from './determination.ts'

/** The sigma of a normal variable divided by the median of its absolute value. */
const MEDIAN_TO_SIGMA = 1.4826

/**
 * Returns the spread of the residuals in units of their sigma, from the median, which is not affected by a tenth of wrong residuals. Up to half
 * of all measurements could be wrong (the breakdown point of the median); the root mean square changes with one.
 */
export function spreadOf(rows: readonly Row[]): number {
  const sizes = rows.map((row) => Math.abs(inSigmas(row))).sort((a, b) => a - b)
  return MEDIAN_TO_SIGMA * (sizes[Math.floor(sizes.length / 2)] ?? missing()) || 1
}

/**
 * Returns the cost, Σ z² for |z| ≤ k and k (2 |z| − k) beyond (Huber 1964); z is a residual in units of its sigma. The two parts join with the
 * same slope at k, so that the cost is convex and has one minimum for a linear problem.
 */
export function costOf(rows: readonly Row[], knee: number): number {
  return rows.reduce((sum, row) => {
    const size = Math.abs(inSigmas(row))
    return sum + (size <= knee ? size * size : knee * (2 * size - knee))
  }, 0)
}

/** The robust fit only needs to come near: it ends if a step would lower the cost by less than this fraction. */
export const ROBUST_SETTLED_COST_SHARE = 1e-3
/** Half a sigma of all parameters together, in χ². */
const SHORTEST_STEP_CHI_SQUARE = 0.25

/**
 * Returns the expected decrease of the cost that may remain if even the shortest step no longer lowers the cost. For the robust fit it is a
 * fraction of the cost, because that fit only needs to come near. For the last fit it corresponds to half a sigma of the orbit, with the sigmas
 * that the residuals show: a fraction of the cost would correspond to more sigmas the more measurements there are.
 */
export function shortestStepLimit(cost: number, count: number, isRobust: boolean): number {
  return isRobust ? ROBUST_SETTLED_COST_SHARE * (cost + 1) : SHORTEST_STEP_CHI_SQUARE * Math.max(1, cost / count)
}
