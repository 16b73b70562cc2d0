import { listEphemeris } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callAll } from '../../../api/call.ts'
import { useNow } from '../../../clock/clock.ts'
import { useWords } from '../../../ui/text/language.ts'
import { rowOf } from '../../event/event-row.ts'
import { aheadQuery, KEYS, satellitesQuery } from '../../event/queries.ts'
import { passesAhead, usePassesAhead } from '../../pass/passes-ahead.ts'
import { burnsAhead, burnsQuery } from '../../plan/burns/burns.ts'
import { assetsOf } from '../asset.ts'
import { assetColumns } from './columns.tsx'
import { type AssetFilter, filtered } from './filter.tsx'
import { assetsWords } from './words.data.ts'

/** The states in which an operational file is the valid orbit of its satellite. */
const STATES = ['VALID', 'SCREENING', 'SCREENED'] as const
/** The maximum number of rows that the server returns in one page. */
const PAGE_ROWS = 1_000

/** Returns the satellites with their future events, those that match the filter, and the columns of the table. */
export function useAssets({ group, q }: AssetFilter) {
  const t = useWords(assetsWords)
  const nowMs = useNow('minute')
  const fleet = useQuery(satellitesQuery())
  const events = useQuery(aheadQuery())
  const { data: files } = useQuery(operationalQuery())
  const { data: plans } = useQuery(burnsQuery())
  const { query: requests } = usePassesAhead()
  const rows = useMemo(() => (events.data ?? []).map(rowOf), [events.data])
  const assets = useMemo(
    () => fleet.data && assetsOf({ satellites: fleet.data, rows, files }, nowMs),
    [fleet.data, rows, files, nowMs],
  )
  const shown = useMemo(() => filtered(assets ?? [], { group, q }), [assets, group, q])
  const burns = useMemo(() => burnsAhead(plans ?? [], nowMs), [plans, nowMs])
  const passes = useMemo(() => passesAhead(requests.data ?? []), [requests.data])
  const columns = useMemo(() => assetColumns(t, nowMs, { burns, passes }), [t, nowMs, burns, passes])
  return { fleet, events, rows, assets, shown, columns }
}

export type AssetsView = ReturnType<typeof useAssets>

/** Reads the operational ephemerides of the complete fleet, from which the coverage of each satellite follows. */
const operationalQuery = () =>
  queryOptions({
    queryKey: [...KEYS.ephemerides, 'operational'],
    queryFn: async ({ signal }) => {
      const ask = (state: (typeof STATES)[number]) =>
        callAll(listEphemeris, { query: { kind: 'OPERATIONAL', state, limit: PAGE_ROWS } }, signal)
      return (await Promise.all(STATES.map(ask))).flat()
    },
  })
