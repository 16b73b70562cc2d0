import { useEffect, useState } from 'react'
import { useSearchState } from '../../shell/search-state.ts'
import { paths } from '../../site/paths.ts'
import { type Look, lookOf, searchOfLook } from './look.ts'

const BURNS = ['before', 'after'] as const
const PAGE = `/protected${paths.conjunction}` as const
/** The address follows when nothing has moved for so long: a drag is one change of it. */
const REST_MS = 250

/** Whether the encounter is open in space, without the burn or with it; the address says it. */
export function useSpace() {
  const [{ space }, ask] = useSearchState(PAGE)
  return {
    burn: BURNS.find((one) => one === space),
    show: (burn: (typeof BURNS)[number]) => ask({ space: burn }),
    close: () => ask({ space: undefined, sigma: undefined, second: undefined, camera: undefined, arrows: undefined }),
  }
}

/** How the encounter is looked at: as the address says when it opens, and the address follows. */
export function useLook() {
  const [search, ask] = useSearchState(PAGE)
  const [look, setLook] = useState(() => lookOf(search))
  useEffect(() => {
    const wanted = searchOfLook(look)
    const names = ['sigma', 'second', 'camera', 'arrows'] as const
    if (names.every((name) => wanted[name] === search[name])) return undefined
    const timer = setTimeout(() => ask(wanted), REST_MS)
    return () => clearTimeout(timer)
  }, [look, search, ask])
  return [look, (change: Partial<Look>) => setLook((before) => ({ ...before, ...change }))] as const
}
