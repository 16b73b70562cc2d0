import { type Demo, getDemo } from '@apsis/contract/ca/demo.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The events of the demo fleet come within a minute, one after the other. */
const AGAIN_MS = 2_000

/** Reads whether the simulated fleet is open, and its progress of filling; where this is unknown, it is not offered. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: ({ signal }) => call(getDemo, {}, signal),
  refetchInterval: ({ state }) => (state.data?.filling ? AGAIN_MS : false),
})

/** The number of events in the demo fleet so far, and the final number. */
export type Filling = NonNullable<Demo['filling']>

/** Returns the filling of the demo fleet; null where it is complete or there is none, undefined until that is known. */
export function useFilling(
  satellites: readonly Pick<Satellite, 'isSimulated'>[] | undefined,
): Filling | null | undefined {
  const hasFleet = satellites?.some(({ isSimulated }) => isSimulated)
  const { data, isError } = useQuery({ ...demoQuery, enabled: hasFleet === true })
  if (hasFleet !== undefined && (!hasFleet || isError)) return null
  return data?.filling
}
