import type { FreshnessState } from '../ui/status/freshness.tsx'

/** The values that determine how fresh a list is; the result of `useQuery` has them. */
export type ReadState = { readonly isFetching: boolean; readonly isError: boolean; readonly isStale: boolean }

/**
 * Returns the state of a list: dirty, refreshing or clean (spec §4), or that the last read failed. A list is stale after a write, after an
 * event about it, and after three minutes (spec §9).
 */
export function freshnessOf({ isFetching, isError, isStale }: ReadState): FreshnessState {
  if (isFetching) return 'refreshing'
  if (isError) return 'failed'
  return isStale ? 'dirty' : 'clean'
}
