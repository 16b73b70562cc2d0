import { type ScaleLinear, type ScaleTime, scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { formatInstant } from '../clock/format.ts'
import { formatProbabilityLine, formatProbabilityPlain } from '../ui/format/probability.ts'
import type { ApiCall } from '../ui/page/pane-menu.tsx'
import type { Size } from '../ui/page/size.ts'
import { useWords } from '../ui/text/language.ts'
import { type Area, BottomAxis, LeftAxis, PowerOfTen, timeLabel } from './axes.tsx'
import { captionOfSeries, decadesOf, isKnown, type Series, type SeriesPoint, type Threshold } from './log-series.ts'
import styles from './plot.module.css'
import { type Plot, PlotFrame } from './plot-frame.tsx'
import type { PlotPoint } from './points.ts'
import { chartWords } from './words.data.ts'

type Props = {
  readonly title: string
  readonly series: readonly Series[]
  readonly thresholds: readonly Threshold[]
  readonly fromMs: number
  /** The end of the axis, with its label. */
  readonly end: { readonly atMs: number; readonly label: string }
  /** From this time on it is too late to act. */
  readonly decideMs: number
  readonly nowMs: number
  /**
   * The lowest value of the scale; smaller values are drawn at it. A value that was not computed is drawn as an open mark below the scale.
   */
  readonly floor: number
  readonly provenance: string
  readonly fileName: string
  readonly heightPx?: number
  readonly call?: ApiCall | undefined
  readonly note?: React.ReactNode
  readonly strip?: React.ReactNode
  readonly isStale?: boolean
}
type Scales = { readonly area: Area; readonly x: ScaleTime<number, number>; readonly y: ScaleLinear<number, number> }

const LINES = { ink: 'stroke-ink', 1: 'stroke-series-1', 2: 'stroke-series-2' }
const DOTS = { ink: 'fill-ink', 1: 'fill-series-1', 2: 'fill-series-2' }
const WORDS = { ink: styles.wordInk, 1: styles.wordOne, 2: styles.wordTwo }
const DECADE_PX = 22
const DAY_PX = 130

/** Draws probabilities by message on a scale of powers of ten, up to the event (ux.md P5). */
export function LogSeriesPlot(props: Props) {
  const { title, series, thresholds, provenance, fileName, heightPx = 220, call, note, strip, isStale = false } = props
  const say = useWords(chartWords)
  const [main] = series
  return (
    <PlotFrame
      title={title}
      note={note ?? say('log')}
      strip={strip}
      isStale={isStale}
      caption={
        main
          ? captionOfSeries({ ...main, name: say('pcOf', { name: capital(main.name) }) }, thresholds[0])
          : say('noMessage')
      }
      provenance={provenance}
      fileName={fileName}
      heightPx={heightPx}
      call={call}
      table={{
        columns: ['series', 'time, UTC', 'probability'],
        heads: [say('series'), say('time'), say('probability')],
        rows: series.flatMap(({ name, points }) =>
          points.map(({ atMs, value }) => [name, formatInstant(atMs), formatProbabilityPlain(value) || undefined]),
        ),
      }}
      plot={(size) => drawn(props, scalesOf(props, size))}
    />
  )
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

function scalesOf({ series, thresholds, fromMs, end, floor }: Props, { width, height }: Size): Scales {
  const area = { left: 52, right: width - 18, top: 8, bottom: height - 26 }
  const values = series.flatMap(({ points }) => points.filter(isKnown).map(({ value }) => value))
  const hasGap = series.some(({ points }) => !points.every(isKnown))
  const decades = decadesOf([...values, ...thresholds.map(({ value }) => value)], floor)
  return {
    area,
    x: scaleUtc([fromMs, end.atMs], [area.left, area.right]),
    // A value that is not computed is drawn half a decade below the lowest decade.
    y: scaleLinear([decades[0] - (hasGap ? 0.5 : 0), decades[1]], [area.bottom, area.top]),
  }
}

function drawn(props: Props, scales: Scales): Plot {
  const { series, floor } = props
  const { x, y, area } = scales
  const place = ({ atMs, value }: SeriesPoint): readonly [number, number] => [
    x(atMs),
    value === undefined ? area.bottom - 5 : y(Math.log10(Math.max(value, floor))),
  ]
  const points: PlotPoint[] = series.flatMap(({ name, points: all }) =>
    all.map((point) => {
      const [px, py] = place(point)
      return { x: px, y: py, text: `${name}, ${formatInstant(point.atMs)}: ${formatProbabilityLine(point.value)}` }
    }),
  )
  const drawing = (
    <>
      <Ground {...props} {...scales} />
      {series.map((one) => (
        <SeriesMarks key={one.name} series={one} place={place} />
      ))}
    </>
  )
  return { drawing, points }
}

function Ground({ thresholds, end, decideMs, nowMs, area, x, y }: Props & Scales) {
  const { left, right, top, bottom } = area
  const [low = 0, high = 0] = y.domain()
  const exponents = Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, i) => Math.ceil(low) + i)
  const every = Math.ceil((DECADE_PX * exponents.length) / (bottom - top))
  const times = x.ticks(Math.max(2, Math.floor((right - left) / DAY_PX)))
  return (
    <>
      <rect
        x={x(decideMs)}
        y={top}
        width={right - x(decideMs)}
        height={bottom - top}
        className={`fill-raised ${styles.window}`}
      />
      <LeftAxis
        area={area}
        ticks={exponents
          .filter((exponent) => exponent % every === 0)
          .map((exponent) => ({ at: y(exponent), label: <PowerOfTen exponent={exponent} /> }))}
      />
      <BottomAxis
        area={area}
        ticks={times
          .filter((time) => x(time) < right - 40)
          .map((time) => ({ at: x(time), label: timeLabel(time.getTime()) }))}
      />
      {thresholds.map(({ value, owner, level }) => (
        <g key={owner}>
          <line
            x1={left}
            x2={right}
            y1={y(Math.log10(value))}
            y2={y(Math.log10(value))}
            className={`dash-5-3 ${styles[level]}`}
          />
          <text x={x(decideMs) - 6} y={y(Math.log10(value)) + 15} className={`${styles.end} ${styles.title}`}>
            {owner} <PowerOfTen exponent={Math.log10(value)} />
          </text>
        </g>
      ))}
      <text x={x(decideMs) - 5} y={top + 11} className={`${styles.end} ${styles.title}`}>
        {chartWords('decide')}
      </text>
      <line x1={x(nowMs)} x2={x(nowMs)} y1={top} y2={bottom} className="stroke-accent crisp" />
      <line x1={x(end.atMs)} x2={x(end.atMs)} y1={top} y2={bottom + 4} className="stroke-soft crisp" />
      <text x={right} y={bottom + 17} className={`${styles.end} ${styles.title}`}>
        {end.label}
      </text>
    </>
  )
}

type MarksProps = { readonly series: Series; readonly place: (point: SeriesPoint) => readonly [number, number] }

function SeriesMarks({ series, place }: MarksProps) {
  const { name, points, colour, isGuide = false, isLoose = false } = series
  const path = line<SeriesPoint>(
    (point) => place(point)[0],
    (point) => place(point)[1],
  ).defined(isKnown)(points)
  const [first, second] = points.filter(isKnown).map(place)
  const [labelX, labelY] = first ?? [0, 0]
  // The label is on the free side of the line.
  const isAbove = isGuide || (second !== undefined && second[1] > labelY)
  return (
    <g>
      {isLoose ? null : (
        <path d={path ?? ''} className={`${styles.line} ${LINES[colour]} ${isGuide ? 'dash-2-3' : ''}`} />
      )}
      {isGuide
        ? null
        : points.map((point) => <Mark key={point.atMs} series={series} at={place(point)} point={point} />)}
      {first ? (
        <text
          x={labelX + (isAbove ? 0 : 6)}
          y={isAbove ? labelY - 8 : labelY + 16}
          className={isGuide ? undefined : WORDS[colour]}
        >
          {name}
        </text>
      ) : null}
    </g>
  )
}

type MarkProps = Pick<MarksProps, 'series'> & { readonly at: readonly [number, number]; readonly point: SeriesPoint }

function Mark({ series: { colour, isLoose }, at: [x, y], point }: MarkProps) {
  if (isLoose)
    return <rect x={x - 3} y={y - 3} width="6" height="6" className={`fill-panel stroke-w-1-4 ${LINES[colour]}`} />
  return (
    <circle
      cx={x}
      cy={y}
      r="3"
      className={isKnown(point) ? DOTS[colour] : `fill-panel stroke-w-1-4 ${LINES[colour]}`}
    />
  )
}
