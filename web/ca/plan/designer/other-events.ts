import { confirmationOf } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { LEAVABLE, type Leavable, type LeftOut, leavableKindsOf } from '@apsis/contract/ca/plan/left-out.ts'
import { pairOf } from '@apsis/contract/ca/plan/repeated-pairs.ts'
import { useQueries } from '@tanstack/react-query'
import { typedInstant } from '../../../clock/typed-instant.ts'
import { cdmsQuery } from '../../event/queries.ts'
import { messageTextQuery } from '../../message/message.ts'
import type { OtherEvent } from './collected.ts'
import type { Design, DesignSearch } from './wish.ts'

/** At most this number of the worst events are planned with at once; a map of more would take seconds. */
export const MOST_OTHERS = 20

/** An open event beside the one of the plan, and the reason why it does not count; undefined where it counts. */
export type BesideEvent = { readonly event: Conjunction; readonly leftOut: Leavable | 'skip' | undefined }

export const isLeavable = (word: string): word is Leavable => LEAVABLE.some((one) => one === word)
const listOf = (text: string | undefined) => (text ?? '').split(',').filter((word) => word !== '')

/** Returns the kinds and events that the address leaves out. */
export const leftOutOf = (search: DesignSearch) => ({
  without: listOf(search.without).filter(isLeavable),
  skip: listOf(search.skip),
})

/** Returns the open events beside one, the worst first, with the reason why one does not count. */
export function besideOf(
  events: readonly Conjunction[],
  conjunctionId: string,
  search: DesignSearch,
  nowMs: number,
): readonly BesideEvent[] {
  const { without, skip } = leftOutOf(search)
  return events
    .filter(
      (one) =>
        one.conjunctionId !== conjunctionId &&
        one.activeCdmId !== null &&
        one.state === 'OPEN' &&
        Date.parse(one.conjunctionData.tca) > nowMs,
    )
    .toSorted(
      (a, b) => (b.conjunctionData.probabilityOfCollision ?? 0) - (a.conjunctionData.probabilityOfCollision ?? 0),
    )
    .slice(0, MOST_OTHERS)
    .map((event) => {
      const kind = leavableKindsOf(event.object2).find((one) => without.includes(one))
      return { event, leftOut: kind ?? (skip.includes(event.conjunctionId) ? 'skip' : undefined) }
    })
}

/** Returns the future time until which events are left out; undefined for "until ignition"; 'wrong' for an invalid text. */
export function leftOutUntil({ until = '' }: DesignSearch, nowMs: number): string | 'wrong' | undefined {
  if (until.trim() === '') return undefined
  const instant = typedInstant(until)
  return instant === undefined || Date.parse(instant) <= nowMs ? 'wrong' : instant
}

/**
 * Returns the events that a plan leaves out of its screening: those that the map of all events leaves out; undefined
 * where there are none.
 */
export function leftOutFor(
  design: Design,
  search: DesignSearch,
  { beside, until }: { readonly beside: readonly BesideEvent[]; readonly until: string | undefined },
): LeftOut | undefined {
  if (design.events !== 'all') return undefined
  const { without: kinds, skip } = leftOutOf(search)
  const known = beside.map(({ event }) => event.conjunctionId)
  const conjunctionIds = skip.filter((id) => known.includes(id))
  return kinds.length + conjunctionIds.length === 0
    ? undefined
    : { kinds: [...kinds], conjunctionIds, ...(until === undefined ? {} : { until }) }
}

/**
 * Returns the messages of the events that count, and of those that are left out; the totals with them are beside the
 * others (flight rule F10).
 */
export function useMessagesOf(beside: readonly BesideEvent[]) {
  const of = (isLeftOut: boolean) =>
    beside.filter(({ leftOut }) => (leftOut !== undefined) === isLeftOut).map(({ event }) => event)
  return { ...useMessages(of(false)), leftOut: useMessages(of(true)) }
}

/** Returns the messages of some events; `isReady` once all are read. Events without a probability to plan with are named. */
function useMessages(counted: readonly Conjunction[]) {
  const lists = useQueries({ queries: counted.map(({ conjunctionId }) => cdmsQuery(conjunctionId)) })
  const texts = useQueries({ queries: counted.map(({ activeCdmId }) => messageTextQuery(activeCdmId ?? '')) })
  const failed = [...lists, ...texts].find(({ error }) => error !== null)?.error ?? null
  const others: OtherEvent[] = []
  const unusable: Conjunction[] = []
  counted.forEach((event, place) => {
    const cdm = lists[place]?.data?.find(({ cdmId }) => cdmId === event.activeCdmId)
    const text = texts[place]?.data
    if (cdm === undefined || text === undefined) return
    const { hardBodyRadius, ...assessed } = cdm.assessment
    const known = confirmationOf({ ...assessed, relativeSpeedMps: cdm.conjunctionData.relativeSpeed })
    if (known === null || known.isBySeparation || hardBodyRadius === null) unusable.push(event)
    else
      others.push({
        id: event.conjunctionId,
        cdmId: cdm.cdmId,
        pair: pairOf(event.conjunctionId, event.object2.designator),
        name: event.object2.name,
        text,
        radiusM: hardBodyRadius,
        method: known.confirmedBy,
      })
  })
  return { others, unusable, failed, isReady: others.length + unusable.length === counted.length }
}
