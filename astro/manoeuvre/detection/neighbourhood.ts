import { missing } from '../../missing.ts'

/** Number of element sets on each side from which noise and drift are computed. */
export const NEAR_SETS = 60

/** Returns the values of a set and of its neighbours on both sides. */
export function around(values: readonly number[], k: number): readonly number[] {
  return values.slice(Math.max(0, k - NEAR_SETS), k + NEAR_SETS + 1)
}

/** Returns the value below which a fraction of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  // A typed array sorts numbers without a comparison function.
  const inOrder = Float64Array.from(values).sort()
  return inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))] ?? missing()
}
