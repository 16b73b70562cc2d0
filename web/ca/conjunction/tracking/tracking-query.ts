import { getEventTracking } from '@apsis/contract/odt/conjunction.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { onChange } from '../../../api/changes.ts'
import { readAgain } from '../../../api/queries.ts'
import { KEYS } from '../../event/queries.ts'

const KEY = [...KEYS.conjunctions, 'tracking'] as const
const OBSERVATION = 'observation'

/** What a track changed is known after the message that it became: the change of the event alone comes too early. */
onChange(OBSERVATION, async () => {
  await Promise.all([readAgain({ queryKey: [OBSERVATION] }), readAgain({ queryKey: KEY })])
})

/** Who tracks the objects of an event; read again when the event, a request or a track changes. */
export const trackingQuery = (conjunctionId: string) =>
  queryOptions({
    queryKey: [...KEY, conjunctionId],
    queryFn: ({ signal }) => call(getEventTracking, { params: { 'conjunction-id': conjunctionId } }, signal),
  })

export const trackingCall = (conjunctionId: string) => ({
  method: getEventTracking.method,
  path: getEventTracking.path.replace('{conjunction-id}', conjunctionId),
})
