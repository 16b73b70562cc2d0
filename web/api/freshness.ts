import type { Query } from '@tanstack/react-query'
import type { FreshnessState } from '../ui/status/freshness.tsx'
import { STALE_MS } from './queries.ts'

/** What tells how fresh a list is; the result of `useQuery` has it all. */
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

/** The freshness of a list from its place in the cache. */
export function stateOf(query: Query | undefined): FreshnessState {
  if (!query) return 'dirty'
  const { fetchStatus, status } = query.state
  return freshnessOf({
    isFetching: fetchStatus === 'fetching',
    isError: status === 'error',
    isStale: query.isStaleByTime(STALE_MS),
  })
}
