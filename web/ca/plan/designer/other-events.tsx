import { confirmationOf } from '@apsis/astro/conjunction/probability/co-orbiting.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { LEAVABLE, type Leavable, type LeftOut, leavableKindsOf } from '@apsis/contract/ca/plan/left-out.ts'
import { pairOf } from '@apsis/contract/ca/plan/repeated-pairs.ts'
import { replaceEqualDeep, useQueries, useQuery } from '@tanstack/react-query'
import { createContext, use, useRef } from 'react'
import { typedInstant } from '../../../clock/typed-instant.ts'
import { cdmsQuery, conjunctionsQuery } from '../../event/queries.ts'
import { messageTextQuery } from '../../message/message.ts'
import type { OtherEvent } from './collected.ts'
import type { Design, DesignSearch } from './design-address.ts'
import { type DesignedEvent, useDesign, useDesignedEvent, useSearchPart } from './designer-state.tsx'
import { pinned } from './pins.ts'

/** The maximum number of other events in a plan, the worst ones: a map of more events would take seconds. */
export const MOST_OTHERS = 20

/** An open event besides the event of the plan, and the reason why it does not count; undefined if it counts. */
export type BesideEvent = { readonly event: Conjunction; readonly leftOut: Leavable | 'skip' | undefined }

export const isLeavable = (word: string): word is Leavable => LEAVABLE.some((one) => one === word)
const listOf = (text: string | undefined) => (text ?? '').split(',').filter((word) => word !== '')

/** Returns the kinds and events that the address leaves out. */
export const leftOutOf = (search: Pick<DesignSearch, 'without' | 'skip'>) => ({
  without: listOf(search.without).filter(isLeavable),
  skip: listOf(search.skip),
})

/** Returns the open events besides the event of the plan, the worst first, each with the reason if it does not count. */
export function besideOf(
  events: readonly Conjunction[],
  conjunctionId: string,
  search: Pick<DesignSearch, 'without' | 'skip'>,
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
 * Returns the events that a plan leaves out of its screening; the map of all events leaves out the same ones. It is undefined if there are
 * none.
 */
export function leftOutFor(
  design: Pick<Design, 'events'>,
  search: Pick<DesignSearch, 'without' | 'skip'>,
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

/** The open events of the satellite besides the event of the plan, and their messages. */
type OtherEvents = {
  /** All open events of the satellite, including this one; undefined while they are being read. */
  readonly events: readonly Conjunction[] | undefined
  readonly beside: readonly BesideEvent[]
  readonly messages: ReturnType<typeof useMessagesOf>
  /** The events that count in the map; empty for a map of one event. */
  readonly counted: readonly OtherEvent[]
  /** True if the map can be computed: the messages of all events that count are read. */
  readonly isReady: boolean
}

export const OtherEventsContext = createContext<OtherEvents | undefined>(undefined)

/** Returns the other events of the satellite: the same object until one of them changes. */
export function useOtherEvents(): OtherEvents {
  const others = use(OtherEventsContext)
  if (others === undefined) throw new Error('There is no designer around this.')
  return others
}

/** Reads the other events once for all parts of the designer. */
export function OtherEventsProvider({ children }: React.PropsWithChildren) {
  const { conjunction, satellite, designCase } = useDesignedEvent()
  const { data: events } = useQuery(conjunctionsQuery(satellite.satelliteId))
  const search = useSearchPart(({ without, skip }) => ({ without, skip }))
  const isOfAll = useDesign((design) => design.events === 'all')
  const hasPins = useSearchPart((all) => pinned(all).length > 0)
  const beside = besideOf(events ?? [], conjunction.conjunctionId, search, designCase.nowMs)
  // Burns are also compared by their effect on the other events.
  const messages = useMessagesOf(isOfAll || hasPins ? beside : [])
  const last = useRef<OtherEvents>(undefined)
  last.current = replaceEqualDeep(last.current, {
    events,
    beside,
    messages,
    counted: isOfAll ? messages.others : [],
    isReady: !isOfAll || (messages.isReady && messages.failed === null),
  })
  return <OtherEventsContext value={last.current}>{children}</OtherEventsContext>
}

/** Returns the events that a saved plan leaves out, and true if the time until which they are left out cannot be read. */
export function useLeftOut() {
  const { designCase } = useDesignedEvent()
  const { beside } = useOtherEvents()
  const events = useDesign((design) => design.events)
  return useSearchPart((search) => {
    const until = leftOutUntil(search, designCase.nowMs)
    const leftOut = leftOutFor({ events }, search, { beside, until: until === 'wrong' ? undefined : until })
    return { leftOut, isUntilWrong: until === 'wrong' && leftOut !== undefined }
  })
}

/** Returns the event of the plan, in the form of the other events. */
export const ownEventOf = ({ conjunction, message, designCase }: DesignedEvent): OtherEvent => ({
  id: conjunction.conjunctionId,
  cdmId: message.cdm.cdmId,
  pair: pairOf(conjunction.conjunctionId, conjunction.object2.designator),
  name: conjunction.object2.name,
  text: designCase.text,
  radiusM: designCase.radiusM,
  method: designCase.method,
})

/**
 * Returns the messages of the counted events and of the excluded ones, so that the totals with and without the excluded events can both be
 * shown (flight rule F10).
 */
function useMessagesOf(beside: readonly BesideEvent[]) {
  const of = (isLeftOut: boolean) =>
    beside.filter(({ leftOut }) => (leftOut !== undefined) === isLeftOut).map(({ event }) => event)
  return { ...useMessages(of(false)), leftOut: useMessages(of(true)) }
}

/**
 * Returns the messages of some events; `isReady` is true once all are read. Events without a probability to plan with are listed by name.
 */
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
