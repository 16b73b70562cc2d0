import { type RegisteredRouter, type RouteIds, useNavigate, useSearch } from '@tanstack/react-router'

/** Addresses whose page keeps state in search parameters. */
type PageId = RouteIds<RegisteredRouter['routeTree']>

/**
 * The state of a page that lives in its address (spec §2), and a way to change a part of it. A parameter that becomes
 * undefined leaves the address; all that are not named stay. The page does not scroll.
 * `replace`, as usual, when one only looks at the page differently: the browser's back then leaves the page.
 * `push` when something new is asked for: back then returns to what was asked before.
 */
export function useSearchState<const I extends PageId>(page: I) {
  const search = useSearch({ from: page })
  const navigate = useNavigate()
  const change = (part: Partial<typeof search>, step: 'replace' | 'push' = 'replace') =>
    void navigate({
      to: '.',
      search: (all: object) => ({ ...all, ...part }),
      replace: step === 'replace',
      resetScroll: false,
    })
  return [search, change] as const
}
