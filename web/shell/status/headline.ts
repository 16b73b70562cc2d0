import { createStore, useStore } from '../../ui/store/store.ts'

/** The screen has a headline, and it is not known yet which event it will name. */
export const UNDER_WAY = 'under way'

const named = createStore<string | undefined>(undefined)

/** The headline of a screen names an event as long as it stands; returns how to take that back. */
export function nameInHeadline(id: string): () => void {
  named.set(id)
  return () => named.set(undefined)
}

/** The event that the headline of the screen names: what it says is not said a second time above it. */
export function useHeadline(): string | undefined {
  return useStore(named)
}
