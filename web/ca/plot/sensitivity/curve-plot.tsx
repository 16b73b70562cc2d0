import type { SensitivityPoint } from '@apsis/astro/conjunction/probability/sensitivity.ts'
import { missing } from '@apsis/astro/missing.ts'
import { PROBABILITY_FLOOR } from '@apsis/contract/notice-text/written-number.ts'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { type Area, BottomAxis, LeftAxis, PowerOfTen } from '../../../chart/axes.tsx'
import { type Box, boxOfText, freePlace, type Place } from '../../../chart/label-places.ts'
import { decadesOf } from '../../../chart/log-series.ts'
import chart from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { formatProbabilityLine, formatProbabilityPlain } from '../../../ui/format/probability.ts'
import type { Size } from '../../../ui/page/size.ts'
import { plotWords } from '../words.data.ts'

export type Mark = { readonly at: number; readonly label: string; readonly isSelected?: boolean }
type Props = {
  readonly title: string
  readonly note: string
  readonly caption: string
  readonly provenance: string
  readonly fileName: string
  /** The name of the axis below, and of the column in a file. */
  readonly axis: string
  readonly column: string
  /** The probability over the varied quantity. */
  readonly curve: readonly SensitivityPoint[]
  readonly marks: readonly Mark[]
  readonly threshold: number | undefined
  /** The names of the regions left and right of a place. */
  readonly regions?: { readonly at: number; readonly left: string; readonly right: string } | undefined
  readonly textOf: (point: SensitivityPoint) => string
  readonly actions?: React.ReactNode
  readonly className?: string | undefined
}

/** The plot shows this number of decades below the peak: lower values matter for no decision. */
const SHOWN_DECADES = 8
const LABEL_PX = 16

/** Draws a probability over a varied quantity, both by powers of ten (ux.md P8). */
export function CurvePlot(props: Props) {
  const { title, note, caption, provenance, fileName, curve, column, actions, className } = props
  return (
    <PlotFrame
      title={title}
      note={note}
      caption={caption}
      provenance={provenance}
      fileName={fileName}
      table={{
        columns: [column, 'pc'],
        rows: curve.map(({ factor, probability }) => [factor, formatProbabilityPlain(probability)]),
      }}
      heightPx="fill"
      actions={actions}
      className={className}
      plot={(size) => drawn(props, size)}
    />
  )
}

function scalesOf({ curve, threshold }: Props, { width, height }: Size) {
  const area = { left: 52, right: width - 18, top: 8, bottom: height - 26 }
  const [low, high] = decadesOf(
    [...curve.map(({ probability }) => probability), ...(threshold === undefined ? [] : [threshold])],
    PROBABILITY_FLOOR,
  )
  const logs = curve.map(({ factor }) => Math.log10(factor))
  const x = scaleLinear([Math.min(...logs), Math.max(...logs)], [area.left, area.right])
  // Above the highest decade there is room for the label of the highest value.
  const y = scaleLinear([Math.max(low, high - SHOWN_DECADES), high], [area.bottom, area.top + LABEL_PX])
  const place = ({ factor, probability }: SensitivityPoint): readonly [number, number] => [
    x(Math.log10(factor)),
    Math.min(area.bottom, y(Math.log10(Math.max(probability, PROBABILITY_FLOOR)))),
  ]
  return { area, x, y, place }
}

function drawn(props: Props, size: Size): Plot {
  const { curve, marks, threshold, regions, axis, textOf } = props
  const { area, x, y, place } = scalesOf(props, size)
  const path = line<SensitivityPoint>(
    (point) => place(point)[0],
    (point) => place(point)[1],
  ).defined(({ probability }) => Math.log10(probability) >= (y.domain()[0] ?? missing()))(curve)
  const border = regions ? x(Math.log10(regions.at)) : 0
  const drawing = (
    <>
      {regions ? (
        <rect
          x={area.left}
          y={area.top}
          width={Math.max(0, Math.min(border, area.right) - area.left)}
          height={area.bottom - area.top}
          className="fill-raised"
        />
      ) : null}
      <BottomAxis area={area} title={axis} ticks={ticksOf(x)} />
      <LeftAxis area={area} ticks={decades(y, area)} />
      {threshold === undefined || Math.log10(threshold) < (y.domain()[0] ?? missing()) ? null : (
        <line
          x1={area.left}
          x2={area.right}
          y1={y(Math.log10(threshold))}
          y2={y(Math.log10(threshold))}
          className={`dash-5-3 ${chart.critical}`}
        />
      )}
      <path d={path ?? ''} className={`stroke-ink ${chart.line}`} />
      {regions ? <Regions {...regions} border={border} area={area} /> : null}
      {placedMarks(
        marks.map((mark) => ({ mark, at: place(nearest(curve, mark.at)) })),
        area,
        [
          ...lineBoxes(curve.map(place)),
          ...thresholdBoxes(area, threshold === undefined ? undefined : y(Math.log10(threshold))),
        ],
      ).map((placed) => (
        <MarkDrawing key={placed.mark.label} {...placed} />
      ))}
    </>
  )
  const points = curve.map((point) => {
    const [px, py] = place(point)
    return { x: px, y: py, text: textOf(point) }
  })
  return { drawing, points }
}

type RegionsProps = NonNullable<Props['regions']> & { readonly border: number; readonly area: Area }

function Regions({ left, right, border, area }: RegionsProps) {
  const y = area.bottom - 26
  return (
    <>
      {border - area.left > 60 ? (
        <text x={Math.min(border, area.right) - 8} y={y} className={`${chart.end} ${chart.title}`}>
          {left}
        </text>
      ) : null}
      {area.right - border > 60 ? (
        <text x={Math.max(area.left, border) + 8} y={y} className={chart.title}>
          {right}
        </text>
      ) : null}
    </>
  )
}

type AtMark = { readonly mark: Mark; readonly at: readonly [number, number] }

/** Returns the boxes of the curve, so that no label covers it. */
function lineBoxes(places: readonly (readonly [number, number])[]): Box[] {
  return places.map(([x, y]) => ({ left: x - 2, right: x + 2, top: y - 2, bottom: y + 2 }))
}

function thresholdBoxes({ left, right }: Area, y: number | undefined): Box[] {
  return y === undefined ? [] : [{ left, right, top: y - 1, bottom: y + 1 }]
}

/** Returns the labels, each beside its mark, on the side where it covers nothing. */
function placedMarks(
  marks: readonly AtMark[],
  area: Area,
  drawn: readonly Box[],
): readonly (AtMark & { readonly label: Place | undefined })[] {
  const taken: Box[] = [
    ...drawn,
    ...marks.map(({ at: [x, y] }) => ({ left: x - 8, right: x + 8, top: y - 8, bottom: y + 8 })),
  ]
  return marks.map(({ mark, at }) => {
    const [x, y] = at
    const wishes: readonly Place[] = [
      { x: x + 10, y: y - 8, align: 'start' },
      { x: x - 10, y: y - 8, align: 'end' },
      { x: x + 10, y: y + 20, align: 'start' },
      { x: x - 10, y: y + 20, align: 'end' },
      { x: x + 10, y: y + 38, align: 'start' },
      { x: x - 10, y: y + 38, align: 'end' },
    ]
    const label = freePlace(mark.label, wishes, { inside: area, taken })
    if (label) taken.push(boxOfText(mark.label, label))
    return { mark, at, label }
  })
}

function MarkDrawing({ mark, at: [x, y], label }: AtMark & { readonly label: Place | undefined }) {
  return (
    <g>
      {mark.isSelected ? <circle cx={x} cy={y} r="7" className="fill-none stroke-accent stroke-w-1-5" /> : null}
      <circle cx={x} cy={y} r="3" className="fill-ink" />
      {label ? (
        <text x={label.x} y={label.y} className={`${label.align === 'end' ? chart.end : ''} ${chart.strong}`}>
          {mark.label}
        </text>
      ) : null}
    </g>
  )
}

/** Returns the point of the curve at a value, interpolated between its neighbours on two logarithmic scales. */
function nearest(curve: readonly SensitivityPoint[], at: number): SensitivityPoint {
  const after = curve.findIndex(({ factor }) => factor >= at)
  const [low, high] = [curve[after - 1], curve[after]]
  if (!low || !high) return high ?? curve.at(-1) ?? { factor: at, probability: 0 }
  const share = Math.log(at / low.factor) / Math.log(high.factor / low.factor)
  const logs = [low, high].map(({ probability }) => Math.log(Math.max(probability, PROBABILITY_FLOOR)))
  const [from = 0, to = 0] = logs
  return { factor: at, probability: Math.exp(from + share * (to - from)) }
}

function ticksOf(x: ReturnType<typeof scaleLinear<number>>) {
  const [low = 0, high = 0] = x.domain()
  const whole = Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, i) => Math.ceil(low) + i)
  return whole.map((exponent) => ({ at: x(exponent), label: powerLabel(exponent) }))
}

/** Returns `0.1`, `1`, `10`, `100`; for larger and smaller values, a power of ten. */
function powerLabel(exponent: number): React.ReactNode {
  return Math.abs(exponent) <= 2 ? formatNumber(10 ** exponent) : <PowerOfTen exponent={exponent} />
}

function decades(y: ReturnType<typeof scaleLinear<number>>, area: { readonly top: number; readonly bottom: number }) {
  const [low = 0, high = 0] = y.domain()
  const exponents = Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, i) => Math.ceil(low) + i)
  const every = Math.ceil((22 * exponents.length) / (area.bottom - area.top))
  return exponents
    .filter((exponent) => exponent % every === 0)
    .map((exponent) => ({ at: y(exponent), label: <PowerOfTen exponent={exponent} /> }))
}

/** Returns a point as text: `Factor 2: Pc 1.2 × 10⁻⁴`. */
export function pointText(word: 'scalePoint' | 'radiusPoint', { factor, probability }: SensitivityPoint): string {
  const value = formatNumber(factor, { significant: 3 })
  return plotWords(word, { factor: value, radius: value, pc: formatProbabilityLine(probability) })
}
