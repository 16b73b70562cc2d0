import { createStore, useStore } from '../../ui/store/store.ts'

/** The screen has a headline, but it is not yet known which event the headline will name. */
export const UNDER_WAY = 'under way'

const named = createStore<string | undefined>(undefined)

/** Names an event in the headline of the screen for as long as it is mounted; returns the function that removes it. */
export function nameInHeadline(id: string): () => void {
  named.set(id)
  return () => named.set(undefined)
}

/** Returns the event that the headline of the screen names, so that it is not repeated above the headline. */
export function useHeadline(): string | undefined {
  return useStore(named)
}
