import { createPageStore, useStore } from '../../ui/store/store.ts'

/** The overlays that may lie over every screen, one at a time. */
export type Overlay = 'palette' | 'shortcuts'

const open = createPageStore<Overlay | undefined>(undefined)

/** Lays it over the screen, in place of another. */
export function openOverlay(overlay: Overlay): void {
  open.set(overlay)
}

export function closeOverlay(): void {
  open.set(undefined)
}

/** Returns the overlay over the screen; the component renders again when it changes. */
export function useOverlay(): Overlay | undefined {
  return useStore(open)
}
