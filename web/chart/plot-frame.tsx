import { useState } from 'react'
import type { PlotTable } from '../ui/file/csv.ts'
import { Pane } from '../ui/page/pane.tsx'
import type { ApiCall, PaneExits } from '../ui/page/pane-menu.tsx'
import { type Size, useSize } from '../ui/page/size.ts'
import { useWords } from '../ui/text/language.ts'
import styles from './plot.module.css'
import { nextPoint, type PlotPoint, pointNear } from './points.ts'
import { TableView } from './table-view.tsx'
import { usePlotExits } from './use-plot-exits.ts'
import { chartWords } from './words.data.ts'

export type Plot = { readonly drawing: React.ReactNode; readonly points: readonly PlotPoint[] }
type Props = {
  readonly title: string
  /** Its age first: `as of 07:01:58 Z` (ux.md R11). */
  readonly note?: React.ReactNode
  /** What the plot says, as a sentence made from its data. */
  readonly caption: string
  /** Where the data comes from; stands below the plot and in every file. */
  readonly provenance: string
  readonly table: PlotTable
  readonly fileName: string
  /** The call that brought the data, where there is one. */
  readonly call?: ApiCall | undefined
  /** Draws at the real size, and says where the points are that can be read. */
  readonly plot: (size: Size) => Plot
  /** Or as high as its place: then caption and provenance are only read out, printed and written into files. */
  readonly heightPx: number | 'fill'
  readonly actions?: React.ReactNode
  /** What qualifies the data: a strip below the head. */
  readonly strip?: React.ReactNode
  /** Older than its threshold: the drawing turns faint, so that nobody takes it for now. */
  readonly isStale?: boolean
  readonly busy?: boolean
  /** Entries of the menu besides its own. */
  readonly more?: Pick<PaneExits, 'link' | 'file'>
  /** The id of the point that is read now, so that other plots can show it too. */
  readonly onRead?: (id: string | undefined) => void
  /** The id of the point that was clicked, or confirmed with Enter. */
  readonly onPick?: (id: string) => void
  readonly className?: string | undefined
}

/** What every plot has: its caption, its read-out by pointer and keys, its values as a table, and its files. */
export function PlotFrame(props: Props) {
  const { title, note, caption, provenance, table, heightPx, actions, strip, isStale, busy = false, className } = props
  const { isTable, svg, exits } = usePlotExits({ ...props, table: () => table })
  const isFilling = heightPx === 'fill'
  const pane = { title, note, actions, exits, busy, className, provenance: isFilling ? undefined : provenance }
  return (
    <Pane {...pane}>
      {strip}
      <figure className={`${styles.figure} ${isStale ? styles.stale : ''} ${isFilling ? styles.filling : ''}`}>
        {isTable ? <TableView label={title} table={table} heightPx={heightPx} /> : <Surface {...props} svg={svg} />}
        <figcaption className={isFilling ? 'visually-hidden' : styles.caption}>
          {caption}
          {isFilling ? ` ${provenance}` : ''}
        </figcaption>
      </figure>
    </Pane>
  )
}

type SurfaceProps = Props & { readonly svg: React.RefObject<SVGSVGElement | null> }

function Surface({ title, plot, heightPx, svg, onRead, onPick }: SurfaceProps) {
  const say = useWords(chartWords)
  const [measure, size] = useSize<HTMLDivElement>()
  const [active, setActive] = useState<number>()
  const { drawing, points } = size.width > 0 ? plot(size) : { drawing: null, points: [] }
  const point = active === undefined ? undefined : points[active]
  const read = (next: number | undefined) => {
    if (next === active) return
    setActive(next)
    onRead?.(next === undefined ? undefined : points[next]?.id)
  }
  const onPointerMove = (event: React.PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    read(pointNear(points, event.clientX - box.left, event.clientY - box.top))
  }
  const pick = () => (point?.id === undefined ? undefined : onPick?.(point.id))
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') return pick()
    const next = nextPoint(points.length, active, event.key)
    if (next === active) return
    read(next)
    event.preventDefault()
  }
  const isFilling = heightPx === 'fill'
  return (
    <>
      <div
        ref={measure}
        className={styles.surface}
        style={isFilling ? undefined : { height: heightPx }}
        role="slider"
        tabIndex={0}
        aria-label={say('pointsOf', { title })}
        aria-valuemin={0}
        aria-valuemax={points.length}
        aria-valuenow={active === undefined ? 0 : active + 1}
        aria-valuetext={point?.text ?? say('noPoint')}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => read(undefined)}
        onClick={pick}
      >
        <svg ref={svg} width={size.width} height={size.height} className={styles.svg} aria-hidden="true">
          {drawing}
          {point ? <circle cx={point.x} cy={point.y} r="7" className={styles.ring} data-readout /> : null}
        </svg>
        {isFilling && point ? <Tip point={point} size={size} /> : null}
      </div>
      {isFilling ? null : <p className={styles.readout}>{point?.text ?? say('howToRead')}</p>}
    </>
  )
}

const TIP_GAP_PX = 12

/** What the point says, beside it: on the side where there is room. */
function Tip({ point, size }: { readonly point: PlotPoint; readonly size: Size }) {
  const across =
    point.x > size.width / 2 ? { right: size.width - point.x + TIP_GAP_PX } : { left: point.x + TIP_GAP_PX }
  const along =
    point.y > size.height / 2 ? { bottom: size.height - point.y + TIP_GAP_PX } : { top: point.y + TIP_GAP_PX }
  return (
    <p className={styles.tip} style={{ ...across, ...along }} aria-hidden="true">
      {point.text}
    </p>
  )
}
