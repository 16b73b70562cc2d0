import { lazy } from 'react'
import { useOverlay } from './overlay.ts'

// Nobody waits for them at the start.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }))

/** The palette and the sheet of shortcuts, when they are asked for. */
export function Overlays() {
  const overlay = useOverlay()
  if (overlay === 'palette') return <Palette />
  return overlay === 'shortcuts' ? <ShortcutSheet /> : null
}
