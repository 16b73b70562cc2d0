import { createPageStore, useStore } from '../../ui/store/store.ts'

/** The time during which a removal can be cancelled (spec §4: as long as a toast is shown). */
export const REMOVAL_MS = 12_000

type Removal = { readonly id: string; readonly name: string; readonly commit: () => void; readonly timer: number }

const pending = createPageStore<readonly Removal[]>([])

function forget(id: string): void {
  pending.set(pending.read().filter((one) => one.id !== id))
}

/**
 * Removes an item after a delay, because it cannot be restored afterwards: until then it is hidden and can be kept. If the page is closed
 * before that, the item is kept.
 */
export function removeLater(id: string, name: string, commit: () => void): void {
  const timer = window.setTimeout(() => {
    forget(id)
    commit()
  }, REMOVAL_MS)
  pending.set([...pending.read(), { id, name, commit, timer }])
}

/** Keeps an item that was about to be removed. */
export function keep(id: string): void {
  for (const one of pending.read()) if (one.id === id) clearTimeout(one.timer)
  forget(id)
}

/** Returns the items that are about to be removed. */
export function useRemovals(): readonly Removal[] {
  return useStore(pending)
}
