import { useQuery } from '@tanstack/react-query'
import type { Candidate, DesignCase, DesignWish, TradeSpace } from '../design.ts'
import { keepOfSame, orbitQuery, planeQuery } from '../design-query.ts'

type BurnInSpace = { readonly space: TradeSpace | undefined; readonly burn: Candidate | undefined }

/** The orbit on the axis of the map, and the conjunction plane of the chosen burn; each undefined until it is there. */
export function useOrbit(given: DesignCase, wish: DesignWish, { space, burn }: BurnInSpace) {
  const orbit = useQuery(orbitQuery(given, space?.leads[0]))
  const asked = planeQuery(given, wish, burn)
  const plane = useQuery({ ...asked, placeholderData: keepOfSame(asked.queryKey, 1) })
  return { orbit: orbit.data, plane: plane.data ?? undefined }
}
