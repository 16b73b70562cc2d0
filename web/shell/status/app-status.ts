import { useSyncExternalStore } from 'react'
import { useLive } from '../../api/events.ts'
import { useOutage } from '../../api/outage.ts'
import { ApiProblem } from '../../api/problem.ts'
import { queryClient } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'
import { createStore, useStore } from '../../ui/store/store.ts'

type AppWord = 'upToDate' | 'updating' | 'starting' | 'notAuthenticated' | 'notUpToDate' | 'noLive' | 'noServer'
/** The states of the application in the words of spec §2, and when anything was last read. */
export type AppStatus = { readonly level: Level; readonly word: AppWord; readonly asOf: number }

const cache = queryClient.getQueryCache()
const onCache = (changed: () => void) => cache.subscribe(changed)

// A read that takes no longer than a glance changes nothing on the screen: the status is polled every half minute.
const GLANCE_MS = 300
const updating = createStore(false)
let glance: ReturnType<typeof setTimeout> | undefined

cache.subscribe(() => {
  if (queryClient.isFetching() > 0) glance ??= setTimeout(() => updating.set(true), GLANCE_MS)
  else {
    clearTimeout(glance)
    glance = undefined
    updating.set(false)
  }
})

function lastRead(): number {
  return Math.max(0, ...cache.getAll().map((query) => query.state.dataUpdatedAt))
}

/** What the server refuses because of the question is its answer: nothing on the screen is old. */
const ANSWERS: readonly (string | undefined)[] = ['request-invalid', 'not-found', 'unprocessable']

export function isAnswer(error: unknown): boolean {
  return error instanceof ApiProblem && ANSWERS.includes(error.kind)
}

function hasFailed(): boolean {
  return cache
    .getAll()
    .some((query) => query.isActive() && query.state.status === 'error' && !isAnswer(query.state.error))
}

/** Whether what is on the screen is what the server last said. */
export function useAppStatus(): AppStatus {
  const isUpdating = useStore(updating)
  const asOf = useSyncExternalStore(onCache, lastRead)
  const failed = useSyncExternalStore(onCache, hasFailed)
  const session = useSession()
  const outage = useOutage()
  const live = useLive()
  // Nobody knows yet: that is not the same as nobody.
  if (session.status === 'starting') return { level: 'pending', word: 'starting', asOf }
  if (session.status !== 'signed-in' || session.isEnding) return { level: 'inactive', word: 'notAuthenticated', asOf }
  // While the server does not answer, a read that tries it again updates nothing.
  if (outage?.kind === 'unreachable') return { level: 'caution', word: 'noServer', asOf }
  if (isUpdating) return { level: 'pending', word: 'updating', asOf }
  // Addition: spec §2 has no word for a failed read, and "Up to date" would be untrue.
  if (failed) return { level: 'caution', word: 'notUpToDate', asOf }
  // What nobody announces may have changed already.
  if (live.state === 'lost') return { level: 'caution', word: 'noLive', asOf }
  if (asOf === 0) return { level: 'pending', word: 'updating', asOf }
  return { level: 'ok', word: 'upToDate', asOf }
}
