import { useIsFetching } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from '../api/queries.ts'
import { useSession } from '../session/session.ts'
import type { Level } from '../ui/status-symbol.tsx'

/** The three states of the application in the words of spec §2, and when anything was last read. */
export type AppStatus = { readonly level: Level; readonly words: string; readonly asOf: number }

const cache = queryClient.getQueryCache()

function lastRead(): number {
  return Math.max(0, ...cache.getAll().map((query) => query.state.dataUpdatedAt))
}

/** Whether what is on the screen is what the server last said. */
export function useAppStatus(): AppStatus {
  const fetching = useIsFetching({}, queryClient) > 0
  const asOf = useSyncExternalStore((changed) => cache.subscribe(changed), lastRead)
  const session = useSession()
  if (session.status !== 'signed-in') return { level: 'inactive', words: 'Not authenticated', asOf }
  return fetching
    ? { level: 'pending', words: 'Updating in background', asOf }
    : { level: 'ok', words: 'Up to date', asOf }
}
