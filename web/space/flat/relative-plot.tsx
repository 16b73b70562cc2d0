import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { useId } from 'react'
import { type Area, lengthLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatInstant, formatInstantMs } from '../../clock/format.ts'
import type { PlotTable } from '../../ui/file/csv.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import type { TimeSpan } from '../time/marks.ts'
import {
  acrossFrame,
  agesText,
  areaIn,
  type FlatProps,
  inFile,
  OwnMarks,
  oncePerSize,
  someOf,
  splitAt,
  TimeAcross,
} from './frame.tsx'
import type { FlatObject } from './neighbours.ts'
import type { ClosestPoint, RelativeSeries } from './series.ts'
import { flatWords } from './words.data.ts'

type Props = FlatProps & {
  readonly other: FlatObject
  readonly series: RelativeSeries
  readonly span: TimeSpan
  readonly isBusy: boolean
}

const PARTS = ['radial', 'along', 'cross'] as const
type Part = (typeof PARTS)[number]
type Sample = { readonly atMs: number } & Readonly<Record<Part, number>>

const MARGIN = { left: 74, right: 14, top: 12, bottom: 22 }
const GAP_PX = 8
const READ_POINTS = 97
/** The number of closest points that are marked. */
const MARKED = 5

/** Draws where an object is from an own satellite: radial, along the track and across, over days, with the closest points. */
export function RelativePlot(props: Props) {
  const { own, other, series, span, nowMs, sources, actions, className, isBusy } = props
  const say = useWords(flatWords)
  const clipId = useId()
  const samples = Array.from(series.times, (atMs, k): Sample => {
    const km = (values: Float64Array) => (values[k] ?? Number.NaN) / 1_000
    return { atMs, radial: km(series.radialM), along: km(series.alongM), cross: km(series.crossM) }
  }).filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs)
  const closest = series.closest
    .filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs)
    .toSorted((a, b) => a.distanceM - b.distanceM)
    .slice(0, MARKED)
  const [nearest] = closest
  const near = nearest
    ? say('nearest', { km: kmText(nearest.distanceM), time: formatInstant(nearest.atMs) })
    : say('noNearest')
  const ages = say('setsOld', { ages: agesText([own, other], nowMs) })
  const missing = samples.filter(({ along }) => !Number.isFinite(along)).length
  const lost = missing > 0 ? ` ${say('notCovered', { count: missing, all: samples.length })}` : ''
  const text = `${near} ${ages} ${say('withoutBurns')}${lost}`
  return (
    <PlotFrame
      title={say('relativeTitle', { other: other.name, own: own.name })}
      note={text}
      caption={`${say('relativeCaption', { other: other.name, own: own.name })} ${text}`}
      provenance={say('provenance', { sources })}
      fileName="relative-motion"
      heightPx="fill"
      className={className}
      busy={isBusy}
      actions={actions}
      table={() => tableOf(samples, closest)}
      plot={oncePerSize((size) => drawn(props, { samples, closest, size, clipId }))}
    />
  )
}

const kmText = (metres: number) => formatNumber(metres / 1_000, { significant: 4 })

type Scene = {
  readonly samples: readonly Sample[]
  readonly closest: readonly ClosestPoint[]
  readonly size: Size
  readonly clipId: string
}
type Panel = {
  readonly part: Part
  /** The place of the part in radial, along-track and cross. */
  readonly at: 0 | 1 | 2
  readonly area: Area
  readonly y: ReturnType<typeof scaleLinear<number, number>>
}

function panelsOf({ samples, size }: Scene): { readonly whole: Area; readonly panels: readonly Panel[] } {
  const whole = areaIn(size, MARGIN)
  const height = (whole.bottom - whole.top - GAP_PX * (PARTS.length - 1)) / PARTS.length
  const panels = PARTS.map((part, place): Panel => {
    const at = place as Panel['at']
    const top = whole.top + at * (height + GAP_PX)
    const most = samples.reduce((max, one) => (Math.abs(one[part]) > max ? Math.abs(one[part]) : max), 0)
    const room = (most || 1) * 1.08
    return {
      part,
      at,
      area: { ...whole, top, bottom: top + height },
      y: scaleLinear([-room, room], [top + height, top]),
    }
  })
  return { whole, panels }
}

function drawn(props: Props, scene: Scene): Plot {
  const { samples, size } = scene
  const { whole, panels } = panelsOf(scene)
  const frame = acrossFrame(whole, props.span, props.nowMs)
  const known = samples.filter(({ along }) => Number.isFinite(along))
  const read = someOf(known.length, READ_POINTS).flatMap((k) => known[k] ?? [])
  return {
    drawing:
      size.height > MARGIN.top + MARGIN.bottom + 60 ? (
        <Drawing props={props} scene={scene} panels={panels} frame={frame} />
      ) : null,
    points: [...panels].reverse().flatMap(({ part, y }) =>
      read.map((sample) => {
        return {
          x: frame.x(sample.atMs),
          y: y(sample[part]),
          text: flatWords('relativePoint', {
            time: formatInstant(sample.atMs),
            radial: formatNumber(sample.radial, { decimals: 3, signed: true }),
            along: formatNumber(sample.along, { decimals: 3, signed: true }),
            cross: formatNumber(sample.cross, { decimals: 3, signed: true }),
          }),
        }
      }),
    ),
    columns: read.length,
  }
}

type DrawingProps = {
  readonly props: Props
  readonly scene: Scene
  readonly panels: readonly Panel[]
  readonly frame: ReturnType<typeof acrossFrame>
}

const ROW_PX = 22

function Drawing({ props, scene, panels, frame }: DrawingProps) {
  const { marks, nowMs } = props
  const { samples, closest, clipId } = scene
  const { x } = frame
  const { past, future } = splitAt(samples, nowMs)
  return (
    <>
      <TimeAcross {...frame} />
      {panels.map(({ part, at, area, y }) => {
        const ticks = y.ticks(Math.max(2, Math.floor((area.bottom - area.top) / ROW_PX)))
        const step = tickStep(ticks)
        const path = line<Sample>(
          ({ atMs }) => Math.round(10 * x(atMs)) / 10,
          (sample) => Math.round(10 * y(sample[part])) / 10,
        ).defined((sample) => Number.isFinite(sample[part]))
        return (
          <g key={part}>
            {ticks.map((value) => (
              <g key={value}>
                <line x1={area.left} x2={area.right} y1={y(value)} y2={y(value)} className={chart.grid} />
                <text x={area.left - 8} y={Math.max(area.top + 8, y(value) + 4)} className={chart.end}>
                  {lengthLabel(value, step, { signed: true })}
                </text>
              </g>
            ))}
            <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className="stroke-series-1" />
            <clipPath id={`${clipId}${part}`}>
              <rect
                x={area.left}
                y={area.top}
                width={Math.max(0, area.right - area.left)}
                height={Math.max(0, area.bottom - area.top)}
              />
            </clipPath>
            <g clipPath={`url(#${clipId}${part})`}>
              <path d={path(past) ?? ''} className={`${chart.line} stroke-series-2`} />
              <path d={path(future) ?? ''} className={`${chart.line} stroke-series-2 dash-5-3`} />
            </g>
            {closest.map(({ atMs, rtnM }) => (
              <circle key={atMs} cx={x(atMs)} cy={y(rtnM[at] / 1_000)} r="3.5" className="fill-ink" />
            ))}
            <text x={area.left + 6} y={area.top + 11} className={chart.strong}>
              {flatWords(part)}
            </text>
          </g>
        )
      })}
      <OwnMarks marks={marks} frame={frame} burnY={frame.area.bottom - 6} />
    </>
  )
}

const TABLE_ROWS = 169

function tableOf(samples: readonly Sample[], closest: readonly ClosestPoint[]): PlotTable {
  const round = (value: number) => inFile(value, 4)
  return {
    columns: ['time_utc', 'closest_rank', 'radial_km', 'along_km', 'cross_km', 'distance_km'],
    heads: (['time', 'closestRank', 'radial', 'along', 'cross', 'distance'] as const).map((word) => flatWords(word)),
    rows: [
      ...closest.map(({ atMs, distanceM, rtnM }, at) => {
        const [radial, along, cross] = rtnM.map((metres) => round(metres / 1_000))
        return [formatInstantMs(atMs), at + 1, radial, along, cross, round(distanceM / 1_000)]
      }),
      ...someOf(samples.length, TABLE_ROWS).flatMap((k) => {
        const sample = samples[k]
        if (!sample) return []
        const { atMs, radial, along, cross } = sample
        return [
          [
            formatInstant(atMs),
            undefined,
            round(radial),
            round(along),
            round(cross),
            round(Math.hypot(radial, along, cross)),
          ],
        ]
      }),
    ],
  }
}
