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
 * The state of a page that lives in its address (spec §2), and a way to change a part of it. A parameter that becomes
 * undefined leaves the address; all that are not named stay. The page does not scroll.
 * `replace`, as usual, when one only looks at the page differently: the browser's back then leaves the page.
 * `push` when something new is asked for: back then returns to what was asked before.
 */
export function useSearchState<const I extends PageId>(page: I) {
  const search = useSearch({ from: page })
  const go = useChange<typeof search>()
  const change = (part: Partial<typeof search>, step?: Step) => void go(part, step)
  return [search, change] as const
}

/** The same for the sidebar, which may be beside every page. A change resolves when the address has it. */
export function useSidebarState() {
  const { sidebar } = useSearch({ strict: false })
  const go = useChange<{ readonly sidebar: SidebarTab | undefined }>()
  return [sidebar, (tab: SidebarTab | undefined) => go({ sidebar: tab })] as const
}
