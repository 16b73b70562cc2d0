import { getEventContext } from '@apsis/contract/ca/statistics/statistics.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { KEYS } from '../../event/queries.ts'

// This query is separate from the others: the contract of the statistics is larger than the whole contract of
// a list of events.

/** Reads an event in its context; it is read again when the event changes. */
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
