import type { PlanRefusal } from '@apsis/contract/ca/plan/plan-refusal.ts'
import { hashKey, type QueryKey, queryOptions, skipToken } from '@tanstack/react-query'
import { startThread } from '../../../site/own-thread.ts'
import { ImpossibleBurn } from './burn-size.ts'
import type { ChosenBurn, EventAfter, OtherEvent, SpaceOfEvents } from './collected.ts'
import type { BurnSettings, Candidate, DesignCase } from './design.ts'
import type { DesignQuestion } from './design-worker.ts'
import workerUrl from './design-worker.ts?worker&url'
import type { PlaneAfter } from './plane-after.ts'
import { openQueue } from './question-queue.ts'
import type { RevolutionsAndShadows } from './revolutions.ts'
import type { SafeAsked, SafeBurns } from './safe-burns.ts'

type Answer = {
  readonly id: number
  readonly answer?: unknown
  readonly failure?: string
  readonly refusal?: PlanRefusal
}

let thread: Worker | undefined
/** Computations that follow the pointer come before the map and the suggestions. */
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

/** Sends a query to the worker thread, which is started with the first query and then kept: no data leaves the browser. */
const ask = <T>(question: DesignQuestion, signal: AbortSignal) => queue.ask(question, signal) as Promise<T>

function startPlanner(): Worker {
  const worker = startThread(workerUrl)
  worker.onmessage = ({ data: { id, answer, failure, refusal } }: MessageEvent<Answer>) => {
    if (refusal !== undefined) queue.answered(id, { failure: new ImpossibleBurn(refusal) })
    else queue.answered(id, failure === undefined ? { answer } : { failure: new Error(failure) })
  }
  worker.onerror = ({ message }) => {
    worker.terminate()
    thread = undefined
    queue.lost(new Error(message || 'The planner stopped.'))
  }
  return worker
}

/** A case contains a complete message, so its text is made once, and not for each query. */
const caseTexts = new WeakMap<DesignCase, string>()

function hashOf([, kind, designCase, ...rest]: QueryKey): string {
  const text = caseTexts.get(designCase as DesignCase) ?? hashKey([designCase])
  caseTexts.set(designCase as DesignCase, text)
  return `${kind} ${hashKey(rest)} ${text}`
}

/** The computation runs in this browser: a failure is shown in its pane, and a retry would give the same result. */
const own = {
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  meta: { silent: 'design-burn' },
  queryKeyHashFn: hashOf,
} as const

/** A message never changes, so its ID represents its text. */
const keysOf = (events: readonly OtherEvent[]) => events.map(({ cdmId }) => cdmId)

/** Returns the message of a key with its assessment, and the first parts of the key; the current time is left out. */
function askedIn([, , designCase, ...rest]: QueryKey, parts: number): string {
  const { text, radiusM, method } = designCase as DesignCase
  return JSON.stringify([text, radiusM, method, rest.slice(0, parts)])
}

/**
 * Returns a function for `placeholderData`. If message and the first `parts` of the key (the settings, then the events) are equal, the earlier
 * result stays until the new one is there. The result of another message or other settings would be misleading.
 */
export const keepOfSame =
  (key: QueryKey, parts: 0 | 1 | 2) =>
  <T>(before: T | undefined, query: { readonly queryKey: QueryKey } | undefined): T | undefined =>
    query !== undefined && askedIn(query.queryKey, parts) === askedIn(key, parts) ? before : undefined

/** Computes the map of one event, or of this event and others. */
export const tradeSpaceQuery = (designCase: DesignCase, settings: BurnSettings, others: readonly OtherEvent[]) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'space', designCase, settings, keysOf(others)],
    queryFn: ({ signal }) => ask<SpaceOfEvents>({ kind: 'space', designCase, settings, others }, signal),
  })

/** Computes the result of a burn for each of some events. */
export const eventsAfterQuery = (
  designCase: DesignCase,
  settings: BurnSettings,
  { events, burn }: { readonly events: readonly OtherEvent[]; readonly burn: ChosenBurn },
) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'events', designCase, settings, keysOf(events), burn],
    queryFn: ({ signal }) => ask<EventAfter[]>({ kind: 'events', designCase, settings, events, burn }, signal),
  })

export const suggestionsQuery = (designCase: DesignCase, settings: BurnSettings) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'suggestions', designCase, settings],
    queryFn: ({ signal }) => ask<Candidate[]>({ kind: 'suggestions', designCase, settings }, signal),
  })

export const candidateQuery = (designCase: DesignCase, settings: BurnSettings, ignitionMs: number) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'own', designCase, settings, ignitionMs],
    queryFn: ({ signal }) => ask<Candidate>({ kind: 'own', designCase, settings, ignitionMs }, signal),
  })

/** Computes the revolutions and eclipses on the axis of the map. */
export const orbitQuery = (designCase: DesignCase, firstLead: number | undefined) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'orbit', designCase, firstLead],
    queryFn:
      firstLead === undefined
        ? skipToken
        : ({ signal }) => ask<RevolutionsAndShadows>({ kind: 'orbit', designCase, firstLead }, signal),
  })

/** Computes the conjunction plane without and with a burn. */
export const planeQuery = (designCase: DesignCase, settings: BurnSettings, burn: ChosenBurn | undefined) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'plane', designCase, settings, burn?.ignitionMs, burn?.deltaVRtn],
    queryFn:
      burn === undefined
        ? skipToken
        : ({ signal }) => ask<PlaneAfter | null>({ kind: 'plane', designCase, settings, burn }, signal),
  })

/** Computes the safe sizes along the line at a time. */
export const safeBurnsQuery = (designCase: DesignCase, settings: BurnSettings, asked: SafeAsked) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'safe', designCase, settings, asked.ignitionMs, asked.reachMps, keysOf(asked.others)],
    queryFn: ({ signal }) => ask<SafeBurns | null>({ kind: 'safe', designCase, settings, ...asked }, signal),
  })

/**
 * True if there will be no result: the query failed, or its inputs will not come, and no computation is running. A failure of another part
 * does not affect one that is still being computed.
 */
export function isStuck(
  { error, fetchStatus }: { readonly error: Error | null; readonly fetchStatus: 'fetching' | 'paused' | 'idle' },
  isHeld: boolean,
): boolean {
  return error !== null || (isHeld && fetchStatus === 'idle')
}
