import { createWatch, listWatches, removeWatch, updateWatch, type Watch } from '@apsis/contract/ca/find.ts'
import type { SentRequest } from '@apsis/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callAll } from '../../api/call.ts'
import type { Search } from '../../encounter/queries.ts'

/** The type of the event that reports changed watches. */
export const WATCH_KEY = ['watch'] as const

export const watchesQuery = () =>
  queryOptions({
    queryKey: WATCH_KEY,
    queryFn: ({ signal }) => callAll(listWatches, { query: { limit: 1_000 } }, signal),
  })

/** The query of a watch. */
export type WatchQuestion = SentRequest<typeof createWatch>['body']

export const saveWatch = (body: WatchQuestion) => call(createWatch, { body })
export const dropWatch = ({ watchId }: Watch) => call(removeWatch, { params: { 'watch-id': watchId } })
export const pauseWatch = ({ watchId, isPaused }: Watch) =>
  call(updateWatch, { params: { 'watch-id': watchId }, body: { isPaused: !isPaused } })

/** Returns the query of a watch for saving it again. */
export function questionOf({ satelliteId, noradId, with: others, hours, maxKm }: Watch): WatchQuestion {
  const object = satelliteId === null ? { 'norad-id': noradId ?? 0 } : { 'satellite-id': satelliteId }
  return { ...object, with: others, hours, maxKm }
}

const LEAST_HOURS = 4

/** Returns a search as a watch, which begins at the time of each run; or the reason why the search cannot be a watch. */
export function watchOf(
  search: Search,
): { readonly question: WatchQuestion } | { readonly reason: 'watchLines' | 'watchShort' } {
  const { 'satellite-id': satelliteId, 'norad-id': noradId, with: others = 'all', hours, 'max-km': km } = search
  if (satelliteId === undefined && noradId === undefined) return { reason: 'watchLines' }
  if (Number(hours) < LEAST_HOURS) return { reason: 'watchShort' }
  const object = satelliteId === undefined ? { 'norad-id': Number(noradId) } : { 'satellite-id': satelliteId }
  return { question: { ...object, with: others, hours: Number(hours), maxKm: Number(km) } }
}

export const isSame = (a: WatchQuestion, b: WatchQuestion) =>
  (['satellite-id', 'norad-id', 'with', 'hours', 'maxKm'] as const).every((part) => a[part] === b[part])
