import { createPageStore, useStore } from '../../ui/store/store.ts'

/** The overlays that may cover a screen, one at a time. */
export type Overlay = 'palette' | 'shortcuts'

const open = createPageStore<Overlay | undefined>(undefined)

/** Shows an overlay above the screen, instead of another. */
export function openOverlay(overlay: Overlay): void {
  open.set(overlay)
}

export function closeOverlay(): void {
  open.set(undefined)
}

/** Returns the overlay that is shown; the component renders again when it changes. */
export function useOverlay(): Overlay | undefined {
  return useStore(open)
}
