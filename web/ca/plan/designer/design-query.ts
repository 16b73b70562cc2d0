import type { PlanRefusal } from '@apsis/contract/ca/plan/plan-refusal.ts'
import { type QueryKey, queryOptions, skipToken } from '@tanstack/react-query'
import { startThread } from '../../../site/own-thread.ts'
import type { ChosenBurn, EventAfter, OtherEvent, SpaceOfEvents } from './collected.ts'
import type { Candidate, DesignCase, DesignWish } from './design.ts'
import type { DesignQuestion } from './design-worker.ts'
import workerUrl from './design-worker.ts?worker&url'
import { NotMade } from './not-made.ts'
import type { OrbitAround } from './orbit-around.ts'
import type { PlaneAfter } from './plane-after.ts'
import { openQueue } from './question-queue.ts'
import type { SafeAsked, SafeBurns } from './safe-burns.ts'

type Answer = {
  readonly id: number
  readonly answer?: unknown
  readonly failure?: string
  readonly refusal?: PlanRefusal
}

let thread: Worker | undefined
/** What follows the pointer goes before the map and the suggestions. */
const RANKS: Readonly<Record<DesignQuestion['kind'], number>> = {
  own: 0,
  plane: 1,
  events: 2,
  space: 3,
  orbit: 4,
  suggestions: 5,
  safe: 6,
}
const queue = openQueue<DesignQuestion>(
  (id, question) => {
    thread ??= startPlanner()
    thread.postMessage({ id, question })
  },
  ({ kind }) => RANKS[kind],
)

/** Asks the thread of the planner, which is started with the first question and then kept: nothing leaves the browser. */
const ask = <T>(question: DesignQuestion, signal: AbortSignal) => queue.ask(question, signal) as Promise<T>

function startPlanner(): Worker {
  const worker = startThread(workerUrl)
  worker.onmessage = ({ data: { id, answer, failure, refusal } }: MessageEvent<Answer>) => {
    if (refusal !== undefined) queue.answered(id, { failure: new NotMade(refusal) })
    else queue.answered(id, failure === undefined ? { answer } : { failure: new Error(failure) })
  }
  worker.onerror = ({ message }) => {
    worker.terminate()
    thread = undefined
    queue.lost(new Error(message || 'The planner stopped.'))
  }
  return worker
}

/** The computation is this browser's own: what it fails of stands in its pane, and trying again would change nothing. */
const own = { staleTime: Number.POSITIVE_INFINITY, retry: false, meta: { silent: 'design-burn' } } as const

/** A message never changes: its id stands for its text. */
const keysOf = (events: readonly OtherEvent[]) => events.map(({ cdmId }) => cdmId)

/** The message of a key as it is assessed, and the first parts that are asked beside it; the time now is none of it. */
function askedIn([, , given, ...rest]: QueryKey, parts: number): string {
  const { text, radiusM, method } = given as DesignCase
  return JSON.stringify([text, radiusM, method, rest.slice(0, parts)])
}

/**
 * For `placeholderData`: what was found before stands until the new is there, only where both are of the same message and of
 * the same first `parts` (the wish, then the events). Of another message or wish it would be taken for what it is not.
 */
export const keepOfSame =
  (key: QueryKey, parts: 0 | 1 | 2) =>
  <T>(before: T | undefined, query: { readonly queryKey: QueryKey } | undefined): T | undefined =>
    query !== undefined && askedIn(query.queryKey, parts) === askedIn(key, parts) ? before : undefined

/** The map of one event, or of it and others. */
export const tradeSpaceQuery = (given: DesignCase, wish: DesignWish, others: readonly OtherEvent[]) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'space', given, wish, keysOf(others)],
    queryFn: ({ signal }) => ask<SpaceOfEvents>({ kind: 'space', given, wish, others }, signal),
  })

/** What a burn leaves of each of some events. */
export const eventsAfterQuery = (
  given: DesignCase,
  wish: DesignWish,
  { events, burn }: { readonly events: readonly OtherEvent[]; readonly burn: ChosenBurn },
) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'events', given, wish, keysOf(events), burn],
    queryFn: ({ signal }) => ask<EventAfter[]>({ kind: 'events', given, wish, events, burn }, signal),
  })

export const suggestionsQuery = (given: DesignCase, wish: DesignWish) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'suggestions', given, wish],
    queryFn: ({ signal }) => ask<Candidate[]>({ kind: 'suggestions', given, wish }, signal),
  })

export const candidateQuery = (given: DesignCase, wish: DesignWish, ignitionMs: number) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'own', given, wish, ignitionMs],
    queryFn: ({ signal }) => ask<Candidate>({ kind: 'own', given, wish, ignitionMs }, signal),
  })

/** Revolutions and eclipses on the axis of the map. */
export const orbitQuery = (given: DesignCase, firstLead: number | undefined) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'orbit', given, firstLead],
    queryFn:
      firstLead === undefined
        ? skipToken
        : ({ signal }) => ask<OrbitAround>({ kind: 'orbit', given, firstLead }, signal),
  })

/** The conjunction plane without and with a burn. */
export const planeQuery = (given: DesignCase, wish: DesignWish, burn: ChosenBurn | undefined) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'plane', given, wish, burn?.ignitionMs, burn?.deltaVRtn],
    queryFn:
      burn === undefined
        ? skipToken
        : ({ signal }) => ask<PlaneAfter | null>({ kind: 'plane', given, wish, burn }, signal),
  })

/** The sizes along the line at a time that are safe. */
export const safeBurnsQuery = (given: DesignCase, wish: DesignWish, asked: SafeAsked) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'safe', given, wish, asked.ignitionMs, asked.reachMps, keysOf(asked.others)],
    queryFn: ({ signal }) => ask<SafeBurns | null>({ kind: 'safe', given, wish, ...asked }, signal),
  })

/**
 * Whether there will be nothing: it failed, or what it waits for does not come, and nothing is computed any more. Another part that failed
 * says nothing of one that is still computed.
 */
export function isStuck(
  { error, fetchStatus }: { readonly error: Error | null; readonly fetchStatus: 'fetching' | 'paused' | 'idle' },
  isHeld: boolean,
): boolean {
  return error !== null || (isHeld && fetchStatus === 'idle')
}
