import { listEphemeris } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../api/call.ts'
import { KEYS } from '../event/queries.ts'

/**
 * Reads the ephemerides of one satellite, or of all; it is separate from the other queries, whose code the list of
 * events needs.
 */
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
