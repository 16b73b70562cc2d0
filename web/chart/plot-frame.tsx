import { useRef, useState } from 'react'
import { now } from '../clock/clock.ts'
import { formatFileInstant } from '../clock/format.ts'
import type { PlotTable } from '../ui/csv.ts'
import { fileName as nameOf, saveFile, useFileMarks } from '../ui/file.tsx'
import { useWords } from '../ui/language.ts'
import { Pane } from '../ui/pane.tsx'
import type { ApiCall } from '../ui/pane-menu.tsx'
import { type Size, useSize } from '../ui/size.ts'
import { toPng, toSvgText } from './export-image.ts'
import styles from './plot.module.css'
import { nextPoint, type PlotPoint, pointNear } from './points.ts'
import { TableView } from './table-view.tsx'
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
  readonly heightPx: number
  readonly actions?: React.ReactNode
  /** What qualifies the data: a strip below the head. */
  readonly strip?: React.ReactNode
  /** Older than its threshold: the drawing turns faint, so that nobody takes it for now. */
  readonly isStale?: boolean
  readonly busy?: boolean
}

/** What every plot has: its caption, its read-out by pointer and keys, its values as a table, and its files. */
export function PlotFrame(props: Props) {
  const { title, note, caption, provenance, table, call, plot, heightPx, actions, strip, isStale, busy = false } = props
  const say = useWords(chartWords)
  const [isTable, setIsTable] = useState(false)
  const svg = useRef<SVGSVGElement>(null)
  const files = useFiles(props, svg)
  const exits = {
    link: [{ label: say(isTable ? 'showPlot' : 'showTable'), onAction: () => setIsTable(!isTable) }],
    file: [
      { label: 'SVG', note: say('drawing'), isDisabled: isTable, onAction: files.saveSvg },
      { label: 'PNG', note: say('image'), isDisabled: isTable, onAction: files.savePng },
    ],
    csv: { name: props.fileName, table: () => table },
    ...(call ? { call } : {}),
  }
  return (
    <Pane title={title} note={note} provenance={provenance} actions={actions} exits={exits} busy={busy}>
      {strip}
      <figure className={`${styles.figure} ${isStale ? styles.stale : ''}`}>
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

function useFiles({ title, provenance, fileName }: Props, svg: React.RefObject<SVGSVGElement | null>) {
  const marks = useFileMarks()
  const named = (kind: string) => nameOf(fileName, kind, { ...marks, stamp: () => formatFileInstant(now()) })
  const foot = marks.isSimulated ? `SIMULATED. ${provenance}` : provenance
  const svgText = () => (svg.current ? toSvgText(svg.current, { title, foot }) : '')
  return {
    saveSvg: () => saveFile(named('svg'), new Blob([svgText()], { type: 'image/svg+xml' })),
    savePng: () => void toPng(svgText()).then((image) => saveFile(named('png'), image)),
  }
}

type SurfaceProps = Pick<Props, 'title' | 'plot' | 'heightPx'> & { readonly svg: React.RefObject<SVGSVGElement | null> }

function Surface({ title, plot, heightPx, svg }: SurfaceProps) {
  const say = useWords(chartWords)
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
        aria-label={say('pointsOf', { title })}
        aria-valuemin={0}
        aria-valuemax={points.length}
        aria-valuenow={active === undefined ? 0 : active + 1}
        aria-valuetext={point?.text ?? say('noPoint')}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setActive(undefined)}
      >
        <svg ref={svg} width={size.width} height={size.height} className={styles.svg} aria-hidden="true">
          {drawing}
          {point ? <circle cx={point.x} cy={point.y} r="7" className={styles.ring} data-readout /> : null}
        </svg>
      </div>
      <p className={styles.readout}>{point?.text ?? say('howToRead')}</p>
    </>
  )
}
