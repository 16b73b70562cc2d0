import { DAY_MS } from '@apsis/astro/constants.ts'
import { type Conjunction, getDecision, listConjunctions, listEstimates } from '@apsis/contract/ca/event/conjunction.ts'
import { listCdms } from '@apsis/contract/ca/message/cdm.ts'
import { getSatelliteOperator, listSatellites, type Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { compareText } from '@apsis/contract/compare-text.ts'
import type { Event } from '@apsis/contract/events/event.ts'
import { type Query, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call, callAll } from '../../api/call.ts'
import { onChange } from '../../api/changes.ts'
import { queryClient, readAgain } from '../../api/queries.ts'
import { now } from '../../clock/clock.ts'
import { useFilling } from './demo-filling.ts'
import { type EventRow, rowOf } from './event-row.ts'
import { lanesOf } from './lanes.ts'

/** The query keys of collision avoidance; the first part is the type of the event that reports a change. */
export const KEYS = {
  conjunctions: ['conjunction'],
  cdms: ['conjunction', 'cdms'],
  decision: ['conjunction', 'decision'],
  satellites: ['satellite'],
  ephemerides: ['ephemeris'],
  screenings: ['screening'],
} as const

/** The maximum number of events that the server returns in one page. */
const PAGE_ROWS = 10_000
/** If more events have changed, the complete list is read. */
const MOST_AT_ONCE = 5
/** After an event was updated in its lists, they are read completely after this pause, because other events change with time alone. */
const WHOLE_AFTER_MS = 30_000

/** Reads events by TCA: those of one satellite, or all. */
export const conjunctionsQuery = (satelliteId?: string) =>
  queryOptions({
    queryKey: [...KEYS.conjunctions, 'list', satelliteId ?? 'all'],
    queryFn: ({ signal }) =>
      callAll(
        listConjunctions,
        { query: { limit: PAGE_ROWS, ...(satelliteId ? { 'satellite-id': satelliteId } : {}) } },
        signal,
      ),
  })

const since = (days: number) => new Date(now() - days * DAY_MS).toISOString()

/** Reads all future events, and those of the last day. */
export const aheadQuery = () =>
  queryOptions({
    queryKey: [...KEYS.conjunctions, 'ahead'],
    queryFn: ({ signal }) => callAll(listConjunctions, { query: { limit: PAGE_ROWS, 'tca-after': since(1) } }, signal),
  })

/** Reads the events of the last days; 0 means all that are stored. */
export const pastQuery = (days: number) =>
  queryOptions({
    queryKey: [...KEYS.conjunctions, 'past', days],
    queryFn: ({ signal }) => {
      const span = { 'tca-before': since(0), ...(days === 0 ? {} : { 'tca-after': since(days) }) }
      return callAll(listConjunctions, { query: { limit: PAGE_ROWS, ...span } }, signal)
    },
  })

/** Returns a function that is true for the events of a query's list; undefined if the query is not a list that can be updated. */
export function membersOf([, kind, of]: QueryKey): ((event: Conjunction) => boolean) | undefined {
  const satellites = ({ satelliteId, object2 }: Conjunction) => [satelliteId, object2.satelliteId]
  if (kind === 'list') return (event) => of === 'all' || satellites(event).some((id) => id === of)
  if (kind === 'ahead') return ({ conjunctionData: { tca } }) => tca > since(1)
  if (kind !== 'past' || typeof of !== 'number') return undefined
  return ({ conjunctionData: { tca } }) => tca < since(0) && (of === 0 || tca > since(of))
}

type Lists = {
  /** The key of all queries about events. */
  readonly queryKey: QueryKey
  /** Returns a function that is true for the events of a query's list; undefined if the query is not a list of events. */
  readonly membersOf: (key: QueryKey) => ((event: Conjunction) => boolean) | undefined
}

/**
 * Reads the changed events and updates them in their lists: reading and drawing a list of ten thousand again takes a second, while a user
 * waits for the new event. All other queries about events are read again.
 */
export function changedEventsReader({ queryKey, membersOf: membersIn }: Lists) {
  const isList = ({ queryKey: key }: Query) => membersIn(key) !== undefined
  /** False while a read is running, because its answer would overwrite the updated event. */
  const canTake = (query: Query) => {
    const { data, fetchStatus, isInvalidated } = query.state
    return isList(query) && query.isActive() && Array.isArray(data) && fetchStatus === 'idle' && !isInvalidated
  }
  let isDue = false
  const readWholeLater = () => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      void readAgain({ queryKey, predicate: isList })
    }, WHOLE_AFTER_MS)
  }
  const place = async (ids: readonly string[]) => {
    const asked = ids.map(async (id) => {
      const [event] = await call(listConjunctions, { query: { 'conjunction-id': id } })
      return [id, event] as const
    })
    // If an event cannot be read, the complete list is read, which reports the failure.
    const changed = await Promise.all(asked).catch(() => undefined)
    if (changed === undefined) return readAgain({ queryKey, predicate: isList })
    for (const query of queryClient.getQueryCache().findAll({ queryKey, predicate: canTake })) {
      const isMember = membersIn(query.queryKey) ?? (() => false)
      queryClient.setQueryData<readonly Conjunction[]>(query.queryKey, (list) =>
        list ? placed(list, new Map(changed), isMember) : undefined,
      )
    }
    readWholeLater()
  }
  return async (changes: readonly Event['data'][]): Promise<void> => {
    const ids = new Set(changes.map(({ conjunctionId }) => conjunctionId))
    const known = [...ids].filter((id) => typeof id === 'string')
    const isFew = known.length === ids.size && ids.size <= MOST_AT_ONCE
    const takes = isFew ? canTake : () => false
    const placing = new Set(queryClient.getQueryCache().findAll({ queryKey, predicate: takes }))
    // The row is updated first, because a user waits for it, and the rest uses the same processor.
    if (placing.size > 0) await place(known)
    await readAgain({ queryKey, predicate: (query) => !placing.has(query) })
  }
}

/** Returns the list with the current events, in the order of the server: by TCA, then by id. */
export function placed(
  list: readonly Conjunction[],
  changed: ReadonlyMap<string, Conjunction | undefined>,
  isMember: (event: Conjunction) => boolean,
): readonly Conjunction[] {
  const kept = list.filter(({ conjunctionId }) => !changed.has(conjunctionId))
  const fresh = [...changed.values()].filter((event) => event !== undefined).filter(isMember)
  return [...kept, ...fresh].sort((a, b) => {
    const [one, other] = [a.conjunctionData.tca, b.conjunctionData.tca]
    return one === other ? compareText(a.conjunctionId, b.conjunctionId) : compareText(one, other)
  })
}

onChange('conjunction', changedEventsReader({ queryKey: KEYS.conjunctions, membersOf }))

/** Returns an event from an earlier list on the screen, and the time of that read. */
function listedEvent(conjunctionId: string) {
  for (const { queryKey, state } of queryClient.getQueryCache().findAll({ queryKey: KEYS.conjunctions })) {
    if (!membersOf(queryKey) || !Array.isArray(state.data)) continue
    const events: readonly Conjunction[] = state.data
    const event = events.find((one) => one.conjunctionId === conjunctionId)
    if (event) return { event, readAt: state.dataUpdatedAt }
  }
  return undefined
}

/** Reads one event; null if there is none. The copy from a list is shown until the event is read, and also if it cannot be read. */
export const conjunctionQuery = (conjunctionId: string) =>
  queryOptions({
    queryKey: [...KEYS.conjunctions, 'one', conjunctionId],
    initialData: (): Conjunction | null | undefined => listedEvent(conjunctionId)?.event,
    initialDataUpdatedAt: () => listedEvent(conjunctionId)?.readAt,
    queryFn: async ({ signal }) =>
      (await call(listConjunctions, { query: { 'conjunction-id': conjunctionId } }, signal))[0] ?? null,
  })

/** Reads the messages of an event, newest first. */
export const cdmsQuery = (conjunctionId: string) =>
  queryOptions({
    queryKey: [...KEYS.cdms, conjunctionId],
    queryFn: ({ signal }) => callAll(listCdms, { query: { 'conjunction-id': conjunctionId, limit: 1_000 } }, signal),
  })

export const decisionQuery = (conjunctionId: string) =>
  queryOptions({
    queryKey: [...KEYS.decision, conjunctionId],
    queryFn: ({ signal }) => call(getDecision, { params: { 'conjunction-id': conjunctionId } }, signal),
  })

/** Reads all estimates of an event, by source. */
export const estimatesQuery = (conjunctionId: string) =>
  queryOptions({
    queryKey: [...KEYS.conjunctions, 'estimates', conjunctionId],
    queryFn: ({ signal }) => call(listEstimates, { params: { 'conjunction-id': conjunctionId } }, signal),
  })

export const satellitesQuery = () =>
  queryOptions({
    queryKey: [...KEYS.satellites, 'list'],
    queryFn: ({ signal }) => callAll(listSatellites, { query: { limit: 1_000 } }, signal),
  })

const NO_SATELLITES: readonly Satellite[] = []

/** The row of each known event, kept so that an unchanged event is not drawn again. */
const rowsOfEvents = new WeakMap<Conjunction, EventRow>()

function keptRowOf(event: Conjunction): EventRow {
  const row = rowsOfEvents.get(event) ?? rowOf(event)
  rowsOfEvents.set(event, row)
  return row
}

/** Returns every event for the screen, and the satellites involved. */
export function useEvents({ isPast, days }: { readonly isPast: boolean; readonly days: number }) {
  const ahead = useQuery(aheadQuery())
  // Both queries have answers of the same type; the second is read only if past events are shown.
  const past = useQuery({ ...pastQuery(days), enabled: isPast })
  const fleet = useQuery(satellitesQuery())
  const satellites = fleet.data ?? NO_SATELLITES
  const aheadRows = useMemo(() => ahead.data?.map(keptRowOf), [ahead.data])
  const pastRows = useMemo(() => past.data?.map(keptRowOf), [past.data])
  const rows = isPast ? pastRows : aheadRows
  const lanes = useMemo(() => lanesOf(satellites, rows ?? []), [satellites, rows])
  const filling = useFilling(fleet.isError ? [] : fleet.data)
  const groups = useMemo(() => new Map(satellites.map(({ satelliteId, group }) => [satelliteId, group])), [satellites])
  return { query: isPast ? past : ahead, fleet, satellites, filling, aheadRows, rows, lanes, groups }
}

/** Reads the operator of an object; null if it is unknown. A failure is not reported (spec §8, web/api/silence.data.ts). */
export const operatorQuery = (noradId: number) =>
  queryOptions({
    queryKey: ['operator', noradId],
    queryFn: ({ signal }) => call(getSatelliteOperator, { params: { noradId } }, signal),
  })
