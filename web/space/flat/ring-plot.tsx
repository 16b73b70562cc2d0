import { DAY_MS } from '@apsis/astro/constants.ts'
import { scaleLinear, scaleUtc } from 'd3-scale'
import { line } from 'd3-shape'
import { useId } from 'react'
import { type Area, LeftAxis, lengthLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { ShownLine } from '../../chart/shown-line.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatDate, formatInstant } from '../../clock/format.ts'
import type { PlotTable } from '../../ui/file/csv.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { Size } from '../../ui/page/size.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import type { TimeSpan } from '../time/marks.ts'
import {
  agesText,
  areaIn,
  type FlatProps,
  inFile,
  type LineLabel,
  LineLabels,
  type OwnMark,
  oncePerSize,
  someOf,
  splitAt,
  wishesAt,
} from './frame.tsx'
import type { FlatObject } from './neighbours.ts'
import type { RingSeries } from './series.ts'
import { flatWords } from './words.data.ts'

/** Half the width of the own box, degrees of longitude. */
export const RING_BOX_DEG = 0.1
/** The days before and after now. */
export const [RING_BEFORE_DAYS, RING_AFTER_DAYS] = [10, 4]

type Props = FlatProps & {
  readonly others: readonly FlatObject[]
  readonly leftOut: number
  readonly withinDeg: number
  /** The first line is that of the own satellite. */
  readonly series: RingSeries
  readonly span: TimeSpan
  readonly isBusy: boolean
  readonly picked: number | undefined
  readonly onPick: (number: number) => void
}

type Sample = { readonly atMs: number; readonly deg: number }
type RingLine = { readonly object: FlatObject; readonly drift: number; readonly samples: readonly Sample[] }

const MARGIN = { left: 52, right: 12, top: 26, bottom: 10 }
const READ_POINTS = 57
/** The own line is in the middle of this many degrees more than the neighbours may be away. */
const EDGE_DEG = 0.05

/** Returns `19.10° E`, `0.05° W`; longitudes that continue past 180° are counted from the other side. */
function eastText(degrees: number, decimals: number): string {
  const turned = degrees - 360 * Math.round(degrees / 360)
  return `${formatNumber(Math.abs(turned), { decimals })}° ${turned < 0 ? 'W' : 'E'}`
}
const driftText = (drift: number) => flatWords('perDay', { drift: formatNumber(drift, { decimals: 3, signed: true }) })

/** Draws the longitude of an own geostationary satellite and its neighbours against time, which runs down. */
export function RingPlot(props: Props) {
  const { own, others, leftOut, withinDeg, nowMs, sources, actions, className, isBusy } = props
  const say = useWords(flatWords)
  const clipId = useId()
  const lines = linesOf(props)
  const ours = lines.find(({ object }) => object.k === own.k)
  const counts = [
    say('ringDrawn', { count: others.length, within: formatNumber(withinDeg) }),
    ...(leftOut > 0 ? [say('leftOut', { count: leftOut })] : []),
  ].join(', ')
  const drift = say('ownDrift', { own: own.name, drift: driftText(ours?.drift ?? Number.NaN) })
  const ages = say('setsOld', { ages: agesText([own, ...others], nowMs) })
  const text = `${counts}. ${drift} ${ages} ${say('supported')}`
  return (
    <PlotFrame
      title={say('ringTitle', { own: own.name })}
      note={text}
      caption={text}
      provenance={say('provenance', { sources })}
      fileName="longitude-by-time"
      heightPx="fill"
      className={className}
      busy={isBusy}
      actions={actions}
      table={() => tableOf(lines)}
      onPick={(id) => props.onPick(Number(id))}
      plot={oncePerSize((size) => drawn(props, { lines, middleDeg: middleOf(ours, nowMs), size, clipId }))}
    />
  )
}

/** Returns the longitude in the middle of the own box: the mean over a day about now. */
function middleOf(ours: RingLine | undefined, nowMs: number): number {
  const day = (ours?.samples ?? []).filter(
    ({ atMs, deg }) => Math.abs(atMs - nowMs) <= DAY_MS / 2 && Number.isFinite(deg),
  )
  const known = day.length > 0 ? day : (ours?.samples ?? []).filter(({ deg }) => Number.isFinite(deg))
  return known.reduce((sum, { deg }) => sum + deg, 0) / known.length
}

function linesOf({ own, others, series }: Props): readonly RingLine[] {
  return [own, ...others].flatMap((object, at) => {
    const found = series.lines[at]
    if (!found) return []
    const samples = Array.from(series.times, (atMs, k) => ({ atMs, deg: found.longitudeDeg[k] ?? Number.NaN }))
    return [{ object, drift: found.driftDegPerDay, samples }]
  })
}

type Scene = {
  readonly lines: readonly RingLine[]
  readonly middleDeg: number
  readonly size: Size
  readonly clipId: string
}

function drawn(props: Props, scene: Scene): Plot {
  const { lines, middleDeg, size } = scene
  const area = areaIn(size, MARGIN)
  const reach = props.withinDeg + EDGE_DEG
  const x = scaleLinear([middleDeg - reach, middleDeg + reach], [area.left, area.right])
  const y = scaleUtc([props.span.fromMs, props.span.toMs], [area.top, area.bottom])
  return {
    drawing: <Drawing props={props} scene={scene} area={area} x={x} y={y} />,
    points: lines.flatMap(({ object, samples }) =>
      someOf(samples.length, READ_POINTS).flatMap((k) => {
        const sample = samples[k]
        if (!sample || !(Math.abs(sample.deg - middleDeg) <= reach)) return []
        return [
          {
            x: x(sample.deg),
            y: y(sample.atMs),
            id: String(object.number),
            text: flatWords('ringPoint', {
              name: object.name,
              time: formatInstant(sample.atMs),
              place: eastText(sample.deg, 4),
            }),
          },
        ]
      }),
    ),
  }
}

type DrawingProps = {
  readonly props: Props
  readonly scene: Scene
  readonly area: Area
  readonly x: ReturnType<typeof scaleLinear<number, number>>
  readonly y: ReturnType<typeof scaleUtc<number, number>>
}

const [DAY_PX, TICK_PX] = [34, 64]
/** A label nearer to the right edge than half its width would be cut. */
const LABEL_HALF_PX = 30

function Drawing({ props, scene, area, x, y }: DrawingProps) {
  const { marks, nowMs, own, picked } = props
  const { lines, middleDeg, clipId } = scene
  const { left, right, top, bottom } = area
  const days = y.ticks(Math.max(2, Math.floor((bottom - top) / DAY_PX)))
  const all = x.ticks(Math.max(2, Math.floor((right - left) / TICK_PX)))
  const step = tickStep(all)
  const every = Math.ceil(TICK_PX / (x(step) - x(0)))
  const degrees = all.filter((value) => Math.round(value / step) % every === 0)
  const [boxLeft, boxRight] = [x(middleDeg - RING_BOX_DEG), x(middleDeg + RING_BOX_DEG)]
  const burns = burnsIn(marks, area, y)
  const ours = lines.find(({ object }) => object.k === own.k)
  return (
    <>
      <LeftAxis area={area} ticks={days.map((day) => ({ at: y(day), label: formatDate(day.getTime()).slice(5) }))} />
      {degrees.map((value) => (
        <g key={value}>
          <line x1={x(value)} x2={x(value)} y1={top} y2={bottom} className={chart.grid} />
          <text x={x(value)} y={top - 8} className={x(value) > right - LABEL_HALF_PX ? chart.end : chart.middle}>
            {`${lengthLabel(Math.abs(value - 360 * Math.round(value / 360)), step)}° ${value - 360 * Math.round(value / 360) < 0 ? 'W' : 'E'}`}
          </text>
        </g>
      ))}
      <clipPath id={clipId}>
        <rect x={left} y={top} width={right - left} height={Math.max(0, bottom - top)} />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <rect
          x={boxLeft}
          y={top}
          width={boxRight - boxLeft}
          height={Math.max(0, bottom - top)}
          className={`fill-series-1 ${chart.brush}`}
        />
        {[boxLeft, boxRight].map((at) => (
          <line key={at} x1={at} x2={at} y1={top} y2={bottom} className="stroke-series-1 dash-2-3" />
        ))}
        {lines.map(({ object, samples }) => {
          const colour =
            object.k === own.k ? 'stroke-series-1' : object.number === picked ? 'stroke-series-2' : 'stroke-soft'
          const { past, future } = splitAt(samples, nowMs)
          const path = line<Sample>(
            ({ deg }) => Math.round(10 * x(deg)) / 10,
            ({ atMs }) => Math.round(10 * y(atMs)) / 10,
          ).defined(({ deg }) => Number.isFinite(deg))
          return (
            <g key={object.number}>
              <path d={path(past) ?? ''} className={`${chart.line} ${colour}`} />
              <path d={path(future) ?? ''} className={`${chart.line} ${colour} dash-5-3`} />
            </g>
          )
        })}
      </g>
      <line x1={left} x2={right} y1={y(nowMs)} y2={y(nowMs)} className="stroke-accent crisp" />
      <ShownLine isDown x={y} left={left} right={right} top={top} bottom={bottom} />
      {burns.map((burn) => (
        <path
          key={burn.id}
          d={`M${x(degAt(ours, burn.atMs, middleDeg))} ${y(burn.atMs) - 6}l6 6l-6 6l-6 -6z`}
          className={`stroke-accent stroke-w-1-5 ${burn.isFirm ? 'fill-accent' : 'fill-panel'}`}
        >
          <title>{burn.name}</title>
        </path>
      ))}
      {marks.map((mark) =>
        mark.kind === 'tca' && y(mark.atMs) >= top && y(mark.atMs) <= bottom ? (
          <g key={mark.id} transform={`translate(${x(degAt(ours, mark.atMs, middleDeg)) - 6} ${y(mark.atMs) - 6})`}>
            <StatusSymbol level={mark.level} />
          </g>
        ) : null,
      )}
      <LineLabels area={area} labels={labelsOf({ props, scene, area, x, y })} />
    </>
  )
}

/** Returns the burns to the east or west in the range. */
const burnsIn = (marks: readonly OwnMark[], { top, bottom }: Area, y: (ms: number) => number) =>
  marks.flatMap((mark) =>
    mark.kind === 'burn' && mark.isAlong && y(mark.atMs) >= top && y(mark.atMs) <= bottom ? [mark] : [],
  )

/** Returns the own longitude at a time, or the middle of the box where it is not known. */
function degAt(ours: RingLine | undefined, atMs: number, middleDeg: number): number {
  const deg = ours?.samples.find((sample) => sample.atMs >= atMs)?.deg
  return deg !== undefined && Number.isFinite(deg) ? deg : middleDeg
}

const LABEL_AT = [0.04, 0.9, 0.25, 0.5, 0.8, 0.15, 0.35, 0.65]

function labelsOf({ props, scene: { lines, middleDeg }, area, x, y }: DrawingProps): readonly LineLabel[] {
  const { own, picked, span, marks } = props
  const ours = lines.find(({ object }) => object.k === own.k)
  const burns = burnsIn(marks, area, y).map((mark): LineLabel => {
    const place = { x: x(degAt(ours, mark.atMs, middleDeg)) + 6, y: y(mark.atMs) + 4 }
    return {
      id: mark.id,
      text: mark.name,
      className: chart.afterWord,
      wishes: [
        { ...place, align: 'start' },
        { ...place, x: place.x - 16, align: 'end' },
      ],
    }
  })
  const names = lines.flatMap(({ object, samples, drift }): LineLabel[] => {
    const wished = LABEL_AT.flatMap((share) => {
      const sample = samples.find(({ atMs }) => atMs >= span.fromMs + share * (span.toMs - span.fromMs))
      return sample && Number.isFinite(sample.deg) ? [{ x: x(sample.deg), y: y(sample.atMs) }] : []
    })
    const isOwn = object.k === own.k
    return [
      {
        id: `name ${object.number}`,
        text: isOwn
          ? flatWords('ownBox', { own: object.name, box: RING_BOX_DEG })
          : `${object.name}, ${driftText(drift)}`,
        short: object.name,
        className: isOwn ? chart.wordOne : object.number === picked ? chart.wordTwo : chart.title,
        wishes: wishesAt(wished),
      },
    ]
  })
  return [...burns, ...names]
}

const TABLE_ROWS = 57

function tableOf(lines: readonly RingLine[]): PlotTable {
  const wrapped = (degrees: number) => degrees - 360 * Math.round(degrees / 360)
  return {
    columns: ['object', 'norad_id', 'time_utc', 'longitude_deg_east', 'drift_deg_per_day', 'set_epoch_utc'],
    heads: (['object', 'number', 'time', 'longitudeEast', 'driftHead', 'setEpoch'] as const).map((word) =>
      flatWords(word),
    ),
    rows: lines.flatMap(({ object: { name, number, epochMs }, samples, drift }) =>
      someOf(samples.length, TABLE_ROWS).map((k) => {
        const { atMs, deg } = samples[k] ?? { atMs: Number.NaN, deg: Number.NaN }
        const longitude = inFile(wrapped(deg), 5)
        return [name, String(number), formatInstant(atMs), longitude, inFile(drift, 5), formatInstant(epochMs)]
      }),
    ),
  }
}
