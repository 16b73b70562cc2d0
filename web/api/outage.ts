import { useSyncExternalStore } from 'react'
import { now } from '../clock/clock.ts'
import { answers } from '../site/reach.ts'
import { createStore, useStore } from '../ui/store/store.ts'
import { type ApiProblem, isOutage } from './problem.ts'
import { queryClient } from './queries.ts'

/**
 * `unreachable`: the server does not answer. `unavailable`: the server answers, but not all data on the screen can be read, for example
 * because its database is away.
 */
export type Outage = { readonly kind: 'unreachable' | 'unavailable'; readonly since: number }

/** The simplest resource of the server: if the page can read it, the server is reachable. */
const PROBE = '/config.json'

const outage = createStore<Outage | undefined>(undefined)
let unreachableSince: number | undefined
let probing: Promise<void> | undefined

/**
 * Records the result of each call. A call without an answer may have failed for its own reason, so another resource is read before the
 * outage is shown; a cancelled call says nothing about the server.
 */
export function noteCall(problem: ApiProblem | undefined): void {
  const isAnswered = problem === undefined || problem.status !== undefined || problem.kind === 'unexpected-answer'
  if (isAnswered) reached(true)
  else if (isOutage(problem)) void probe()
}

/** Reads the simplest resource of the server; afterwards the outage state is up to date. */
export function probe(): Promise<void> {
  const at = now()
  probing ??= answers(PROBE)
    .then((isThere) => reached(isThere, at))
    .finally(() => {
      probing = undefined
    })
  return probing
}

function reached(isThere: boolean, at: number = now()): void {
  unreachableSince = isThere ? undefined : (unreachableSince ?? at)
  look()
}

const cache = queryClient.getQueryCache()
/** The reads that failed in an outage, with the time of the failure: they count as failing until they succeed, also during a new try. */
const failing = new Map<string, number>()

/** True if the read of a query that is on the screen failed in an outage. */
export function isFailedByOutage(query: { readonly queryHash: string; readonly isActive: () => boolean }): boolean {
  return failing.has(query.queryHash) && query.isActive()
}

function look(): void {
  const failed = cache
    .getAll()
    .flatMap((query) => (isFailedByOutage(query) ? (failing.get(query.queryHash) ?? []) : []))
  const since = unreachableSince ?? (failed.length > 0 ? Math.min(...failed) : undefined)
  const next = since === undefined ? undefined : { kind: kindOf(unreachableSince), since }
  const before = outage.read()
  if (next?.kind !== before?.kind || next?.since !== before?.since) outage.set(next)
}

const kindOf = (since: number | undefined): Outage['kind'] => (since === undefined ? 'unavailable' : 'unreachable')

cache.subscribe((event) => {
  const { queryHash } = event.query
  if (event.type === 'removed') failing.delete(queryHash)
  // A value that was restored from the stored answers is not an answer of the server.
  else if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
    failing.delete(queryHash)
  else if (event.type === 'updated' && event.action.type === 'error') {
    const problem = event.action.error as ApiProblem
    const isAnswer = problem.kind === 'timeout' && event.query.meta?.mayTakeTooLong === true
    if (isAnswer || !isOutage(problem)) failing.delete(queryHash)
    else if (!failing.has(queryHash)) failing.set(queryHash, now())
  } else if (event.type !== 'observerAdded' && event.type !== 'observerRemoved') return
  look()
})

/** Returns the current outage. */
export const getOutage = outage.read

/** Calls the listener at each change until the returned function is called. */
export const onOutage = outage.subscribe

/** Returns the outage, undefined if there is none; the component renders again when that changes. */
export function useOutage(): Outage | undefined {
  return useStore(outage)
}

/** Returns the time at which the oldest data on the screen was read; undefined if nothing was read. */
export function useOldestRead(): number | undefined {
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      const read = cache
        .getAll()
        .flatMap((query) => (query.isActive() && query.state.dataUpdatedAt > 0 ? [query.state.dataUpdatedAt] : []))
      return read.length > 0 ? Math.min(...read) : undefined
    },
  )
}
