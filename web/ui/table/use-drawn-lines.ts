import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useRef } from 'react'
import { usePrinting } from '../page/printing.ts'
import { useSize } from '../page/size.ts'
import type { Line } from './lines.ts'

const DEFAULT_ROW_PX = 28
const DEFAULT_HEAD_PX = 28
const OVERSCAN_ROWS = 8
/** Lines of a table on paper: what is longer belongs into a file. */
const MOST_ON_PAPER = 1_000
const NO_ROOM = { abovePx: 0, belowPx: 0 }

export type Drawn = ReturnType<typeof useDrawnLines>

/**
 * The lines that are drawn, at the heights that a row and the head of a group have: on the screen those that are seen,
 * with room for the others; on paper all, from the first, wherever the table was scrolled to, and where the table is as long
 * as its lines.
 */
export function useDrawnLines<Row>(lines: readonly Line<Row>[], isWhole = false) {
  const scroller = useRef<HTMLDivElement>(null)
  const isOnPaper = usePrinting()
  const [measureRow, { height: rowPx }] = useSize<HTMLDivElement>()
  const [measureGroup, { height: groupPx }] = useSize<HTMLDivElement>()
  const [measureHead, { height: headPx }] = useSize<HTMLTableSectionElement>()
  const linePx = rowPx || DEFAULT_ROW_PX
  // Another function when lines or their heights are others, and only then: all places are counted again for it.
  const getItemKey = useCallback(
    (place: number) => (linePx + groupPx > 0 ? (lines[place]?.key ?? place) : place),
    [lines, linePx, groupPx],
  )
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (place) => (lines[place]?.kind === 'group' ? groupPx || linePx : linePx),
    getItemKey,
    // Places are counted from below the head, which stays in sight: by its height less of them is seen.
    scrollPaddingEnd: headPx || DEFAULT_HEAD_PX,
    overscan: OVERSCAN_ROWS,
  })
  const seen = virtual.getVirtualItems()
  const pageLines = () => (scroller.current?.clientHeight ?? 0) / linePx - 1
  return {
    scroller,
    measureRow,
    measureGroup,
    measureHead,
    virtual,
    pageLines,
    items: isOnPaper || isWhole ? lines.slice(0, MOST_ON_PAPER).map(({ key }, index) => ({ key, index })) : seen,
    room:
      isOnPaper || isWhole
        ? NO_ROOM
        : { abovePx: seen[0]?.start ?? 0, belowPx: virtual.getTotalSize() - (seen.at(-1)?.end ?? 0) },
    isCutShort: isOnPaper && lines.length > MOST_ON_PAPER,
  }
}
