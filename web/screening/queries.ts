import { listSatellites } from '@apsis/contract/ca/satellite/satellite.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../api/call.ts'

/** Reads the satellites of the organisation, by name. */
export const satelliteNamesQuery = () =>
  queryOptions({
    queryKey: ['satellite', 'names'],
    queryFn: ({ signal }) => callAll(listSatellites, { query: { limit: 1_000 } }, signal),
    select: (all) => all.map(({ satelliteId, name }) => ({ satelliteId, name })),
  })
