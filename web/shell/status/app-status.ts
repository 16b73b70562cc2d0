import { useSyncExternalStore } from 'react'
import { useLive } from '../../api/events.ts'
import { useOutage } from '../../api/outage.ts'
import { queryClient } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { createStore, useStore } from '../../ui/store/store.ts'
import { type AppStatus, appStatusOf, isFailedRead, lastReadOf } from './up-to-date.ts'

const cache = queryClient.getQueryCache()
const onCache = (changed: () => void) => cache.subscribe(changed)

// A short read changes nothing on the screen, because the status is polled every half minute.
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

const lastRead = () => lastReadOf(cache.getAll())
const hasFailed = () => cache.getAll().some(isFailedRead)

/** Returns the status of the screen: up to date with the server or not, and why. */
export function useAppStatus(): AppStatus {
  const isUpdating = useStore(updating)
  const asOf = useSyncExternalStore(onCache, lastRead)
  const failed = useSyncExternalStore(onCache, hasFailed)
  const session = useSession()
  const outage = useOutage()
  const live = useLive()
  return appStatusOf({ session, outage, live, isUpdating, failed, asOf })
}
