import { getEventTracking } from '@apsis/contract/odt/conjunction.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { KEYS } from '../../event/queries.ts'

/** Who tracks the objects of an event; read again when the event or a track changes. */
export const trackingQuery = (conjunctionId: string) =>
  queryOptions({
    queryKey: [...KEYS.conjunctions, 'tracking', conjunctionId],
    queryFn: ({ signal }) => call(getEventTracking, { params: { 'conjunction-id': conjunctionId } }, signal),
  })

export const trackingCall = (conjunctionId: string) => ({
  method: getEventTracking.method,
  path: getEventTracking.path.replace('{conjunction-id}', conjunctionId),
})
