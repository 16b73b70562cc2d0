import { DAY_MS } from '@apsis/astro/constants.ts'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { useId } from 'react'
import { LeftAxis, lengthLabel, TITLE_PX } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatInstant, formatMinute } from '../../clock/format.ts'
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
  type LineLabel,
  LineLabels,
  OwnMarks,
  oncePerSize,
  someOf,
  splitAt,
  TimeAcross,
  wishesAt,
} from './frame.tsx'
import type { FlatObject, ShellLimits } from './neighbours.ts'
import type { AlongSeries, Meeting } from './series.ts'
import { flatWords } from './words.data.ts'

/** Half the length of the own box along the track, km. */
export const BOX_KM = 3
/** The reaches of the plot, km; the last one is half a revolution of every orbit to the geostationary ring and beyond. */
export const REACHES_KM = [10, 25, 100, 500, 2_500, 21_000] as const
export type AlongUnit = 'km' | 's'

type Props = FlatProps & {
  /** The objects that are drawn, and how many more are in the shell. */
  readonly others: readonly FlatObject[]
  readonly leftOut: number
  readonly limits: ShellLimits
  readonly series: AlongSeries
  readonly span: TimeSpan
  /** Undefined: the least reach that shows the nearest line. */
  readonly reachKm: number | undefined
  readonly unit: AlongUnit
  readonly isBusy: boolean
  readonly picked: number | undefined
  readonly onPick: (number: number) => void
}

type Sample = { readonly atMs: number; readonly km: number; readonly s: number }
type AlongLine = {
  readonly object: FlatObject
  readonly samples: readonly Sample[]
  readonly leastKm: number
  /** Half of the samples are nearer than this. */
  readonly medianKm: number
  readonly meeting: Meeting | undefined
}

const MARGIN = { left: 62, right: 14, top: TITLE_PX + 4, bottom: 22 }
/** The number of points that can be read of a line. */
const READ_POINTS = 49
/** Only the first three meetings have a label. */
const LABELLED_MEETINGS = 3

/** Draws how far what flies in the shell of a satellite is ahead of it along its track, with the next meetings. */
export function AlongPlot(props: Props) {
  const { own, others, leftOut, limits, series, span, unit, nowMs, sources, actions, className, isBusy } = props
  const say = useWords(flatWords)
  const clipId = useId()
  const lines = linesOf(props)
  const reachKm = props.reachKm ?? reachFor(lines)
  const outside = lines.filter(({ leastKm }) => leastKm > reachKm).length
  const meetings = lines.filter(({ meeting }) => meeting).toSorted((a, b) => meetingMs(a) - meetingMs(b))
  const shell = say('shell', {
    own: own.name,
    radial: formatNumber(limits.radialKm),
    plane: formatNumber(limits.planeDeg),
  })
  const counts = [
    say('drawnOf', { drawn: lines.length - outside, all: lines.length + leftOut }),
    ...(outside > 0 ? [say('outside', { count: outside, reach: formatNumber(reachKm) })] : []),
    ...(leftOut > 0 ? [say('leftOut', { count: leftOut })] : []),
  ].join(', ')
  const [first] = meetings
  const next = first ? say('nextMeeting', { name: first.object.name, meeting: meetingText(first) }) : say('noMeeting')
  const ages = say('setsOld', { ages: agesText([own, ...others], nowMs) })
  return (
    <PlotFrame
      title={say('alongTitle', { own: own.name })}
      note={`${counts}. ${next} ${shell} ${say('withoutBurns')} ${ages}`}
      caption={`${shell} ${counts}. ${next} ${say('withoutBurns')} ${ages}`}
      provenance={say('provenance', { sources })}
      fileName="along-track"
      heightPx="fill"
      className={className}
      busy={isBusy}
      actions={actions}
      table={() => tableOf(lines)}
      onPick={(id) => props.onPick(Number(id))}
      plot={oncePerSize((size) =>
        drawn(props, { lines, meetings, reachKm, size, clipId, unit, span, times: series.times }),
      )}
    />
  )
}

const meetingMs = ({ meeting }: AlongLine) => meeting?.atMs ?? Number.POSITIVE_INFINITY
/** Returns `11-28 22:44 Z, +9.6 km/d`. */
function meetingText({ meeting }: AlongLine): string {
  if (!meeting) return ''
  const rate = formatNumber((meeting.rateMps * DAY_MS) / 1e6, { significant: 2, signed: true })
  return flatWords(meeting.isInside ? 'insideNow' : 'meetingAt', { time: formatMinute(meeting.atMs).slice(5), rate })
}

function linesOf({ others, series }: Props): readonly AlongLine[] {
  return others.flatMap((object, at) => {
    const found = series.lines[at]
    if (!found) return []
    const samples = Array.from(series.times, (atMs, k) => {
      return { atMs, km: (found.arcM[k] ?? Number.NaN) / 1_000, s: found.aheadS[k] ?? Number.NaN }
    })
    const sizes = samples.flatMap(({ km }) => (Number.isFinite(km) ? [Math.abs(km)] : [])).toSorted((a, b) => a - b)
    const medianKm = sizes[Math.floor(sizes.length / 2)] ?? Infinity
    return [{ object, samples, leastKm: sizes[0] ?? Infinity, medianKm, meeting: found.meeting }]
  })
}

/** Half of the nearest line is to lie within this share of the reach. */
const FILLED = 0.8

function reachFor(lines: readonly AlongLine[]): number {
  const nearest = Math.min(...lines.map(({ medianKm }) => medianKm))
  return REACHES_KM.find((km) => km * FILLED >= nearest) ?? WHOLE_KM
}

/** Half a revolution of the geostationary ring is farther away than any object is ahead in low orbit. */
const WHOLE_KM = REACHES_KM[REACHES_KM.length - 1] as number

type Scene = {
  readonly lines: readonly AlongLine[]
  readonly meetings: readonly AlongLine[]
  readonly reachKm: number
  readonly size: Size
  readonly clipId: string
  readonly unit: AlongUnit
  readonly span: TimeSpan
  readonly times: Float64Array
}

function drawn(props: Props, scene: Scene): Plot {
  const { lines, size, span, unit } = scene
  const area = areaIn(size, MARGIN)
  const frame = acrossFrame(area, span, props.nowMs)
  const reach = reachIn(unit, scene)
  const y = scaleLinear([-reach, reach], [area.bottom, area.top])
  const inside = (place: number) => Math.max(area.top, Math.min(area.bottom, place))
  const shown = Array.from(scene.times.keys()).filter((k) => {
    const atMs = scene.times[k] ?? Number.NaN
    return atMs >= span.fromMs && atMs <= span.toMs
  })
  const read = someOf(shown.length, READ_POINTS).flatMap((at) => shown[at] ?? [])
  const readable = lines.filter(({ samples }) => read.every((k) => Number.isFinite(samples[k]?.km)))
  return {
    drawing: <Drawing props={props} scene={scene} frame={frame} y={y} reach={reach} />,
    columns: read.length,
    points: readable.flatMap(({ object, samples }) =>
      read.flatMap((k) => {
        const sample = samples[k]
        if (!sample) return []
        return [
          {
            x: frame.x(sample.atMs),
            y: inside(y(sample[unit])),
            id: String(object.number),
            text: flatWords('alongPoint', {
              name: object.name,
              time: formatInstant(sample.atMs),
              km: formatNumber(sample.km, { decimals: 2, signed: true }),
              s: formatNumber(sample.s, { decimals: 2, signed: true }),
            }),
          },
        ]
      }),
    ),
  }
}

/** Returns the reach in the unit of the axis. Seconds are those that the own satellite takes, as the samples have it. */
function reachIn(unit: AlongUnit, { lines, reachKm }: Scene): number {
  if (unit === 'km') return reachKm
  const sample = lines.flatMap(({ samples }) => samples).find(({ km, s }) => Math.abs(km) > 0 && Number.isFinite(s))
  return sample ? (reachKm * sample.s) / sample.km : reachKm
}

type DrawingProps = {
  readonly props: Props
  readonly scene: Scene
  readonly frame: ReturnType<typeof acrossFrame>
  readonly y: ReturnType<typeof scaleLinear<number, number>>
  readonly reach: number
}

function Drawing({ props, scene, frame, y, reach }: DrawingProps) {
  const { own, marks, nowMs, picked } = props
  const { lines, meetings, unit, reachKm, clipId } = scene
  const { area, x } = frame
  const ticks = y.ticks(Math.max(3, Math.floor((area.bottom - area.top) / 30)))
  const step = tickStep(ticks)
  const boxReach = (BOX_KM / reachKm) * reach
  const [first] = meetings
  const toneOf = ({ object }: AlongLine) =>
    object.number === picked || (picked === undefined && object === first?.object) ? 'other' : 'plain'
  return (
    <>
      <LeftAxis
        area={area}
        ticks={ticks.map((value) => ({ at: y(value), label: lengthLabel(value, step, { signed: true }) }))}
        title={flatWords(unit === 'km' ? 'kmAhead' : 'sAhead', { own: own.name, box: BOX_KM })}
      />
      <clipPath id={clipId}>
        <rect
          x={area.left}
          y={area.top}
          width={Math.max(0, area.right - area.left)}
          height={Math.max(0, area.bottom - area.top)}
        />
      </clipPath>
      <g clipPath={`url(#${clipId})`}>
        <rect
          x={area.left}
          y={y(boxReach)}
          width={Math.max(0, area.right - area.left)}
          height={Math.max(1, y(-boxReach) - y(boxReach))}
          className={`fill-series-1 ${chart.brush}`}
        />
        {lines.map((one) => (
          <LinePath key={one.object.number} one={one} x={x} y={y} unit={unit} nowMs={nowMs} tone={toneOf(one)} />
        ))}
        <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className="stroke-series-1 stroke-w-2" />
      </g>
      <TimeAcross {...frame} />
      <OwnMarks marks={marks} frame={frame} burnY={y(0)} />
      {meetings.map(({ object, meeting }) =>
        meeting && x(meeting.atMs) <= area.right ? (
          <circle key={object.number} cx={x(meeting.atMs)} cy={y(0)} r="3.5" className="fill-series-2" />
        ) : null,
      )}
      <LineLabels area={area} labels={labelsOf({ props, scene, frame, y, reach }, toneOf)} />
    </>
  )
}

/** Returns whether a line may be drawn from one sample to the next: not where it jumps from half a revolution ahead to half behind. */
const isJump = (a: Sample, b: Sample) => a.km * b.km < 0 && Math.abs(a.km - b.km) > JUMP_KM
const JUMP_KM = 10_000

function LinePath({
  one,
  x,
  y,
  unit,
  nowMs,
  tone,
}: {
  readonly one: AlongLine
  readonly x: (ms: number) => number
  readonly y: (value: number) => number
  readonly unit: AlongUnit
  readonly nowMs: number
  readonly tone: 'other' | 'plain'
}) {
  const { past, future } = splitAt(one.samples, nowMs)
  const path = (samples: readonly Sample[]) =>
    line<Sample>(
      ({ atMs }) => Math.round(10 * x(atMs)) / 10,
      (sample) => Math.round(10 * y(sample[unit])) / 10,
    ).defined((sample, k) => {
      const before = samples[k - 1]
      return Number.isFinite(sample.km) && !(before && isJump(before, sample))
    })(samples)
  const colour = tone === 'other' ? 'stroke-series-2' : 'stroke-soft'
  return (
    <>
      <path d={path(past) ?? ''} className={`${chart.line} ${colour}`} />
      <path d={path(future) ?? ''} className={`${chart.line} ${colour} dash-5-3`} />
    </>
  )
}

/** A line may have its label at these shares of the range. */
const LABEL_AT = [0.02, 0.98, 0.3, 0.6, 0.15, 0.45, 0.75, 0.88]

function labelsOf(
  { props, scene, frame: { area, x }, y, reach }: DrawingProps,
  toneOf: (line: AlongLine) => string,
): readonly LineLabel[] {
  const { lines, meetings, unit, span } = scene
  const burns = props.marks.flatMap((mark): LineLabel[] =>
    mark.kind === 'burn' && x(mark.atMs) >= area.left && x(mark.atMs) <= area.right
      ? [
          {
            id: mark.id,
            text: mark.name,
            className: chart.afterWord,
            wishes: wishesAt([{ x: x(mark.atMs), y: y(0) - 4 }]),
          },
        ]
      : [],
  )
  const meets = meetings.slice(0, LABELLED_MEETINGS).map((one): LineLabel => {
    return {
      id: `meeting ${one.object.number}`,
      text: flatWords('inBox', { name: one.object.name, meeting: meetingText(one) }),
      className: chart.wordTwo,
      wishes: wishesAt([0, 20, -20, 36, -36].map((down) => ({ x: x(meetingMs(one)), y: y(0) + down }))),
    }
  })
  const names = lines
    .filter((one) => !meetings.slice(0, LABELLED_MEETINGS).includes(one))
    .map((one): LineLabel => {
      const wished = LABEL_AT.flatMap((share) => {
        const atMs = span.fromMs + share * (span.toMs - span.fromMs)
        const sample = one.samples.find((other) => other.atMs >= atMs)
        if (!sample || !(Math.abs(sample[unit]) < reach)) return []
        return [{ x: x(sample.atMs), y: y(sample[unit]) }]
      })
      return {
        id: `name ${one.object.number}`,
        text: one.object.name,
        className: toneOf(one) === 'other' ? chart.wordTwo : chart.title,
        wishes: wishesAt(wished),
      }
    })
  return [...burns, ...meets, ...names]
}

/** The number of rows of an object in the table. */
const TABLE_ROWS = 49

function tableOf(lines: readonly AlongLine[]): PlotTable {
  const round = (value: number) => inFile(value, 3)
  const rateOf = ({ rateMps }: Meeting) => round((rateMps * DAY_MS) / 1e6)
  const rows = lines.flatMap(({ object: { name, number, epochMs }, samples, meeting }) => {
    const [id, epoch] = [[name, String(number)], formatInstant(epochMs)]
    return [
      ...(meeting
        ? [[...id, formatInstant(meeting.atMs), 1, round(meeting.arcM / 1_000), undefined, rateOf(meeting), epoch]]
        : []),
      ...someOf(samples.length, TABLE_ROWS).flatMap((k) => {
        const sample = samples[k]
        if (!sample) return []
        return [[...id, formatInstant(sample.atMs), undefined, round(sample.km), round(sample.s), undefined, epoch]]
      }),
    ]
  })
  return {
    columns: [
      'object',
      'norad_id',
      'time_utc',
      'enters_box',
      'ahead_km',
      'ahead_s',
      'rate_km_per_day',
      'set_epoch_utc',
    ],
    heads: (['object', 'number', 'time', 'entersBox', 'km', 's', 'rate', 'setEpoch'] as const).map((word) =>
      flatWords(word),
    ),
    rows,
  }
}
