import { useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { useOverlay } from './overlay.ts'

const loadPalette = async () => ({ default: (await import('./palette.tsx')).Palette })
const loadShortcutSheet = async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet })
const loadSidebar = async () => ({ default: (await import('./sidebar.tsx')).Sidebar })
const Palette = lazy(loadPalette)
const ShortcutSheet = lazy(loadShortcutSheet)

const Sidebar = lazy(loadSidebar)

/** The sidebar, fetched when an address first names one of its tabs. */
export function LazySidebar() {
  const { sidebar } = useSearch({ strict: false })
  return sidebar === undefined ? null : <Sidebar />
}

/** Resolves when the sidebar can be shown at once. */
export async function fetchSidebar(): Promise<void> {
  await loadSidebar()
}

/** Fetches the palette before it is opened, so that what is typed into it at once is not lost. */
export function fetchPalette(): void {
  void loadPalette()
}

/** The palette and the sheet of shortcuts, when they are asked for. */
export function Overlays() {
  const overlay = useOverlay()
  if (overlay === 'palette') return <Palette />
  return overlay === 'shortcuts' ? <ShortcutSheet /> : null
}
