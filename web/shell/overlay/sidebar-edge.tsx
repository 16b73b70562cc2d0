import { useRef } from 'react'
import { useWords } from '../../ui/text/language.ts'
import { SIDEBAR_ID } from '../search.ts'
import { shellWords } from '../words.data.ts'
import styles from './sidebar.module.css'
import { keepSidebarWidth, LEAST_PX, MOST_PX, USUAL_PX, useSidebarWidth, widthAfterKey } from './sidebar-width.ts'

/** The left edge of the sidebar: dragged, or moved by keys, it makes it wider; twice clicked it is as wide as usual. */
export function SidebarEdge() {
  const t = useWords(shellWords)
  const width = useSidebarWidth()
  const start = useRef<{ readonly x: number; readonly width: number }>(undefined)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between sections has no width to set.
    <div
      role="separator"
      tabIndex={0}
      className={styles.edge}
      aria-label={t('sidebarWidth')}
      aria-controls={SIDEBAR_ID}
      aria-orientation="vertical"
      aria-valuemin={LEAST_PX}
      aria-valuemax={MOST_PX}
      aria-valuenow={width}
      onKeyDown={(event) => {
        const next = widthAfterKey(width, event.key)
        if (next === undefined) return
        event.preventDefault()
        keepSidebarWidth(next)
      }}
      onDoubleClick={() => keepSidebarWidth(USUAL_PX)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={({ clientX }) => {
        if (start.current) keepSidebarWidth(start.current.width + start.current.x - clientX)
      }}
      onPointerUp={() => {
        start.current = undefined
      }}
    />
  )
}
