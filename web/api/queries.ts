import { QueryClient, type QueryFilters } from '@tanstack/react-query'
import type { ApiProblem } from './problem.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiProblem
  }
}

const STALE_MS = 180_000

/** The cache of answers, with the constants of spec §9; the event stream says in between what has changed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: STALE_MS, refetchOnMount: true, refetchOnWindowFocus: false, retry: false },
    mutations: { retry: false },
  },
})

/**
 * Reads again what has changed. A first load under way would otherwise count as read, though its answer may be from
 * before the change: the cache restarts a load only where it has older data.
 */
export async function readAgain(what: QueryFilters = {}): Promise<void> {
  await queryClient.cancelQueries(what)
  await queryClient.invalidateQueries(what)
}
