import { getCatalogue } from '@apsis/contract/tle/catalogue.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Ages and turns change without an event, and so does the catalogue for whoever hears of no connection. */
const AGAIN_MS = 60_000

/** Reads what the catalogue holds; the event of a reading of a connection makes it read again at once. */
export const catalogueQuery = () =>
  queryOptions({
    queryKey: ['connection', 'catalogue'],
    refetchInterval: AGAIN_MS,
    queryFn: ({ signal }) => call(getCatalogue, {}, signal),
  })

export const catalogueCall = { method: getCatalogue.method, path: getCatalogue.path }
