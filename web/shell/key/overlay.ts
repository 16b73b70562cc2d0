import { useSyncExternalStore } from 'react'

/** What may lie over every screen, one at a time. */
export type Overlay = 'palette' | 'shortcuts'

let open: Overlay | undefined
const listeners = new Set<() => void>()

function set(next: Overlay | undefined): void {
  open = next
  for (const listener of listeners) listener()
}

/** Lays it over the screen, in place of another. */
export function openOverlay(overlay: Overlay): void {
  set(overlay)
}

export function closeOverlay(): void {
  set(undefined)
}

/** What lies over the screen; the component renders again when it changes. */
export function useOverlay(): Overlay | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
}
