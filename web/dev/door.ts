import type { AnyRouter } from '@tanstack/react-router'
import { queryClient } from '../api/queries.ts'
import { forgetNotices } from '../notifications/notifications.ts'
import { PREFERENCES } from '../ui/preference/preference.ts'
import { putBackPageStores } from '../ui/store/store.ts'

/** The functions for tests in `globalThis` of a page in developer mode. */
export type Door = {
  /** Opens an address without loading the page, and without the questions that may be asked before leaving. */
  readonly go: (address: string) => Promise<void>
  /** Discards everything that was read, typed and chosen in this page. The address stays, so call `go` first. */
  readonly forget: () => void
  /** Returns the keys of the reads that a part of the screen uses, or that are running. */
  readonly openQueries: () => readonly string[]
  /** True if nothing is being read or written. */
  readonly isQuiet: () => boolean
}

/** Lets the test driver of this page reset the application in place, because a load takes five times as long. */
export function openDoor(router: AnyRouter): void {
  const door: Door = {
    go: (address) => router.navigate({ href: address, ignoreBlocker: true }),
    forget: () => {
      putBackPageStores()
      forgetNotices()
      queryClient.getMutationCache().clear()
      queryClient.removeQueries({ type: 'inactive' })
      // The data of the frame is read again: removing it from the cache would leave it on the screen.
      void queryClient.resetQueries()
      localStorage.clear()
      sessionStorage.clear()
      forgetChoices()
    },
    openQueries: () =>
      queryClient
        .getQueryCache()
        .getAll()
        .filter((query) => query.getObserversCount() > 0 || query.state.fetchStatus !== 'idle')
        .map(({ queryHash }) => queryHash)
        .sort(),
    isQuiet: () => queryClient.isFetching() + queryClient.isMutating() === 0,
  }
  Reflect.set(globalThis, 'apsis', door)
}

/** Resets the preferences as if another tab had chosen the default values, and discards all other stored choices. */
function forgetChoices(): void {
  for (const [name, [usual]] of Object.entries(PREFERENCES))
    dispatchEvent(new StorageEvent('storage', { key: `apsis-${name}`, newValue: usual }))
  dispatchEvent(new StorageEvent('storage', { key: null }))
}
