import { useRef, useState } from 'react'
import { now } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import { Pane } from '../ui/pane.tsx'
import { PaneMenu } from '../ui/pane-menu.tsx'
import { type Size, useSize } from '../ui/size.ts'
import { type PlotTable, toCsv } from './csv.ts'
import { save, toPng, toSvgText } from './export-image.ts'
import styles from './plot.module.css'
import { nextPoint, type PlotPoint, pointNear } from './points.ts'
import { TableView } from './table-view.tsx'

export type Plot = { readonly drawing: React.ReactNode; readonly points: readonly PlotPoint[] }
type Props = {
  readonly title: string
  readonly note?: React.ReactNode
  /** What the plot says, as a sentence made from its data. */
  readonly caption: string
  /** Where the data comes from; stands below the plot and in every file. */
  readonly provenance: string
  readonly table: PlotTable
  readonly fileName: string
  /** Draws at the real size, and says where the points are that can be read. */
  readonly plot: (size: Size) => Plot
  readonly heightPx: number
  readonly actions?: React.ReactNode
}

/** What every plot has: its caption, its read-out by pointer and keys, its values as a table, and its files. */
export function PlotFrame({ title, note, caption, provenance, table, fileName, plot, heightPx, actions }: Props) {
  const [isTable, setIsTable] = useState(false)
  const svg = useRef<SVGSVGElement>(null)
  const named = (kind: string) => `${fileName}_${formatFileInstant(now())}.${kind}`
  const svgText = () => (svg.current ? toSvgText(svg.current, { title, foot: provenance }) : '')
  const saveText = (kind: string, type: string, text: string) => save(named(kind), new Blob([text], { type }))
  const menu = (
    <PaneMenu
      of={title}
      link={[{ label: isTable ? 'Show as plot' : 'Show as table', onAction: () => setIsTable(!isTable) }]}
      file={[
        {
          label: 'SVG',
          note: 'drawing',
          isDisabled: isTable,
          onAction: () => saveText('svg', 'image/svg+xml', svgText()),
        },
        {
          label: 'PNG',
          note: 'image, 2×',
          isDisabled: isTable,
          onAction: () => void toPng(svgText()).then((image) => save(named('png'), image)),
        },
        { label: 'CSV', note: 'values', onAction: () => saveText('csv', 'text/csv', toCsv(table)) },
      ]}
      api={[]}
    />
  )
  return (
    <Pane title={title} note={note} provenance={provenance} actions={[actions, menu]}>
      <figure className={styles.figure}>
        {isTable ? (
          <TableView label={title} table={table} heightPx={heightPx} />
        ) : (
          <Surface title={title} plot={plot} heightPx={heightPx} svg={svg} />
        )}
        <figcaption className={styles.caption}>{caption}</figcaption>
      </figure>
    </Pane>
  )
}

type SurfaceProps = Pick<Props, 'title' | 'plot' | 'heightPx'> & { readonly svg: React.RefObject<SVGSVGElement | null> }

function Surface({ title, plot, heightPx, svg }: SurfaceProps) {
  const [measure, size] = useSize<HTMLDivElement>()
  const [active, setActive] = useState<number>()
  const { drawing, points } = size.width > 0 ? plot(size) : { drawing: null, points: [] }
  const point = active === undefined ? undefined : points[active]
  const onPointerMove = (event: React.PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    setActive(pointNear(points, event.clientX - box.left, event.clientY - box.top))
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = nextPoint(points.length, active, event.key)
    if (next === active) return
    setActive(next)
    event.preventDefault()
  }
  return (
    <>
      <div
        ref={measure}
        className={styles.surface}
        style={{ height: heightPx }}
        role="slider"
        tabIndex={0}
        aria-label={`Points of ${title}`}
        aria-valuemin={0}
        aria-valuemax={points.length}
        aria-valuenow={active === undefined ? 0 : active + 1}
        aria-valuetext={point?.text ?? 'No point is read. Arrow keys read them.'}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setActive(undefined)}
      >
        <svg ref={svg} width={size.width} height={size.height} className={styles.svg} aria-hidden="true">
          {drawing}
          {point ? <circle cx={point.x} cy={point.y} r="7" className={styles.ring} data-readout /> : null}
        </svg>
      </div>
      <p className={styles.readout}>{point?.text ?? 'Point at the plot, or focus it and use the arrow keys.'}</p>
    </>
  )
}
