import { type Conjunction, listConjunctions } from '@apsis/contract/ca/event/conjunction.ts'
import { listNeighbours } from '@apsis/contract/ca/neighbour/neighbour.ts'
import { listObservations } from '@apsis/contract/odt/observation/observation.ts'
import { type ElementSetHistory, getElementSetHistory, HISTORY_LIMITS } from '@apsis/contract/tle/history.ts'
import { type CatalogueObject, getCatalogueObject } from '@apsis/contract/tle/object.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, callAll } from '../../api/call.ts'
import { ApiProblem, saysNotFound } from '../../api/problem.ts'
import { KEYS } from '../event/queries.ts'

const EVENTS_AT_ONCE = 1_000
/** The maximum number of listed tracks, newest first; a station measures an object several times a day. */
export const MOST_TRACKS = 100

/** Reads the known facts of an object; null if the catalogue does not have it. They are read again when element sets arrive. */
export const objectQuery = (noradId: number) =>
  queryOptions({
    queryKey: ['tle', 'object', noradId],
    queryFn: async ({ signal }): Promise<CatalogueObject | null> => {
      try {
        return await call(getCatalogueObject, { params: { 'norad-id': noradId } }, signal)
      } catch (problem) {
        if (problem instanceof ApiProblem && saysNotFound(problem)) return null
        throw problem
      }
    },
  })

/** Reads the element sets of an object over the default number of days. */
export const objectHistoryQuery = (noradId: number) =>
  queryOptions({
    queryKey: ['tle', 'object-history', noradId],
    queryFn: ({ signal }): Promise<ElementSetHistory> =>
      call(getElementSetHistory, { query: { noradId, days: HISTORY_LIMITS.usualDays } }, signal),
  })

/**
 * Reads the events of the organisation with an object, by TCA. The search by text finds the object only as the second one, and also finds
 * longer numbers and names. So events are read by each of the two objects, and events with other objects are left out.
 */
export const objectEventsQuery = (noradId: number, satelliteId: string | undefined) =>
  queryOptions({
    queryKey: [...KEYS.conjunctions, 'of-object', noradId, satelliteId],
    queryFn: async ({ signal }): Promise<readonly Conjunction[]> => {
      const designator = String(noradId)
      const found = await Promise.all(
        [{ search: designator }, { 'satellite-id': satelliteId ?? designator }].map((by) =>
          callAll(listConjunctions, { query: { ...by, limit: EVENTS_AT_ONCE } }, signal),
        ),
      )
      const events = new Map(found.flat().map((event) => [event.conjunctionId, event]))
      return [...events.values()].filter(
        ({ object1, object2 }) => object1.designator === designator || object2.designator === designator,
      )
    },
  })

/** Reads the tracks of an object that the reader's organisation has, newest first. */
export const objectTracksQuery = (noradId: number) =>
  queryOptions({
    queryKey: ['observation', 'of-object', noradId],
    queryFn: ({ signal }) => call(listObservations, { query: { 'catalogue-id': noradId, limit: MOST_TRACKS } }, signal),
  })

/** Reads the published ephemerides of an object, one for each satellite that it comes near in the next days. */
export const publishedQuery = (noradId: number) =>
  queryOptions({
    queryKey: ['ephemeris', 'neighbours', 'of-object', noradId],
    queryFn: async ({ signal }) =>
      (await call(listNeighbours, { query: {} }, signal)).filter((neighbour) => neighbour.noradId === noradId),
  })
