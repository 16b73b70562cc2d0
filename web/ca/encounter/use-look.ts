import { useEffect, useState } from 'react'
import { useSearchState } from '../../shell/search-state.ts'
import { paths } from '../../site/paths.ts'
import { type Look, lookOf, searchOfLook } from './look.ts'

const BURNS = ['before', 'after'] as const
const PAGE = `/protected${paths.conjunction}` as const
/** The address changes after nothing has moved for this time, so that a drag is one change. */
const REST_MS = 250

/** Returns the state of the dialog in space from the address: closed, open without the burn, or open with it. */
export function useSpace() {
  const [{ space }, ask] = useSearchState(PAGE)
  return {
    burn: BURNS.find((one) => one === space),
    show: (burn: (typeof BURNS)[number]) => ask({ space: burn }),
    close: () => ask({ space: undefined, sigma: undefined, second: undefined, camera: undefined, arrows: undefined }),
  }
}

/** Returns the view of the encounter: it starts with the view in the address, and the address follows it. */
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
