import { getStatus } from '@apsis/contract/status/status.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { TICKS } from '../clock/clock.ts'

/** How the services are, read again every half minute: nothing announces that a service has become slow. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call(getStatus, {}, signal),
  refetchInterval: TICKS.halfMinute,
})
