import { listSatellites } from '@apsis/contract/ca/satellite.ts'
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

/** The satellites of the organisation by name; none for whoever may not read them. */
export function useSatelliteChoices() {
  const session = useSession()
  const mayRead = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
  const { data = [] } = useQuery({ ...choicesQuery(), enabled: mayRead })
  return data
}
