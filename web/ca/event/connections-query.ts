import { listConnections } from '@apsis/contract/connections/connection.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Reads the connections of the organisation, to say which is silent; the key is that of their own page. */
export const connectionsQuery = () =>
  queryOptions({
    queryKey: ['connection', 'list'],
    queryFn: ({ signal }) => call(listConnections, {}, signal),
  })
