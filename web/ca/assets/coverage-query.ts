import { listEphemeris } from '@apsis/contract/ca/ephemeris.ts'
import { queryOptions } from '@tanstack/react-query'
import { callAll } from '../../api/call.ts'
import { KEYS } from '../event/queries.ts'

/** States in which an operational file is the truth of its satellite. */
const STATES = ['VALID', 'SCREENING', 'SCREENED'] as const
/** The server gives at most so many rows in one page. */
const PAGE_ROWS = 1_000

/** The operational ephemerides of the whole fleet: what each satellite is covered by. */
export const operationalQuery = () =>
  queryOptions({
    queryKey: [...KEYS.ephemerides, 'operational'],
    queryFn: async ({ signal }) => {
      const ask = (state: (typeof STATES)[number]) =>
        callAll(listEphemeris, { query: { kind: 'OPERATIONAL', state, limit: PAGE_ROWS } }, signal)
      return (await Promise.all(STATES.map(ask))).flat()
    },
  })
