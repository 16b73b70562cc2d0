import type { Conjunction } from '@apsis/contract/ca/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type EventRow, rowOf } from './event-row.ts'
import { lanesOf } from './lanes.ts'
import { aheadQuery, pastQuery, satellitesQuery } from './queries.ts'

const NO_SATELLITES: readonly Satellite[] = []

/** The row of each event that is there: one that has not changed is not drawn again. */
const rowsOfEvents = new WeakMap<Conjunction, EventRow>()

function keptRowOf(event: Conjunction): EventRow {
  const row = rowsOfEvents.get(event) ?? rowOf(event)
  rowsOfEvents.set(event, row)
  return row
}

/** Every event that the screen is about, and the satellites they threaten. */
export function useEvents({ isPast, days }: { readonly isPast: boolean; readonly days: number }) {
  const ahead = useQuery(aheadQuery())
  // The two queries have the same kind of answer; the second is asked only where it is looked at.
  const past = useQuery({ ...pastQuery(days), enabled: isPast })
  const fleet = useQuery(satellitesQuery())
  const satellites = fleet.data ?? NO_SATELLITES
  const aheadRows = useMemo(() => ahead.data?.map(keptRowOf), [ahead.data])
  const pastRows = useMemo(() => past.data?.map(keptRowOf), [past.data])
  const rows = isPast ? pastRows : aheadRows
  const lanes = useMemo(() => lanesOf(satellites, rows ?? []), [satellites, rows])
  const groups = useMemo(() => new Map(satellites.map(({ satelliteId, group }) => [satelliteId, group])), [satellites])
  return { query: isPast ? past : ahead, fleet, satellites, aheadRows, rows, lanes, groups }
}
