import {
  type FetchQueryOptions,
  isCancelledError,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query'
import type { ApiProblem } from './problem.ts'
import type { SilentWork } from './silence.data.ts'

type ReadMeta = {
  /**
   * True if a query that takes too long (504 of the platform's server) counts as answered and not as an outage: otherwise it would be
   * repeated for ever.
   */
  readonly mayTakeTooLong?: true
  /** A failure of the request raises no notification, for the reason in web/api/silence.data.ts. */
  readonly silent?: SilentWork
}
type WriteMeta = ReadMeta & {
  /** The lists that a write changes: they are dirty while the write is running, and are read again when it has ended (spec §4). */
  readonly writes?: readonly QueryKey[]
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiProblem
    queryMeta: ReadMeta
    mutationMeta: WriteMeta
  }
}

/** A read or a write that has ended, successfully or not; `what` names the read. */
type RequestEnd = {
  readonly what: string | undefined
  readonly problem: ApiProblem | undefined
  readonly isSilent: boolean
}
const watchers = new Set<(ended: RequestEnd) => void>()

/** Calls the listener after each read and write of the cache. */
export function onEnded(watcher: (ended: RequestEnd) => void): void {
  watchers.add(watcher)
}

function tell(what: string | undefined, problem: ApiProblem | undefined, meta: ReadMeta | undefined): void {
  for (const watcher of watchers) watcher({ what, problem, isSilent: meta?.silent !== undefined })
}

export const STALE_MS = 180_000

/** The cache of answers, with the constants of spec §9; the event stream announces changes in between. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (problem, query) => tell(query.queryHash, problem as ApiProblem, query.meta),
    onSuccess: (_data, query) => tell(query.queryHash, undefined, query.meta),
  }),
  mutationCache: new MutationCache({
    onMutate: async (_variables, { meta }) => {
      for (const queryKey of meta?.writes ?? []) await queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    },
    onError: (problem, _variables, _result, { meta }) => tell(undefined, problem as ApiProblem, meta),
    onSettled: (_data, _problem, _variables, _result, { meta }) => {
      // A component that has written data need not wait for the read.
      for (const queryKey of meta?.writes ?? []) void readAgain({ queryKey })
    },
  }),
  // Without a network a read fails at once with an error, instead of waiting without a message; and no write is sent later, when the user
  // no longer expects it.
  defaultOptions: {
    queries: {
      networkMode: 'always',
      staleTime: STALE_MS,
      refetchOnMount: true,
      refetchOnWindowFocus: false,
      retry: false,
    },
    mutations: { networkMode: 'always', retry: false },
  },
})

/**
 * Reads changed data again. Without the cancellation, a first load that is still running would count as read, although its answer may be
 * from before the change: the cache restarts a load only if it has older data.
 */
export async function readAgain(what: QueryFilters = {}): Promise<void> {
  await queryClient.cancelQueries(what)
  await queryClient.invalidateQueries(what)
}

/**
 * Returns the answer of a query for code that renders nothing, for example for a file that needs the names of the satellites. A read that
 * ends because its data has changed meanwhile (`readAgain`) is repeated, and the newer answer is returned.
 */
export async function answerOf<T, Key extends QueryKey>(query: FetchQueryOptions<T, ApiProblem, T, Key>): Promise<T> {
  for (;;) {
    try {
      return await queryClient.fetchQuery(query)
    } catch (failure) {
      if (!isCancelledError(failure)) throw failure
    }
  }
}
