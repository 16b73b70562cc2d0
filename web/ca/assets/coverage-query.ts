import { listEphemeris } from '@apsis/contract/ca/ephemeris.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../api/call.ts'
import { KEYS } from '../event/queries.ts'

/** States in which an operational file is the truth of its satellite. */
const STATES = ['VALID', 'SCREENING', 'SCREENED'] as const
/** As many as the server gives at once; further pages follow. */
const PAGE = 1_000

/** The operational ephemerides of the whole fleet: what each satellite is covered by. */
export const operationalQuery = () =>
  queryOptions({
    queryKey: [...KEYS.ephemerides, 'operational'],
    queryFn: async ({ signal }) => {
      const ask = (state: (typeof STATES)[number]) =>
        callAll(listEphemeris, { query: { kind: 'OPERATIONAL', state, limit: PAGE } }, signal)
      return (await Promise.all(STATES.map(ask))).flat()
    },
  })
