import { useState } from 'react'
import plotStyles from '../../../chart/plot.module.css'
import { nextPoint, type PlotPoint, pointNear } from '../../../chart/points.ts'
import { TableView } from '../../../chart/table-view.tsx'
import { usePlotExits } from '../../../chart/use-plot-exits.ts'
import { formatInstant } from '../../../clock/format.ts'
import type { PlotTable } from '../../../ui/file/csv.ts'
import { formatProbabilityPlain } from '../../../ui/format/probability.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import type { ApiCall } from '../../../ui/page/pane-menu.tsx'
import { type Size, useSize } from '../../../ui/page/size.ts'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { useWords } from '../../../ui/text/language.ts'
import { type EventRow, pairOf } from '../../event/event-row.ts'
import type { Lane } from '../../event/lanes.ts'
import styles from './fleet.module.css'
import { fleetPlotWords } from './words.data.ts'

/** Where events are drawn, in the order in which the keys read them. */
export type EventPoint = PlotPoint & { readonly id: string }
export type FleetDrawing = {
  readonly drawing: React.ReactNode
  readonly points: readonly EventPoint[]
  /** The time at a place, where the plot has one across. */
  readonly timeAt?: (x: number) => number
  readonly placeOf?: (ms: number) => number
}
export type Span = { readonly fromMs: number; readonly toMs: number }

/** The frame of a plot of events, and what is done to the events in it. */
type FleetFrame = {
  readonly heightPx: number
  readonly actions?: React.ReactNode
  readonly call?: ApiCall | undefined
  readonly strip?: React.ReactNode
  readonly isStale?: boolean | undefined
  readonly busy?: boolean
  readonly onSelect: (id: string) => void
  readonly onOpen: (id: string) => void
}

/** What every plot of events is given. */
export type FleetProps = FleetFrame & {
  readonly lanes: readonly Lane[]
  /** Those asked for, also on the other side of now. */
  readonly rows: readonly EventRow[]
  readonly domain: Span
  readonly nowMs: number
  readonly selected?: EventRow | undefined
}

type Props = FleetFrame & {
  readonly id: string
  readonly title: string
  readonly note: React.ReactNode
  readonly caption: string
  readonly rows: readonly EventRow[]
  readonly draw: (size: Size) => FleetDrawing
  readonly onBrush?: ((from: number, to: number) => void) | undefined
}

/** What the plots of all events have: their frame, their files, and the reading and choosing of events. */
export function FleetPlot(props: Props) {
  const { id, title, note, caption, rows, heightPx, actions, call, strip, isStale = false, busy = false } = props
  const say = useWords(fleetPlotWords)
  const [read, setRead] = useState<string>()
  const table = () => tableOfEvents(rows)
  const { isTable, svg, exits } = usePlotExits({ title, provenance: say('provenance'), fileName: id, table, call })
  return (
    <Pane id={id} title={title} note={read ?? note} actions={actions} exits={exits} busy={busy}>
      {strip}
      <figure className={`${plotStyles.figure} ${isStale ? plotStyles.stale : ''}`}>
        {isTable ? (
          <TableView label={title} table={table()} heightPx={heightPx} />
        ) : (
          <Surface {...props} svg={svg} onRead={setRead} />
        )}
        <figcaption className="visually-hidden">{caption}</figcaption>
      </figure>
    </Pane>
  )
}

function tableOfEvents(rows: readonly EventRow[]): PlotTable {
  return {
    columns: ['satellite', 'secondary', 'level', 'tca, UTC', 'probability', 'miss, m'],
    rows: rows.map((row) => [
      row.satellite,
      row.secondary,
      row.risk,
      formatInstant(row.tcaMs),
      formatProbabilityPlain(row.pc) || undefined,
      row.missM,
    ]),
  }
}

/** What a point says when it is read: put together only then. */
export function textOf(row: EventRow, say: typeof fleetPlotWords): string {
  return say('point', {
    pair: pairOf(row),
    level: meaningOf('risk', row.risk).word,
    tca: formatInstant(row.tcaMs),
    pc: row.pc === undefined ? '–' : formatProbabilityPlain(row.pc),
    miss: Math.round(row.missM),
  })
}

/** Farther than this a press is the beginning of a window, not a click. */
const DRAG_PX = 6

type SurfaceProps = Props & {
  readonly svg: React.RefObject<SVGSVGElement | null>
  readonly onRead: (text: string | undefined) => void
}

function Surface({ title, draw, heightPx, svg, onRead, onSelect, onOpen, onBrush }: SurfaceProps) {
  const say = useWords(fleetPlotWords)
  const [measure, size] = useSize<HTMLDivElement>()
  const [active, setActive] = useState<number>()
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number }>()
  const { drawing, points, timeAt } = size.width > 0 ? draw(size) : NOTHING
  const point = active === undefined ? undefined : points[active]
  const read = (place: number | undefined) => {
    if (place === active) return
    setActive(place)
    onRead(place === undefined ? undefined : points[place]?.text)
  }
  const placeOf = (event: React.MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - box.left, y: event.clientY - box.top }
  }
  const nearest = (event: React.MouseEvent) => {
    const { x, y } = placeOf(event)
    return pointNear(points, x, y)
  }
  const isDrag = drag !== undefined && Math.abs(drag.to - drag.from) > DRAG_PX
  const onPointerUp = (event: React.PointerEvent) => {
    setDrag(undefined)
    if (isDrag && timeAt) return onBrush?.(timeAt(drag.from), timeAt(placeOf(event).x))
    const place = nearest(event)
    const chosen = place === undefined ? undefined : points[place]
    if (chosen) onSelect(chosen.id)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter' && point) {
      event.preventDefault()
      return event.shiftKey ? onOpen(point.id) : onSelect(point.id)
    }
    const next = nextPoint(points.length, active, event.key)
    if (next === active) return
    event.preventDefault()
    read(next)
  }
  return (
    <div
      ref={measure}
      className={styles.surface}
      style={{ height: heightPx }}
      role="slider"
      tabIndex={0}
      aria-label={say('pointsOf', { title })}
      aria-valuemin={0}
      aria-valuemax={points.length}
      aria-valuenow={active === undefined ? 0 : Math.min(active + 1, points.length)}
      aria-valuetext={point?.text ?? say('noPoint')}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0 || !onBrush) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const { x } = placeOf(event)
        setDrag({ from: x, to: x })
      }}
      onPointerMove={(event) => {
        if (drag) setDrag({ ...drag, to: placeOf(event).x })
        else read(nearest(event))
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={() => read(undefined)}
      onDoubleClick={(event) => {
        const place = nearest(event)
        const chosen = place === undefined ? undefined : points[place]
        if (chosen) onOpen(chosen.id)
      }}
    >
      <svg
        ref={svg}
        width={size.width}
        height={size.height}
        className={`${plotStyles.svg} ${styles.svg}`}
        aria-hidden="true"
      >
        {drawing}
        {point ? <circle cx={point.x} cy={point.y} r="10" className={styles.hover} data-readout /> : null}
        {isDrag ? (
          <rect
            x={Math.min(drag.from, drag.to)}
            y={0}
            width={Math.abs(drag.to - drag.from)}
            height={size.height}
            className={styles.band}
            data-readout
          />
        ) : null}
      </svg>
    </div>
  )
}

const NOTHING: FleetDrawing = { drawing: null, points: [] }
