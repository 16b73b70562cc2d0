import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import { listRequests, type RequestPass } from '@apsis/contract/odt/request/request.ts'
import { BottomAxis } from '../../../chart/axes.tsx'
import { calendarOf } from '../../../chart/calendar.ts'
import plot from '../../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../../chart/plot-frame.tsx'
import type { LegendItem } from '../../../chart/plot-legend.tsx'
import { now } from '../../../clock/clock.ts'
import { formatInstant } from '../../../clock/format.ts'
import type { Size } from '../../../ui/page/size.ts'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { useWords } from '../../../ui/text/language.ts'
import styles from './observations.module.css'
import type { Row } from './rows.ts'
import { observationsWords } from './words.data.ts'

type Props = {
  readonly rows: readonly Row[]
  /** The id of the selected request. */
  readonly chosen: string | undefined
  readonly onPick: (requestId: string) => void
  readonly onOpen: (requestId: string) => void
}

const ROW_PX = 26
const MARGIN = { left: 148, right: 24, top: 20, bottom: 26 }
const MARK_PX = 7
/** The least span that is drawn before now, and after now, if no request is older or later. */
const LEAST_MS = DAY_MS
/** The longest past that is drawn; older passes are only in the list. */
const MOST_BEHIND_MS = 7 * DAY_MS

/** Draws each request over time: the window in which it may be observed, and its passes with their results. */
export function RequestTimeline({ rows, chosen, onPick, onOpen }: Props) {
  const t = useWords(observationsWords)
  const nowMs = now()
  const span = spanOf(rows, nowMs)
  const passes = rows.flatMap(({ request }) => request.passes.map((pass) => ({ request, pass })))
  return (
    <PlotFrame
      title={t('timeline')}
      note={t('timelineNote')}
      caption={t('timelineCaption', {
        requests: rows.length,
        made: passes.filter(({ pass }) => pass.status === 'SUCCESSFUL').length,
        ahead: passes.filter(({ pass }) => pass.status === 'PENDING').length,
      })}
      provenance={rows.some(({ request }) => request.isSimulated) ? t('simulated') : ''}
      fileName="requests"
      legend={timelineLegend(passes.map(({ pass }) => pass))}
      heightPx={MARGIN.top + MARGIN.bottom + Math.max(1, rows.length) * ROW_PX}
      call={{ method: listRequests.method, path: listRequests.path }}
      onPick={(id) => onPick(requestOf(id))}
      onOpen={(id) => onOpen(requestOf(id))}
      table={{
        columns: ['request_id', 'object', 'pass', 'sensor', 'start', 'end', 'status'],
        rows: passes.map(({ request, pass }) => [
          ...[request.observationRequestId, request.objectName, pass.name, pass.sensorCode],
          ...[pass.start, pass.end, pass.status],
        ]),
      }}
      plot={(size): Plot => {
        const x = scaleOf(size, span)
        return {
          drawing: <Drawing rows={rows} span={span} size={size} nowMs={nowMs} chosen={chosen} />,
          points: rows.flatMap(({ request }, row) =>
            shownPasses(request.passes, span).map((pass) => ({
              id: `${request.observationRequestId} ${pass.passId}`,
              x: x(Date.parse(pass.start)),
              y: middleOf(row),
              text: passText(request.objectName, pass),
            })),
          ),
        }
      }}
    />
  )
}

/** The look of a pass, by the level of its status. */
const FAILED = `fill-none dash-2-2 ${plot.serious}`
const LOOKS = {
  pending: `fill-none ${styles.pending}`,
  ok: 'fill-series-1',
  caution: FAILED,
  serious: FAILED,
  critical: FAILED,
  inactive: `fill-none ${styles.inactive}`,
}
const MARKS = [
  { level: 'pending', word: 'legendPending' },
  { level: 'ok', word: 'legendOk' },
  { level: 'serious', word: 'legendFailed' },
  { level: 'inactive', word: 'legendInactive' },
] as const

/** Returns the legend of the timeline, with the marks that are drawn. */
export function timelineLegend(passes: readonly Pick<RequestPass, 'status'>[]): readonly LegendItem[] {
  const levels = new Set(passes.map(({ status }) => meaningOf('request', status).level))
  return [
    {
      mark: <line x1="0" x2="16" y1="6" y2="6" className="stroke-line-3 crisp" />,
      text: observationsWords('legendWindow'),
    },
    ...MARKS.filter(({ level }) => levels.has(level)).map(({ level, word }) => ({
      mark: <rect x="4.5" y="0.5" width={MARK_PX} height="11" className={LOOKS[level]} />,
      text: observationsWords(word),
    })),
  ]
}

type Span = { readonly fromMs: number; readonly toMs: number }

const requestOf = (id: string) => id.split(' ')[0] ?? ''
const middleOf = (row: number) => MARGIN.top + (row + 0.5) * ROW_PX
const scaleOf =
  ({ width }: Size, { fromMs, toMs }: Span) =>
  (ms: number) =>
    MARGIN.left + ((ms - fromMs) / (toMs - fromMs)) * (width - MARGIN.left - MARGIN.right)

const shownPasses = (passes: readonly RequestPass[], { fromMs, toMs }: Span) =>
  passes.filter(({ start }) => Date.parse(start) >= fromMs && Date.parse(start) <= toMs)

function passText(name: string, { sensorCode, start, status }: RequestPass): string {
  const { word } = meaningOf('request', status)
  return `${name}: ${sensorCode}, ${formatInstant(Date.parse(start))}, ${word}`
}

/** Returns the span from the first to the last pass or open window, which includes now. */
function spanOf(rows: readonly Row[], nowMs: number): Span {
  const starts = rows.flatMap(({ request }) => request.passes.map(({ start }) => Date.parse(start)))
  const ends = rows.filter(({ request }) => !request.isEnded).map(({ request }) => Date.parse(request.to))
  return {
    fromMs: Math.max(nowMs - MOST_BEHIND_MS, Math.min(nowMs - LEAST_MS, ...starts)) - HOUR_MS,
    toMs: Math.max(nowMs + LEAST_MS, ...starts, ...ends) + HOUR_MS,
  }
}

type DrawingProps = Pick<Props, 'rows' | 'chosen'> & {
  readonly span: Span
  readonly size: Size
  readonly nowMs: number
}

function Drawing({ rows, span, size, nowMs, chosen }: DrawingProps) {
  const t = useWords(observationsWords)
  const x = scaleOf(size, span)
  const [left, right, bottom] = [x(span.fromMs), x(span.toMs), size.height - MARGIN.bottom]
  const dayPx = ((right - left) / (span.toMs - span.fromMs)) * DAY_MS
  const { labels } = calendarOf({ ...span, dayPx, labelPx: 76, isShort: dayPx < 90 })
  const inside = (ms: number) => Math.min(right, Math.max(left, x(ms)))
  return (
    <g>
      {rows.map(({ request }, row) => {
        const y = middleOf(row)
        const [from, to] = [inside(Date.parse(request.from)), inside(Date.parse(request.to))]
        const isChosen = request.observationRequestId === chosen
        return (
          <g key={request.observationRequestId}>
            {isChosen ? (
              <rect x={0} width={size.width} y={y - ROW_PX / 2} height={ROW_PX} className={styles.rowChosen} />
            ) : null}
            <text x={left - 8} y={y + 4} className={`${plot.end} ${isChosen ? plot.strong : ''}`}>
              {request.objectName.replace(/^SIMULATED /, '').slice(0, 18)}
            </text>
            <line x1={from} x2={to} y1={y} y2={y} className={request.isEnded ? plot.grid : 'stroke-line-3 crisp'} />
            {shownPasses(request.passes, span).map((pass) => (
              <rect
                key={pass.passId}
                x={x(Date.parse(pass.start)) - MARK_PX / 2}
                y={y - MARK_PX}
                width={MARK_PX}
                height={2 * MARK_PX}
                className={LOOKS[meaningOf('request', pass.status).level]}
              />
            ))}
          </g>
        )
      })}
      <BottomAxis
        area={{ left, right, top: MARGIN.top, bottom }}
        ticks={labels.map(({ ms, text }) => ({ at: x(ms), label: text }))}
      />
      <line x1={x(nowMs)} x2={x(nowMs)} y1={MARGIN.top - 4} y2={bottom} className="stroke-accent crisp" />
      <text x={x(nowMs)} y={MARGIN.top - 6} className={`${plot.middle} ${plot.nowWord}`}>
        {t('now')}
      </text>
    </g>
  )
}
