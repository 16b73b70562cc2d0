import { type Demo, getDemo } from '@apsis/contract/ca/demo.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The events of the demo fleet are added within a minute, one after the other, so they are read at this interval. */
const AGAIN_MS = 2_000

/** Reads whether the simulated fleet is open, and how far it is filled; if this is unknown, the fleet is not offered. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: ({ signal }) => call(getDemo, {}, signal),
  refetchInterval: ({ state }) => (state.data?.filling ? AGAIN_MS : false),
})

/** The number of events in the demo fleet so far, and the final number. */
export type Filling = NonNullable<Demo['filling']>

/** Returns the progress of filling the demo fleet; null if it is complete or there is none, undefined until this is known. */
export function useFilling(
  satellites: readonly Pick<Satellite, 'isSimulated'>[] | undefined,
): Filling | null | undefined {
  const hasFleet = satellites?.some(({ isSimulated }) => isSimulated)
  const { data, isError } = useQuery({ ...demoQuery, enabled: hasFleet === true })
  if (hasFleet !== undefined && (!hasFleet || isError)) return null
  return data?.filling
}
