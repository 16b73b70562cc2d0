import { missing } from '../missing.ts'
import { inSigmas, type Row } from './determination.ts'

/** The median of the absolute value of a normal variable is 1/1.4826 of its sigma. */
const MEDIAN_TO_SIGMA = 1.4826

/**
 * The spread of the residuals in units of their sigma, by the median: what a tenth of wrong ones does not move. Half of
 * all measurements could be wrong before it is (the breakdown point of the median); the root mean square moves with
 * one.
 */
export function spreadOf(rows: readonly Row[]): number {
  const sizes = rows.map((row) => Math.abs(inSigmas(row))).sort((a, b) => a - b)
  return MEDIAN_TO_SIGMA * (sizes[Math.floor(sizes.length / 2)] ?? missing()) || 1
}

/**
 * The cost, Σ z² for |z| ≤ k and k (2 |z| − k) beyond (Huber 1964); z is a residual in units of its
 * sigma. The two parts join with the same slope at k, so that the cost is convex and has one minimum for a linear
 * problem.
 */
export function costOf(rows: readonly Row[], knee: number): number {
  return rows.reduce((sum, row) => {
    const size = Math.abs(inSigmas(row))
    return sum + (size <= knee ? size * size : knee * (2 * size - knee))
  }, 0)
}

/** The robust fit only has to come near: a step that would lower the cost by less than this part of it is none. */
export const ROBUST_SETTLED_COST_SHARE = 1e-3
/** Half a sigma of all parameters together, in χ². */
const SHORTEST_STEP_CHI_SQUARE = 0.25

/**
 * What may be left of the cost where even the shortest step no longer lowers it. The robust fit only leads near. After the last fit it is
 * half a sigma of the orbit, by the sigmas that the residuals show: a share of the cost would be more sigmas the more measurements there are.
 */
export function shortestStepLimit(cost: number, count: number, isRobust: boolean): number {
  return isRobust ? ROBUST_SETTLED_COST_SHARE * (cost + 1) : SHORTEST_STEP_CHI_SQUARE * Math.max(1, cost / count)
}
