import { useSyncExternalStore } from 'react'

/** How long a removal can be taken back (spec §4: as long as a toast is shown). */
export const REMOVAL_MS = 12_000

type Removal = { readonly id: string; readonly name: string; readonly commit: () => void; readonly timer: number }

let pending: readonly Removal[] = []
const listeners = new Set<() => void>()

function set(next: readonly Removal[]): void {
  pending = next
  for (const listener of listeners) listener()
}

/**
 * Removes something in a while, since it cannot be brought back afterwards: until then it is hidden and can be kept. Who
 * closes the page before keeps it.
 */
export function removeLater(id: string, name: string, commit: () => void): void {
  const timer = window.setTimeout(() => {
    set(pending.filter((one) => one.id !== id))
    commit()
  }, REMOVAL_MS)
  set([...pending, { id, name, commit, timer }])
}

/** Keeps what was about to be removed. */
export function keep(id: string): void {
  for (const one of pending) if (one.id === id) clearTimeout(one.timer)
  set(pending.filter((one) => one.id !== id))
}

/** What is about to be removed. */
export function useRemovals(): readonly Removal[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => pending,
  )
}
