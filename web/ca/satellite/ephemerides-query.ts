import { listEphemeris } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../api/call.ts'
import { KEYS } from '../event/queries.ts'

/** Ephemerides of one satellite, or of all; apart from the other queries, whose code the list of events waits for. */
export const ephemeridesQuery = (satelliteId?: string) =>
  queryOptions({
    queryKey: [...KEYS.ephemerides, satelliteId ?? 'all'],
    queryFn: ({ signal }) =>
      callAll(
        listEphemeris,
        { query: { limit: 1_000, ...(satelliteId ? { 'satellite-id': satelliteId } : {}) } },
        signal,
      ),
  })
