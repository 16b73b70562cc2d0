import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNow } from '../../clock/clock.ts'
import { useWords } from '../../ui/text/language.ts'
import { burnsAhead, burnsQuery } from '../burn/burns.ts'
import { rowOf } from '../event/event-row.ts'
import { aheadQuery, satellitesQuery } from '../event/queries.ts'
import { assetsOf } from '../fleet/asset.ts'
import { passesAhead, usePassesAhead } from '../pass/passes-ahead.ts'
import { assetColumns } from './columns.tsx'
import { operationalQuery } from './coverage-query.ts'
import { type AssetFilter, filtered } from './filter.tsx'
import { assetsWords } from './words.data.ts'

/** The satellites with what is ahead of each, those that the filter leaves, and the columns that show them. */
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
