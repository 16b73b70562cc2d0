import { useSyncExternalStore } from 'react'

let named: string | undefined
const watchers = new Set<() => void>()

function keep(id: string | undefined): void {
  named = id
  for (const watcher of watchers) watcher()
}

/** The headline of a screen names an event as long as it stands; returns how to take that back. */
export function nameInHeadline(id: string): () => void {
  keep(id)
  return () => keep(undefined)
}

const subscribe = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The event that the headline of the screen names: what it says is not said a second time above it. */
export function useHeadline(): string | undefined {
  return useSyncExternalStore(subscribe, () => named)
}
