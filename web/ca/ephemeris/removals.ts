import { createPageStore, useStore } from '../../ui/store/store.ts'

/** How long a removal can be taken back (spec §4: as long as a toast is shown). */
export const REMOVAL_MS = 12_000

type Removal = { readonly id: string; readonly name: string; readonly commit: () => void; readonly timer: number }

const pending = createPageStore<readonly Removal[]>([])

function forget(id: string): void {
  pending.set(pending.read().filter((one) => one.id !== id))
}

/**
 * Removes something after a while, since it cannot be brought back afterwards: until then it is hidden and can be kept.
 * Closing the page before that keeps it.
 */
export function removeLater(id: string, name: string, commit: () => void): void {
  const timer = window.setTimeout(() => {
    forget(id)
    commit()
  }, REMOVAL_MS)
  pending.set([...pending.read(), { id, name, commit, timer }])
}

/** Keeps what was about to be removed. */
export function keep(id: string): void {
  for (const one of pending.read()) if (one.id === id) clearTimeout(one.timer)
  forget(id)
}

/** What is about to be removed. */
export function useRemovals(): readonly Removal[] {
  return useStore(pending)
}
