import { DAY_MS } from '@apsis/astro/constants.ts'
import {
  listTrackHistories,
  type TrackHistory,
  type TrackOfHistory,
} from '@apsis/contract/odt/tracking/track-history.ts'
import { useQuery } from '@tanstack/react-query'
import { scaleLinear } from 'd3-scale'
import { type Area, BottomAxis, LeftAxis, lengthLabel, TITLE_PX } from '../../chart/axes.tsx'
import { calendarOf } from '../../chart/calendar.ts'
import chart from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { tickStep } from '../../chart/tick-step.ts'
import { formatDate, formatMinute } from '../../clock/format.ts'
import { formatBriefly, formatNumber } from '../../ui/format/number.ts'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { historyQuery } from '../request/state/queries.ts'
import { trackHistoryWords } from './words.data.ts'

type Props = {
  /** The catalogue number; null if the tracks are of an unknown object. */
  readonly object: number | null
  readonly fileId: string
}

/** A single track cannot show growth, so at least this number is needed. */
const FEWEST_TRACKS = 2
const HEIGHT_PX = 228
/** The margin beyond the first and the last track, so that neither is at the edge. */
const BESIDE_MS = DAY_MS / 4
const DOT_PX = 3.5

/** Draws the delay of the object in each of its tracks, with the limits of free flight (F23). If it cannot be read, the head says so. */
export function TrackHistoryPlot({ object, fileId }: Props) {
  const t = useWords(trackHistoryWords)
  const { data } = useQuery({ ...historyQuery(object ?? 0), enabled: object !== null })
  if (!data || data.tracks.length < FEWEST_TRACKS) return null
  const time = formatDate(Date.parse(data.orbitEpoch))
  return (
    <PlotFrame
      id="track-history"
      title={t('title')}
      note={t('note', { time })}
      caption={captionOfHistory(data)}
      provenance={t('provenance')}
      fileName="track-history"
      call={{ method: listTrackHistories.method, path: listTrackHistories.path }}
      table={{
        columns: ['track_utc', 'sensor', 'late_s', 'sigma_s', 'expected_sigma_s', 'file_id'],
        rows: data.tracks.map((one) => [
          one.epoch,
          one.sensorCode,
          one.lateS,
          one.sigmaS,
          one.expectedSigmaS,
          one.observationFileId,
        ]),
      }}
      legend={[
        { mark: <circle cx="8" cy="6" r={DOT_PX} className="fill-series-1" />, text: t('track') },
        { mark: <circle cx="8" cy="6" r={DOT_PX} className="fill-ink" />, text: t('thisFile') },
        {
          mark: <rect x="1" y="1" width="14" height="10" className={`fill-raised ${chart.window}`} />,
          text: t('expected'),
        },
      ]}
      heightPx={HEIGHT_PX}
      plot={(size) => drawHistory(data, fileId, size)}
    />
  )
}

/** Returns the result of the tracks as a sentence. */
export function captionOfHistory({ tracks, orbitEpoch, manoeuvre, isJudged }: TrackHistory): string {
  const t = trackHistoryWords
  const most = Math.max(...tracks.map(({ lateS }) => Math.abs(lateS)))
  const time = formatMinute(Date.parse(orbitEpoch))
  const held = t('caption', { count: tracks.length, time, most: formatBriefly(most, 3) })
  if (!isJudged) return `${held} ${t('notJudged')}`
  if (manoeuvre === null) return `${held} ${t('none')}`
  const [from, to] = [manoeuvre.from, manoeuvre.to].map((at) => formatMinute(Date.parse(at)))
  return `${held} ${t('shown', { from: from ?? '', to: to ?? '' })}`
}

/** Draws each track as a point with its own deviation, over the band of free flight; the time since the manoeuvre is shaded. */
export function drawHistory({ tracks, manoeuvre }: TrackHistory, fileId: string, { width, height }: Size): Plot {
  const area = { left: 56, right: width - 14, top: TITLE_PX, bottom: height - 26 }
  const times = tracks.map(({ epoch }) => Date.parse(epoch))
  const span = { fromMs: Math.min(...times) - BESIDE_MS, toMs: Math.max(...times) + BESIDE_MS }
  const x = scaleLinear([span.fromMs, span.toMs], [area.left, area.right])
  const most = Math.max(...tracks.map(({ lateS, sigmaS, expectedSigmaS }) => Math.abs(lateS) + sigmaS + expectedSigmaS))
  const y = scaleLinear([-most, most], [area.bottom, area.top])
  const points = tracks.map((one) => ({ ...one, px: x(Date.parse(one.epoch)), py: y(one.lateS) }))
  const upper = points.map(({ px, expectedSigmaS }) => `${px} ${y(expectedSigmaS)}`)
  const lower = points.toReversed().map(({ px, expectedSigmaS }) => `${px} ${y(-expectedSigmaS)}`)
  const [leftAt, rightAt] = manoeuvre === null ? [] : [x(Date.parse(manoeuvre.from)), x(Date.parse(manoeuvre.to))]
  const drawing = (
    <>
      <path d={`M${[...upper, ...lower].join('L')}Z`} className={`fill-raised ${chart.window}`} />
      {leftAt === undefined || rightAt === undefined ? null : (
        <rect x={leftAt} y={area.top} width={rightAt - leftAt} height={area.bottom - area.top} className={chart.body} />
      )}
      <Axes area={area} span={span} x={x} y={y} />
      {[upper, lower].map((edge) => (
        <path key={edge[0]} d={`M${edge.join('L')}`} className={`stroke-ink ${chart.line} ${chart.faint}`} />
      ))}
      {points.map(({ px, py, lateS, sigmaS, observationFileId }) => (
        <g key={observationFileId}>
          <line
            x1={px}
            x2={px}
            y1={y(lateS - sigmaS)}
            y2={y(lateS + sigmaS)}
            className={`stroke-series-1 ${chart.line}`}
          />
          <circle cx={px} cy={py} r={DOT_PX} className={observationFileId === fileId ? 'fill-ink' : 'fill-series-1'} />
        </g>
      ))}
    </>
  )
  return { drawing, points: points.map((one) => ({ x: one.px, y: one.py, text: pointText(one) })) }
}

type AxesProps = {
  readonly area: Area
  readonly span: { readonly fromMs: number; readonly toMs: number }
  readonly x: (value: number) => number
  readonly y: { (value: number): number; ticks(count: number): number[] }
}

function Axes({ area, span, x, y }: AxesProps) {
  const dayPx = ((area.right - area.left) * DAY_MS) / (span.toMs - span.fromMs)
  const { labels } = calendarOf({ ...span, dayPx, labelPx: 76, isShort: dayPx < 90 })
  const steps = y.ticks(5)
  return (
    <>
      <BottomAxis area={area} ticks={labels.map(({ ms, text }) => ({ at: x(ms), label: text }))} />
      <LeftAxis
        area={area}
        title={trackHistoryWords('late')}
        ticks={steps.map((value) => ({ at: y(value), label: lengthLabel(value, tickStep(steps), { signed: true }) }))}
      />
      <line x1={area.left} x2={area.right} y1={y(0)} y2={y(0)} className="crisp stroke-line-2" />
    </>
  )
}

function pointText({ epoch, sensorCode, lateS, sigmaS, expectedSigmaS }: TrackOfHistory): string {
  return trackHistoryWords('point', {
    time: formatMinute(Date.parse(epoch)),
    sensor: sensorCode,
    late: formatNumber(lateS, { decimals: 3, signed: true }),
    sigma: formatNumber(sigmaS, { decimals: 3 }),
    times: `${formatNumber(Math.abs(lateS) / expectedSigmaS, { decimals: 1 })}×`,
    expected: formatNumber(expectedSigmaS, { decimals: 3 }),
  })
}
