import { getCatalogue } from '@apsis/contract/tle/catalogue.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/**
 * The catalogue is read again at this interval: ages and due times change without an event, and some users get no events of connections.
 */
const AGAIN_MS = 60_000

/** Reads the contents of the catalogue; the event about a reading of a connection causes another read at once. */
export const catalogueQuery = () =>
  queryOptions({
    queryKey: ['connection', 'catalogue'],
    refetchInterval: AGAIN_MS,
    queryFn: ({ signal }) => call(getCatalogue, {}, signal),
  })

export const catalogueCall = { method: getCatalogue.method, path: getCatalogue.path }
