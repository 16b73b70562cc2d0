import { getStatus, type Status } from '@apsis/contract/status/status.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useOutage } from '../../api/outage.ts'
import { TICKS, useNow } from '../../clock/clock.ts'

/** Reads the state of the services every half minute, because no message announces that a service has become slow. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call(getStatus, {}, signal),
  refetchInterval: TICKS.halfMinute,
})

/** After three missed reads the state is unknown. */
const KNOWN_MS = 3 * TICKS.halfMinute

/** Returns the state of the services now; undefined if it is not known, which is never shown as good. */
export function useStatus(): Status | undefined {
  const { data, isError, dataUpdatedAt } = useQuery(statusQuery)
  const isUnreachable = useOutage()?.kind === 'unreachable'
  const isOld = useNow('halfMinute') - dataUpdatedAt > KNOWN_MS
  return isError || isUnreachable || isOld ? undefined : data
}
