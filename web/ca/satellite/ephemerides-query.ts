import { listEphemeris } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../api/call.ts'
import { KEYS } from '../event/queries.ts'

/**
 * Reads the ephemerides of one satellite, or of all; this query is separate from the others, because the list of events needs their code.
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
