import { listEphemeris } from '@apsis/contract/ca/ephemeris.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { KEYS } from '../queries.ts'

/** States in which an operational file is the truth of its satellite. */
const STATES = ['VALID', 'SCREENING', 'SCREENED'] as const
const MOST = 1_000

/** The operational ephemerides of the whole fleet: what each satellite is covered by. */
export const operationalQuery = () =>
  queryOptions({
    queryKey: [...KEYS.ephemerides, 'operational'],
    meta: { silent: true },
    queryFn: async ({ signal }) => {
      const ask = (state: (typeof STATES)[number]) =>
        call(listEphemeris, { query: { kind: 'OPERATIONAL', state, limit: MOST } }, signal)
      return (await Promise.all(STATES.map(ask))).flat()
    },
  })
