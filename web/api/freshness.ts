import type { FreshnessState } from '../ui/status/freshness.tsx'

/** The values that tell how fresh a list is; the result of `useQuery` has them all. */
export type ReadState = { readonly isFetching: boolean; readonly isError: boolean; readonly isStale: boolean }

/**
 * Returns the state of a list: dirty, refreshing or clean (spec §4), or the last read failed. A list is stale
 * after a write, after an event has marked it, and after three minutes (spec §9).
 */
export function freshnessOf({ isFetching, isError, isStale }: ReadState): FreshnessState {
  if (isFetching) return 'refreshing'
  if (isError) return 'failed'
  return isStale ? 'dirty' : 'clean'
}
