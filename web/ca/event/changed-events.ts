import { type Conjunction, listConjunctions } from '@apsis/contract/ca/conjunction.ts'
import type { Event } from '@apsis/contract/events/event.ts'
import type { Query, QueryKey } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient, readAgain } from '../../api/queries.ts'

/** More at once are read with their whole list. */
const MOST_AT_ONCE = 5
/** So long after an event was put in its place its lists are read whole: what time alone has made of the others. */
const WHOLE_AFTER_MS = 30_000

type Lists = {
  /** Of all that is about events. */
  readonly queryKey: QueryKey
  /** What belongs to a list, by the key of its query; undefined where the query is no list of events. */
  readonly membersOf: (key: QueryKey) => ((event: Conjunction) => boolean) | undefined
}

/**
 * Reads the events that changed and puts them in their places: a list of ten thousand takes a second to be read and drawn
 * anew, and somebody waits for the one that is new. All else about events is read again.
 */
export function changedEventsReader({ queryKey, membersOf }: Lists) {
  const isList = ({ queryKey: key }: Query) => membersOf(key) !== undefined
  /** A reading that is under way would be put over what is placed. */
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
    // What fails is read with the whole list, which says so.
    const changed = await Promise.all(asked).catch(() => undefined)
    if (changed === undefined) return readAgain({ queryKey, predicate: isList })
    for (const query of queryClient.getQueryCache().findAll({ queryKey, predicate: canTake })) {
      const isMember = membersOf(query.queryKey) ?? (() => false)
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
    // The row first: somebody waits for it, and the rest takes the same processor.
    if (placing.size > 0) await place(known)
    await readAgain({ queryKey, predicate: (query) => !placing.has(query) })
  }
}

/** The list with the events as they are now, in the order of the server: by TCA, then by id. */
export function placed(
  list: readonly Conjunction[],
  changed: ReadonlyMap<string, Conjunction | undefined>,
  isMember: (event: Conjunction) => boolean,
): readonly Conjunction[] {
  const kept = list.filter(({ conjunctionId }) => !changed.has(conjunctionId))
  const fresh = [...changed.values()].filter((event) => event !== undefined).filter(isMember)
  return [...kept, ...fresh].sort((a, b) => {
    const [one, other] = [a.conjunctionData.tca, b.conjunctionData.tca]
    return one === other ? compare(a.conjunctionId, b.conjunctionId) : compare(one, other)
  })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
