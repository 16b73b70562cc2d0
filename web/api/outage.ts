import { useSyncExternalStore } from 'react'
import { now } from '../clock/clock.ts'
import { answers } from '../site/reach.ts'
import { createStore, useStore } from '../ui/store/store.ts'
import { type ApiProblem, isOutage } from './problem.ts'
import { queryClient } from './queries.ts'

/**
 * `unreachable`: nobody answers. `unavailable`: the server answers, but not all data on the screen can be read, as when
 * its database is away.
 */
export type Outage = { readonly kind: 'unreachable' | 'unavailable'; readonly since: number }

/** The simplest resource of the server: a page that gets it has reached the server. */
const PROBE = '/config.json'

const outage = createStore<Outage | undefined>(undefined)
let unreachableSince: number | undefined
let probing: Promise<void> | undefined

/**
 * Takes the result of each call. A call without an answer may have had its own reason, so the server is asked for
 * something else before the outage is shown; a call that somebody cancelled says nothing of the server.
 */
export function noteCall(problem: ApiProblem | undefined): void {
  const isAnswered = problem === undefined || problem.status !== undefined || problem.kind === 'unexpected-answer'
  if (isAnswered) reached(true)
  else if (isOutage(problem)) void probe()
}

/** Asks the server for its simplest resource; the caller knows afterwards if the server is there. */
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
/** Reads that an outage has made fail, each since when: they go on failing until they succeed, also while asked again. */
const failing = new Map<string, number>()

/** Such a read, of something that is on the screen. */
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
  // A value that was put there from the stored answers is no answer of the server.
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

/** The outage as it is now. */
export const getOutage = outage.read

/** Calls the listener at each change until the returned function is called. */
export const onOutage = outage.subscribe

/** The outage, undefined while there is none; the component renders again when that changes. */
export function useOutage(): Outage | undefined {
  return useStore(outage)
}

/** Returns the time at which the oldest part of the screen was read; undefined if nothing was. */
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
