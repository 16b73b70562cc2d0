import { missing } from '../../missing.ts'

/** Element sets of which noise and drift are taken, to each side. */
export const NEAR_SETS = 60

/** Values of the sets to either side of one. */
export function around(values: readonly number[], k: number): readonly number[] {
  return values.slice(Math.max(0, k - NEAR_SETS), k + NEAR_SETS + 1)
}

/** The value below which a share of all lies. */
export function quantile(values: readonly number[], share: number): number {
  // Of numbers alone the sort of a typed array needs no comparison by a function.
  const inOrder = Float64Array.from(values).sort()
  return inOrder[Math.min(inOrder.length - 1, Math.floor(share * inOrder.length))] ?? missing()
}
