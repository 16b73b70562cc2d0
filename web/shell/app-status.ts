import { useIsFetching } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../api/queries.ts'
import { useSession } from '../session/session.ts'
import type { Level } from '../ui/status-symbol.tsx'

/** The states of the application in the words of spec §2, and when anything was last read. */
export type AppStatus = { readonly level: Level; readonly words: string; readonly asOf: number }

const cache = queryClient.getQueryCache()
const onCache = (changed: () => void) => cache.subscribe(changed)

function lastRead(): number {
  return Math.max(0, ...cache.getAll().map((query) => query.state.dataUpdatedAt))
}

function hasFailed(): boolean {
  return cache.getAll().some((query) => query.isActive() && query.state.status === 'error')
}

/** Whether what is on the screen is what the server last said. */
export function useAppStatus(): AppStatus {
  const fetching = useIsFetching({}, queryClient) > 0
  const asOf = useSyncExternalStore(onCache, lastRead)
  const failed = useSyncExternalStore(onCache, hasFailed)
  const session = useSession()
  if (session.status !== 'signed-in') return { level: 'inactive', words: 'Not authenticated', asOf }
  if (fetching) return { level: 'pending', words: 'Updating in background', asOf }
  // Addition: spec §2 has no word for a failed read, and "Up to date" would be untrue.
  return failed ? { level: 'caution', words: 'Not up to date', asOf } : { level: 'ok', words: 'Up to date', asOf }
}
