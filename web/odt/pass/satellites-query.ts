import { listSatellites } from '@apsis/contract/ca/satellite/satellite.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callAll } from '../../api/call.ts'
import { useSession } from '../../session/session.ts'

const choicesQuery = () =>
  queryOptions({
    queryKey: ['satellite', 'choices'],
    queryFn: async ({ signal }) =>
      (await callAll(listSatellites, { query: { limit: 500 } }, signal)).map(({ satelliteId, name, noradId }) => ({
        satelliteId,
        name,
        noradId,
      })),
  })

/** Returns the satellites of the organisation by name; none for a user who may not read them. */
export const useSatelliteChoices = () => useSatellites().data ?? []

/** True if the organisation is known to have no satellite yet, for a user who may add one. */
export function useHasNoSatellite(): boolean {
  const { data } = useSatellites()
  return data !== undefined && data.length === 0
}

function useSatellites() {
  const session = useSession()
  const mayRead = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
  return useQuery({ ...choicesQuery(), enabled: mayRead })
}
