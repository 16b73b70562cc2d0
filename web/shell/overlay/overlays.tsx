import { partOf } from '../../ui/page/part.tsx'
import { useOverlay } from '../key/overlay.ts'
import { useSidebarState } from '../search-state.ts'

const palette = partOf(async () => (await import('./palette.tsx')).Palette)
const shortcutSheet = partOf(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)
const sidebar = partOf(async () => (await import('./sidebar.tsx')).Sidebar)

/** Shows the sidebar if the address names one of its tabs. */
export function SidebarPart() {
  const [tab] = useSidebarState()
  return tab === undefined ? null : <sidebar.Show />
}

/** Resolves when the sidebar can be shown at once. */
export const fetchSidebar = sidebar.prefetch

/** Fetches the palette before it is opened, so that text that is typed immediately is not lost. */
export const fetchPalette = () => void palette.prefetch()

/** Shows the palette or the shortcut sheet while it is open. */
export function Overlays() {
  const overlay = useOverlay()
  if (overlay === 'palette') return <palette.Show />
  return overlay === 'shortcuts' ? <shortcutSheet.Show /> : null
}
