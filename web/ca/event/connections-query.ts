import { listConnections } from '@apsis/contract/connections/connection.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Reads the connections of the organisation, to show the silent ones. The page of connections uses the same key. */
export const connectionsQuery = () =>
  queryOptions({
    queryKey: ['connection', 'list'],
    queryFn: ({ signal }) => call(listConnections, {}, signal),
  })
