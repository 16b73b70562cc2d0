import { queryOptions } from '@tanstack/react-query'
import { startThread } from '../../site/own-thread.ts'
import type { ChosenBurn, EventAfter, OtherEvent } from './collected.ts'
import type { Candidate, DesignCase, DesignWish, TradeSpace } from './design.ts'
import type { DesignQuestion } from './design-worker.ts'
import workerUrl from './design-worker.ts?worker&url'

type Waiting = { readonly resolve: (answer: unknown) => void; readonly reject: (error: Error) => void }
type Answer = { readonly id: number; readonly answer?: unknown; readonly failure?: string }

let thread: Worker | undefined
let asked = 0
const waiting = new Map<number, Waiting>()

/** Asks the thread of the planner, which is started with the first question and then kept: nothing leaves the browser. */
function ask<T>(question: DesignQuestion): Promise<T> {
  thread ??= startPlanner()
  asked += 1
  const id = asked
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  waiting.set(id, { resolve: (answer) => resolve(answer as T), reject })
  thread.postMessage({ id, question })
  return promise
}

function startPlanner(): Worker {
  const worker = startThread(workerUrl)
  worker.onmessage = ({ data: { id, answer, failure } }: MessageEvent<Answer>) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (failure === undefined) one?.resolve(answer)
    else one?.reject(new Error(failure))
  }
  worker.onerror = ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || 'The planner stopped.'))
    waiting.clear()
    worker.terminate()
    thread = undefined
  }
  return worker
}

/** The computation is this browser's own: what it fails of stands in its pane, and trying again would change nothing. */
const own = { staleTime: Number.POSITIVE_INFINITY, retry: false, meta: { silent: 'design-burn' } } as const

/** A message never changes: its id stands for its text. */
const keysOf = (events: readonly OtherEvent[]) => events.map(({ cdmId }) => cdmId)

/** The map of one event, or of it and others. */
export const tradeSpaceQuery = (given: DesignCase, wish: DesignWish, others: readonly OtherEvent[]) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'space', given, wish, keysOf(others)],
    queryFn: () => ask<TradeSpace>({ kind: 'space', given, wish, others }),
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
    queryFn: () => ask<EventAfter[]>({ kind: 'events', given, wish, events, burn }),
  })

export const suggestionsQuery = (given: DesignCase, wish: DesignWish) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'suggestions', given, wish],
    queryFn: () => ask<Candidate[]>({ kind: 'suggestions', given, wish }),
  })

export const candidateQuery = (given: DesignCase, wish: DesignWish, ignitionMs: number) =>
  queryOptions({
    ...own,
    queryKey: ['design', 'own', given, wish, ignitionMs],
    queryFn: () => ask<Candidate>({ kind: 'own', given, wish, ignitionMs }),
  })
