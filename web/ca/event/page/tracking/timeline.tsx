import { DAY_MS } from '@apsis/astro/constants.ts'
import type { EventTracking, TrackedObject } from '@apsis/contract/odt/tracking/conjunction.ts'
import { BottomAxis } from '../../../../chart/axes.tsx'
import { calendarOf } from '../../../../chart/calendar.ts'
import plot from '../../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../../chart/plot-frame.tsx'
import { now } from '../../../../clock/clock.ts'
import { formatInstant } from '../../../../clock/format.ts'
import { formatNumber } from '../../../../ui/format/number.ts'
import type { ApiCall } from '../../../../ui/page/pane-menu.tsx'
import type { Size } from '../../../../ui/page/size.ts'
import { useWords } from '../../../../ui/text/language.ts'
import { trackText } from './chance-text.ts'
import { trackingWords } from './words.data.ts'

type Props = { readonly found: EventTracking; readonly call: ApiCall }
const LOOKS = {
  stated: 'fill-muted',
  made: 'fill-ink',
  tasked: 'fill-accent',
  possible: 'fill-none stroke-accent',
} as const
type Kind = keyof typeof LOOKS
type Detection = TrackedObject['tasked'][number]['detection']
type Mark = {
  readonly id: string
  readonly kind: Kind
  readonly row: number
  readonly atMs: number
  readonly object: string
  readonly who: string
  readonly text: string
  /** The detection of a future pass; undefined for other entries. */
  readonly detection: Detection | undefined
}

const ROW_PX = 26
const MARGIN = { left: 150, right: 36, top: 20, bottom: 24 }
const MARK_PX = 7
/** If the two limits are closer than this, their labels are beside each other. */
const LABEL_PX = 40
/** The span before now, or before a past TCA: the orbit determination of most objects uses data of this span. */
const BACK_MS = 3 * DAY_MS

/** Draws both objects over time: statements of others, own tracks, ordered passes, and possible passes until the decision. */
export function TrackingTimeline({ found, call }: Props) {
  const t = useWords(trackingWords)
  const marks = found.objects.flatMap((object, place) => marksOf(object, place * 2))
  const tcaMs = Date.parse(found.tca)
  const span = { fromMs: Math.min(now(), tcaMs) - BACK_MS, toMs: tcaMs + DAY_MS / 24 }
  const count = (kind: Kind) => marks.filter((one) => one.kind === kind).length
  const shown = marks.filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs)
  return (
    <PlotFrame
      title={t('timeline')}
      className="span-all pb-8"
      caption={t('timelineCaption', {
        stated: count('stated'),
        made: count('made'),
        tasked: count('tasked'),
        possible: count('possible'),
      })}
      provenance={t('provenance', {
        simulated: found.isSimulated ? t('simulated') : '',
        time: formatInstant(Date.parse(found.computedAt)),
      })}
      fileName="tracking"
      heightPx={MARGIN.top + MARGIN.bottom + 4 * ROW_PX}
      call={call}
      table={{
        columns: [
          ...['object', 'kind', 'time', 'who', 'track_probability', 'track_theoretical', 'track_empirical'],
          ...['sensor_tries', 'sensor_successes'],
        ],
        rows: marks.map(({ object, kind, atMs, who, detection: d }) => [
          ...[object, kind, new Date(atMs).toISOString(), who, d?.probability ?? undefined],
          ...[d?.theoretical ?? undefined, d?.empirical ?? undefined, d?.tries, d?.successes],
        ]),
      }}
      plot={(size): Plot => {
        const x = scaleOf(size, span)
        return {
          drawing: <Drawing found={found} marks={shown} size={size} span={span} />,
          points: shown.map(({ id, row, atMs, text }) => ({ id, x: x(atMs), y: middleOf(row), text })),
        }
      }}
    />
  )
}

type Span = { readonly fromMs: number; readonly toMs: number }
const middleOf = (row: number) => MARGIN.top + (row + 0.5) * ROW_PX
const scaleOf =
  ({ width }: Size, { fromMs, toMs }: Span) =>
  (ms: number) =>
    MARGIN.left + ((ms - fromMs) / (toMs - fromMs)) * (width - MARGIN.left - MARGIN.right)

function marksOf({ name, stated, made, tasked, passes }: TrackedObject, row: number): Mark[] {
  const t = trackingWords
  const mark = (kind: Kind, at: string, who: string, text: string, detection?: Detection): Mark => ({
    id: `${name} ${kind} ${who} ${at}`,
    kind,
    row: kind === 'stated' ? row : row + 1,
    atMs: Date.parse(at),
    object: name,
    who,
    text,
    detection,
  })
  const time = (at: string) => formatInstant(Date.parse(at))
  const others = new Map(
    stated.flatMap((one) => (one.lastObservationTo === null ? [] : [[one.lastObservationTo, one]])),
  )
  return [
    ...[...others].map(([at, { originator }]) =>
      mark('stated', at, originator, t('statedPoint', { name, originator, time: time(at) })),
    ),
    ...made.map(({ start, sensorCode: sensor }) =>
      mark('made', start, sensor, t('madePoint', { name, sensor, time: time(start) })),
    ),
    ...tasked.map(({ start, sensorCode: sensor, detection }) =>
      mark(
        'tasked',
        start,
        sensor,
        t('taskedPoint', { name, sensor, time: time(start), track: trackText(detection) }),
        detection,
      ),
    ),
    ...passes.map(({ start, sensorCode: sensor, crossingChance, detection }) => {
      const chance = formatNumber(crossingChance * 100, { decimals: 1 })
      const values = { name, sensor, time: time(start), chance, track: trackText(detection) }
      return mark('possible', start, sensor, t('possiblePoint', values), detection)
    }),
  ]
}

type DrawingProps = {
  readonly found: EventTracking
  readonly marks: readonly Mark[]
  readonly size: Size
  readonly span: Span
}

function Drawing({ found, marks, size, span }: DrawingProps) {
  const t = useWords(trackingWords)
  const x = scaleOf(size, span)
  const [left, right, bottom] = [x(span.fromMs), x(span.toMs), size.height - MARGIN.bottom]
  const dayPx = ((right - left) / (span.toMs - span.fromMs)) * DAY_MS
  const { labels } = calendarOf({ ...span, dayPx, labelPx: 76, isShort: dayPx < 90 })
  const limits = [
    { word: t('commit'), ms: Date.parse(found.commitBefore) },
    { word: t('tca'), ms: Date.parse(found.tca) },
  ]
  const nowMs = now()
  const isTight = x(Date.parse(found.tca)) - x(Date.parse(found.commitBefore)) < LABEL_PX
  return (
    <g>
      {found.objects.flatMap(({ name, place }) =>
        [t('rowStated'), t('rowOwn')].map((word, part) => {
          const row = (place - 1) * 2 + part
          return (
            <g key={`${name} ${word}`}>
              <line
                x1={left}
                x2={right}
                y1={middleOf(row) + ROW_PX / 2}
                y2={middleOf(row) + ROW_PX / 2}
                className="stroke-line-1 crisp"
              />
              <text x={left - 8} y={middleOf(row) + 4} className={part === 0 ? `${plot.end} ${plot.strong}` : plot.end}>
                {part === 0 ? name.slice(0, 20) : word}
              </text>
            </g>
          )
        }),
      )}
      <BottomAxis
        area={{ left, right, top: MARGIN.top, bottom }}
        ticks={labels.map(({ ms, text }) => ({ at: x(ms), label: text }))}
      />
      {limits
        .filter(({ ms }) => ms >= span.fromMs && ms <= span.toMs)
        .map(({ word, ms }) => (
          <g key={word}>
            <line x1={x(ms)} x2={x(ms)} y1={MARGIN.top - 4} y2={bottom} className="stroke-soft dash-4-3" />
            {isTight && word === t('tca') ? (
              <text x={x(ms) + 4} y={MARGIN.top - 6}>
                {word}
              </text>
            ) : (
              <text x={x(ms) - 4} y={MARGIN.top - 6} className={plot.end}>
                {word}
              </text>
            )}
          </g>
        ))}
      {marks.map(({ id, kind, row, atMs }) =>
        kind === 'stated' ? (
          <circle key={id} cx={x(atMs)} cy={middleOf(row)} r={MARK_PX / 2} className={LOOKS.stated} />
        ) : (
          <rect
            key={id}
            x={x(atMs) - MARK_PX / 2}
            y={middleOf(row) - MARK_PX}
            width={MARK_PX}
            height={2 * MARK_PX}
            className={LOOKS[kind]}
          />
        ),
      )}
      {nowMs <= span.toMs ? (
        <line x1={x(nowMs)} x2={x(nowMs)} y1={MARGIN.top - 4} y2={bottom} className="stroke-accent crisp" />
      ) : null}
    </g>
  )
}
