import type { Query, QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useNow } from '../clock/clock.ts'
import type { FreshnessState } from '../ui/status/freshness.tsx'
import { queryClient, STALE_MS } from './queries.ts'

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

/** How fresh a list is, and when it was read; `asOf` is 0 before its first read. */
export type ListFreshness = { readonly state: FreshnessState; readonly asOf: number }

const cache = queryClient.getQueryCache()
const onCache = (changed: () => void) => cache.subscribe(changed)

/** The freshness of a list by its key; a list that nobody has asked for yet is dirty. */
export function useFreshness(queryKey: QueryKey): ListFreshness {
  // Age alone makes a list dirty, and no event says so.
  useNow('halfMinute')
  const query = () => cache.find({ queryKey })
  const state = useSyncExternalStore(onCache, () => stateOf(query()))
  const asOf = useSyncExternalStore(onCache, () => query()?.state.dataUpdatedAt ?? 0)
  return { state, asOf }
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
