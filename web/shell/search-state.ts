import { type RegisteredRouter, type RouteIds, useNavigate, useSearch } from '@tanstack/react-router'
import type { SidebarTab } from './search.ts'

/** Addresses whose page keeps state in search parameters. */
type PageId = RouteIds<RegisteredRouter['routeTree']>

type Step = 'replace' | 'push'

/** Changes a part of the search parameters of the page that is shown. */
function useChange<S extends object>() {
  const navigate = useNavigate()
  return (part: Partial<S>, step: Step = 'replace'): Promise<void> =>
    navigate({
      to: '.',
      search: (all: object) => ({ ...all, ...part }),
      replace: step === 'replace',
      resetScroll: false,
    })
}

/**
 * Returns the state of a page that is stored in its address (spec §2), and a function that changes a part of it. A parameter that becomes
 * undefined is removed from the address; parameters that are not named stay. The page does not scroll. The default is `replace`, for
 * another view of the same content: the browser's back then leaves the page. `push` is for a new query: back then returns to the previous
 * query.
 */
export function useSearchState<const I extends PageId>(page: I) {
  const search = useSearch({ from: page })
  const go = useChange<typeof search>()
  const change = (part: Partial<typeof search>, step?: Step) => void go(part, step)
  return [search, change] as const
}

/** Returns the state of the sidebar, which may be beside every page. The change resolves when the address contains it. */
export function useSidebarState() {
  const { sidebar } = useSearch({ strict: false })
  const go = useChange<{ readonly sidebar: SidebarTab | undefined }>()
  return [sidebar, (tab: SidebarTab | undefined) => go({ sidebar: tab })] as const
}

/** Returns only the function that changes the state, for a component that shows none of it and so need not render again when it changes. */
export function useSearchChange<S extends object>() {
  const go = useChange<S>()
  return (part: Partial<S>) => void go(part)
}
