import { type Demo, getDemo } from '@apsis/contract/ca/demo.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Its events come within a minute, one after the other. */
const AGAIN_MS = 2_000

/** Whether the simulated fleet is open, and how far it is filled; where nobody can say, it is not offered. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: ({ signal }) => call(getDemo, {}, signal),
  refetchInterval: ({ state }) => (state.data?.filling ? AGAIN_MS : false),
})

/** How many events of the demo fleet are there, of how many. */
export type Filling = NonNullable<Demo['filling']>

/** How far the demo fleet is filled; null where it is complete or there is none, undefined until that is known. */
export function useFilling(
  satellites: readonly Pick<Satellite, 'isSimulated'>[] | undefined,
): Filling | null | undefined {
  const hasFleet = satellites?.some(({ isSimulated }) => isSimulated)
  const { data, isError } = useQuery({ ...demoQuery, enabled: hasFleet === true })
  if (hasFleet !== undefined && (!hasFleet || isError)) return null
  return data?.filling
}
