import { useState } from 'react'
import type { PlotTable } from '../ui/file/csv.ts'
import { Pane } from '../ui/page/pane.tsx'
import type { ApiCall, PaneExports } from '../ui/page/pane-menu.tsx'
import { type Size, useSize } from '../ui/page/size.ts'
import { useWords } from '../ui/text/language.ts'
import styles from './plot.module.css'
import { type LegendItem, PlotLegend } from './plot-legend.tsx'
import { nextPoint, type PlotPoint, pointAcross, pointNear } from './points.ts'
import { TableView } from './table-view.tsx'
import { usePlotExports } from './use-plot-exports.ts'
import { chartWords } from './words.data.ts'

export type Plot = {
  readonly drawing: React.ReactNode
  readonly points: readonly PlotPoint[]
  /** The number of points in a row; the points begin with the lowest row, and the keys up and down then move between rows. */
  readonly columns?: number
  /** The time at an x coordinate, if time runs across the plot: the pointer can then draw a window of time. */
  readonly timeAt?: (x: number) => number
}

type SurfaceProps = {
  readonly title: string
  /** Draws the plot at its real size, and returns the places of the points that can be read. */
  readonly plot: (size: Size) => Plot
  /** The height in px, or 'fill' for the full height of the plot's place. */
  readonly heightPx: number | 'fill'
  /** The name of all points together, and the text while no point is read, if they are not the defaults. */
  readonly pointsAre?: string
  readonly noPoint?: string
  /** Marks the point that is read. */
  readonly ring?: { readonly radiusPx: number; readonly className: string | undefined }
  /** Is called with the point that is read now, so that other plots and the head of the pane can show it too. */
  readonly onRead?: (point: PlotPoint | undefined) => void
  /** Is called with the id of the point that was clicked, or confirmed with Enter. */
  readonly onPick?: (id: string) => void
  /** Is called with the id of the point that was double-clicked, or confirmed with Shift+Enter. */
  readonly onOpen?: (id: string) => void
  /**
   * Is called during a drag with the id of the point that is nearest to the pointer across; with undefined when the drag ends. The last
   * point is then picked, unless the drag was cancelled.
   */
  readonly onDrag?: (id: string | undefined) => void
  /** Is called with the window of time that was drawn with the pointer. */
  readonly onBrush?: ((fromMs: number, toMs: number) => void) | undefined
}

type Props = Omit<SurfaceProps, 'onRead'> & {
  readonly id?: string
  /** A note beside the title that begins with the age of the data: `as of 07:01:58 Z` (ux.md R11). */
  readonly note?: React.ReactNode
  /** The content of the plot, as a sentence made from its data. */
  readonly caption: string
  /** The source of the data; it is below the plot and in every file. */
  readonly provenance: string
  /** The values of the plot; the values of many events are put together only on demand. */
  readonly table: PlotTable | (() => PlotTable)
  readonly fileName: string
  /** The call that brought the data, if there is one. */
  readonly call?: ApiCall | undefined
  readonly actions?: React.ReactNode
  /** The meaning of the plot's marks. */
  readonly legend?: readonly LegendItem[]
  /** Remarks on the data, shown in a line below the head. */
  readonly strip?: React.ReactNode
  /** True if the data is older than its threshold: the drawing becomes faint, so that nobody takes it for current data. */
  readonly isStale?: boolean | undefined
  readonly busy?: boolean
  /** Entries of the menu besides the default ones. */
  readonly more?: Pick<PaneExports, 'link' | 'file'>
  /** The place of the text of the point; if undefined, below the plot, or beside the point if the plot fills its place. */
  readonly readingIn?: 'note'
  /** Is called with the id of the point that is read now, so that other plots can show it too. */
  readonly onRead?: (id: string | undefined) => void
  readonly className?: string | undefined
}

/**
 * Shows the frame of every plot: its caption, the text of its points by pointer and keys, its values as a table, and its files. If the plot
 * fills its place, or the point is read in the head of the pane, caption and provenance are only read out, printed and written into files.
 */
export function PlotFrame(props: Props) {
  const { id, title, note, caption, provenance, heightPx, actions, strip, isStale, busy = false, className } = props
  const [read, setRead] = useState<string>()
  const table = () => (typeof props.table === 'function' ? props.table() : props.table)
  const { isTable, svg, exports } = usePlotExports({ ...props, table })
  const isFilling = heightPx === 'fill'
  const isInNote = props.readingIn === 'note'
  const isQuiet = isFilling || isInNote
  return (
    <Pane
      {...(id === undefined ? {} : { id })}
      title={title}
      note={read ?? note}
      actions={actions}
      exports={exports}
      busy={busy}
      className={className}
      provenance={isQuiet ? undefined : provenance}
    >
      {strip}
      <figure
        className={`stack min-w-0 ${isStale ? styles.stale : ''} ${isFilling ? `grow min-h-0 ${styles.filling}` : ''}`}
      >
        {isTable ? (
          <TableView label={title} table={table()} heightPx={heightPx} />
        ) : (
          <Surface
            {...props}
            svg={svg}
            reading={isInNote ? 'elsewhere' : isFilling ? 'tip' : 'below'}
            onRead={(point) => {
              if (isInNote) setRead(point?.text)
              props.onRead?.(point?.id)
            }}
          />
        )}
        {props.legend && !isTable ? <PlotLegend items={props.legend} /> : null}
        <figcaption className={isQuiet ? 'visually-hidden' : `muted fs-12 lh-18 ${styles.caption}`}>
          {caption}
          {isQuiet ? ` ${provenance}` : ''}
        </figcaption>
      </figure>
    </Pane>
  )
}

type DrawnProps = SurfaceProps & {
  readonly svg: React.RefObject<SVGSVGElement | null>
  /** The place of the text of the point; the text is also read out. */
  readonly reading: 'below' | 'tip' | 'elsewhere'
}

const NOTHING: Plot = { drawing: null, points: [] }
const RING = { radiusPx: 7, className: 'fill-none stroke-accent stroke-w-1-5' }
/** If the pointer moves farther than this, a press begins a window of time and is not a click. */
const DRAG_PX = 6

type Drag = { readonly from: number; readonly to: number; readonly wasFar?: boolean }
const isDrawn = ({ from, to }: Drag) => Math.abs(to - from) > DRAG_PX

/** Shows the drawing of a plot. Its points are read by pointer and keys. */
function Surface(props: DrawnProps) {
  const { title, plot, heightPx, svg, reading, ring = RING } = props
  const say = useWords(chartWords)
  const [measure, size] = useSize<HTMLDivElement>()
  const { drawing, ...read } = size.width > 0 ? plot(size) : NOTHING
  const { points } = read
  const { active, point, drag, handlers } = useReading(props, read)
  return (
    <>
      <div
        ref={measure}
        className={`min-w-0 relative whole focus-inside ${styles.surface} ${props.onBrush || props.onDrag ? styles.brushed : ''}`}
        style={heightPx === 'fill' ? undefined : { height: heightPx }}
        role="slider"
        tabIndex={0}
        aria-label={props.pointsAre ?? say('pointsOf', { title })}
        aria-valuemin={0}
        aria-valuemax={points.length}
        aria-valuenow={active === undefined ? 0 : Math.min(active + 1, points.length)}
        aria-valuetext={point?.text ?? props.noPoint ?? say('noPoint')}
        {...handlers}
      >
        <svg
          ref={svg}
          width={size.width}
          height={size.height}
          viewBox={`0 0 ${size.width} ${size.height}`}
          className={`block absolute inset-0 ${styles.svg}`}
          aria-hidden="true"
        >
          {drawing}
          {point ? (
            <circle cx={point.x} cy={point.y} r={ring.radiusPx} className={ring.className} data-readout />
          ) : null}
          {drag && props.onBrush ? <Window drag={drag} heightPx={size.height} /> : null}
        </svg>
        {reading === 'tip' && point ? <Tip point={point} size={size} /> : null}
      </div>
      {reading === 'below' ? (
        <p className={`soft fs-12 no-print lh-18 ${styles.readout}`}>{point?.text ?? say('howToRead')}</p>
      ) : null}
    </>
  )
}

/** Returns the point that is read, the window of time that is being drawn, and the handlers of pointer and keys for both. */
function useReading(
  { onRead, onPick, onOpen, onBrush, onDrag }: SurfaceProps,
  { points, columns, timeAt }: Omit<Plot, 'drawing'>,
) {
  const [active, setActive] = useState<number>()
  const [pressed, setPressed] = useState<Drag>()
  const point = active === undefined ? undefined : points[active]
  const drag = pressed && isDrawn(pressed) ? pressed : undefined
  const read = (next: number | undefined) => {
    if (next === active) return
    setActive(next)
    onRead?.(next === undefined ? undefined : points[next])
  }
  const placeOf = (event: React.MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const nearest = (event: React.MouseEvent) => {
    const { x, y } = placeOf(event)
    return pointNear(points, x, y)
  }
  const idAt = (event: React.MouseEvent) => {
    const place = nearest(event)
    return place === undefined ? undefined : points[place]?.id
  }
  /** A drag continues even if the pointer returns to its start. */
  const isDragging = onDrag !== undefined && pressed?.wasFar === true
  const letGo = () => {
    setPressed(undefined)
    if (isDragging) onDrag(undefined)
  }
  const idAcross = (x: number) => {
    const place = pointAcross(points, x)
    return place === undefined ? undefined : points[place]?.id
  }
  const handlers = {
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key === 'Escape' && isDragging) {
        event.preventDefault()
        return letGo()
      }
      const chosen = event.shiftKey ? onOpen : onPick
      if (event.key === 'Enter' && point?.id !== undefined && chosen) {
        event.preventDefault()
        return chosen(point.id)
      }
      const next = nextPoint(points.length, active, event.key, columns)
      if (next === active) return
      event.preventDefault()
      read(next)
    },
    onPointerDown: (event: React.PointerEvent) => {
      if (event.button !== 0 || !(onBrush || onDrag)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const { x } = placeOf(event)
      setPressed({ from: x, to: x })
    },
    onPointerMove: (event: React.PointerEvent) => {
      if (!pressed) return read(nearest(event))
      const next = { ...pressed, to: placeOf(event).x }
      const wasFar = pressed.wasFar === true || isDrawn(next)
      setPressed({ ...next, wasFar })
      if (!onDrag || !wasFar) return
      read(pointAcross(points, next.to))
      onDrag(idAcross(next.to))
    },
    onPointerUp: (event: React.PointerEvent) => {
      letGo()
      // A cancelled drag picks nothing.
      if (event.button !== 0 || (onDrag && !pressed)) return
      if (drag && onBrush && timeAt) return onBrush(timeAt(drag.from), timeAt(placeOf(event).x))
      const id = isDragging ? idAcross(placeOf(event).x) : idAt(event)
      if (id !== undefined) onPick?.(id)
    },
    onPointerCancel: letGo,
    onPointerLeave: () => read(undefined),
    onDoubleClick: (event: React.MouseEvent) => {
      const id = idAt(event)
      if (id !== undefined) onOpen?.(id)
    },
  }
  return { active, point, drag, handlers }
}

/** Shows the window of time that is being drawn. */
function Window({ drag, heightPx }: { readonly drag: Drag; readonly heightPx: number }) {
  return (
    <rect
      x={Math.min(drag.from, drag.to)}
      y={0}
      width={Math.abs(drag.to - drag.from)}
      height={heightPx}
      className={`fill-accent stroke-accent crisp ${styles.brush}`}
      data-readout
    />
  )
}

const TIP_GAP_PX = 12

/** Shows the text of the point beside it, on the side that has room. */
function Tip({ point, size }: { readonly point: PlotPoint; readonly size: Size }) {
  const across =
    point.x > size.width / 2 ? { right: size.width - point.x + TIP_GAP_PX } : { left: point.x + TIP_GAP_PX }
  const along =
    point.y > size.height / 2 ? { bottom: size.height - point.y + TIP_GAP_PX } : { top: point.y + TIP_GAP_PX }
  return (
    <p
      className={`ink fs-12 raised absolute z-1 round-2 lh-16 ${styles.tip}`}
      style={{ ...across, ...along }}
      aria-hidden="true"
    >
      {point.text}
    </p>
  )
}
