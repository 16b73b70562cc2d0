import type { FreshnessState } from '../ui/status/freshness.tsx'

/** The values that tell how fresh a list is; the result of `useQuery` has them all. */
export type ReadState = { readonly isFetching: boolean; readonly isError: boolean; readonly isStale: boolean }

/**
 * Dirty, refreshing or clean (spec §4), or the last read failed. Stale is what was written to, what an event has
 * marked, and what is older than three minutes (spec §9).
 */
export function freshnessOf({ isFetching, isError, isStale }: ReadState): FreshnessState {
  if (isFetching) return 'refreshing'
  if (isError) return 'failed'
  return isStale ? 'dirty' : 'clean'
}
