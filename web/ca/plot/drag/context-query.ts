import { getEventContext } from '@apsis/contract/ca/statistics/statistics.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { KEYS } from '../../event/queries.ts'

// Apart from the other queries: the contract of the statistics is larger than all that a list of events needs.

/** An event in its context; read again when the event changes. */
export const contextQuery = (conjunctionId: string) =>
  queryOptions({
    queryKey: [...KEYS.conjunctions, 'context', conjunctionId],
    queryFn: ({ signal }) => call(getEventContext, { query: { 'conjunction-id': conjunctionId } }, signal),
  })

export const contextCall = (conjunctionId: string) => ({
  method: getEventContext.method,
  path: getEventContext.path,
  query: { 'conjunction-id': conjunctionId },
})
