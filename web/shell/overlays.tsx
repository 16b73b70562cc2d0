import { lazy } from 'react'
import { useOverlay } from './overlay.ts'

// Nobody waits for them at the start; they come when the browser has nothing else to do, before anybody types into them.
const loadPalette = async () => ({ default: (await import('./palette.tsx')).Palette })
const loadShortcutSheet = async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet })
const Palette = lazy(loadPalette)
const ShortcutSheet = lazy(loadShortcutSheet)

/** Fetches what `Overlays` shows, once the page is at rest. */
export function fetchOverlays(): void {
  const fetchThem = () => void Promise.all([loadPalette(), loadShortcutSheet()])
  if ('requestIdleCallback' in globalThis) requestIdleCallback(fetchThem)
  else setTimeout(fetchThem, 2_000)
}

/** The palette and the sheet of shortcuts, when they are asked for. */
export function Overlays() {
  const overlay = useOverlay()
  if (overlay === 'palette') return <Palette />
  return overlay === 'shortcuts' ? <ShortcutSheet /> : null
}
