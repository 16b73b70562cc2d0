import { DAY_MS } from '@apsis/astro/constants.ts'
import type { PassPrediction } from '@apsis/contract/odt/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor.ts'
import { BottomAxis } from '../../chart/axes.tsx'
import { calendarOf } from '../../chart/calendar.ts'
import plot from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { formatElapsed } from '../../ui/format/duration.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import type { Size } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { sunElevation } from '../sensor/sun-place.ts'
import { originText } from './orbit-origin.ts'
import styles from './pass.module.css'
import { type PassOf, passesOf } from './pass-query.ts'
import { passWords } from './words.data.ts'
import { WORTH_PX, type Worth, WorthLane } from './worth-lane.tsx'

const ROW_PX = 30
/** Where many panes share a screen: all rows together, as long as each keeps its least height. */
const LOW_ROWS_PX = 160
const [LEAST_ROW_PX, MOST_ROW_PX] = [20, 44]
const MARGIN = { left: 64, right: 68, top: 18, bottom: 24 }
/** So wide is a pass drawn at least: minutes are less than a pixel of a week. */
const LEAST_PX = 3
/** A night is found to so many minutes; a pixel of a day is longer. */
const NIGHT_STEP_MS = 600_000

type Props = {
  readonly predictions: readonly PassPrediction[]
  readonly sensors: readonly Sensor[]
  readonly span: { readonly fromMs: number; readonly toMs: number }
  readonly chosen: ReadonlySet<string>
  /** The pass whose sky is shown. */
  readonly shown?: string | undefined
  readonly onPick: (pass: PassOf) => void
  /** What each pass is worth to the decision of an event, drawn below over the same time. */
  readonly worth?: Worth | undefined
  /** Shares its screen with other panes: lower rows, and what is read stands in its head. */
  readonly isLow?: boolean
  readonly actions?: React.ReactNode
  readonly call?: ApiCall | undefined
  readonly className?: string | undefined
}

/** The passes over each sensor: what can be observed is filled, and it is as high as the object rises (ux.md §6). */
export function PassGantt(props: Props) {
  const { predictions, span, chosen, onPick, worth, isLow = false, actions, call, className } = props
  const t = useWords(passWords)
  const passes = passesOf(predictions)
  const [first] = predictions
  const able = passes.filter(({ seenMs }) => seenMs !== undefined).length
  const isSimulated = predictions.some((one) => one.isSimulated)
  const rowPx = rowOfScreen(isLow, predictions.length)
  return (
    <PlotFrame
      title={t('gantt')}
      note={isLow && isSimulated ? t('ganttNoteSimulated') : t('ganttNote')}
      {...(isLow ? { readingIn: 'note' as const } : {})}
      caption={t('ganttCaption', { able, count: passes.length, sensors: predictions.length })}
      provenance={
        first
          ? t('source', {
              simulated: isSimulated ? t('simulated') : '',
              source: originText(first.orbit),
              epoch: first.orbit.epoch ? t('epoch', { time: formatInstant(Date.parse(first.orbit.epoch)) }) : '',
              time: formatInstant(Date.parse(first.computedAt)),
            })
          : ''
      }
      fileName="passes"
      heightPx={MARGIN.top + MARGIN.bottom + Math.max(1, predictions.length) * rowPx + (worth ? WORTH_PX : 0)}
      table={passTable(passes)}
      call={call}
      actions={actions}
      className={className}
      onPick={(name) => {
        const pass = passes.find((one) => one.name === name)
        if (pass) onPick(pass)
      }}
      plot={(size): Plot => {
        const x = scaleOf(size, span)
        return {
          drawing: <Drawing {...props} size={size} passes={passes} />,
          points: passes.map((pass) => ({
            x: x((pass.startMs + pass.endMs) / 2),
            y: rowOf(predictions, pass, rowPx) + rowPx / 2,
            id: pass.name,
            text: passText(pass, chosen.has(pass.name)),
          })),
        }
      }}
    />
  )
}

function scaleOf({ width }: Size, { fromMs, toMs }: Props['span']) {
  const room = width - MARGIN.left - MARGIN.right
  return (ms: number) => MARGIN.left + ((ms - fromMs) / (toMs - fromMs)) * room
}

const rowOfScreen = (isLow: boolean, count: number) =>
  isLow ? Math.min(MOST_ROW_PX, Math.max(LEAST_ROW_PX, Math.floor(LOW_ROWS_PX / Math.max(1, count)))) : ROW_PX
const rowOf = (predictions: readonly PassPrediction[], { code }: PassOf, rowPx: number) =>
  MARGIN.top + predictions.findIndex(({ sensorCode }) => sensorCode === code) * rowPx

/** A pass in a sentence. */
export function passText({ code, startMs, seenMs, seenForMs, pass }: PassOf, isChosen: boolean): string {
  const t = passWords
  const answer =
    seenMs === undefined
      ? t('cannot', { reasons: pass.reasons.map((reason) => t(reason)).join(', ') })
      : t('canObserve', { duration: formatElapsed(seenForMs) })
  const text = t('passText', {
    code,
    time: formatInstant(startMs),
    elevation: formatNumber(pass.maximumElevation, { decimals: 0 }),
    answer,
  })
  return isChosen ? `${text}; ${t('chosen')}` : text
}

type DrawingProps = Props & { readonly size: Size; readonly passes: readonly PassOf[] }

function Drawing({ predictions, sensors, span, chosen, shown, worth, isLow = false, size, passes }: DrawingProps) {
  const t = useWords(passWords)
  const x = scaleOf(size, span)
  const [left, right] = [x(span.fromMs), x(span.toMs)]
  const bottom = size.height - MARGIN.bottom
  const dayPx = ((right - left) / (span.toMs - span.fromMs)) * DAY_MS
  const { labels } = calendarOf({ ...span, dayPx, labelPx: 76, isShort: dayPx < 90 })
  const nowMs = now()
  const rowPx = rowOfScreen(isLow, predictions.length)
  return (
    <g>
      {predictions.map(({ sensorCode, passes: own }, row) => {
        const top = MARGIN.top + row * rowPx
        const able = own.filter(({ visibilityIntervals }) => visibilityIntervals.length > 0).length
        const sensor = sensors.find((one) => one.sensorCode === sensorCode)
        return (
          <g key={sensorCode}>
            {sensor
              ? nightsOf(sensor, span).map(([from, to]) => (
                  <rect
                    key={from}
                    x={x(from)}
                    width={x(to) - x(from)}
                    y={top}
                    height={rowPx}
                    className={styles.night}
                  />
                ))
              : null}
            <line x1={left} x2={right} y1={top + rowPx} y2={top + rowPx} className={styles.row} />
            <text x={left - 8} y={top + rowPx / 2 + 5} className={`${plot.end} ${plot.strong}`}>
              {sensorCode}
            </text>
            <text x={right + 8} y={top + rowPx / 2 + 5}>
              {t('of', { able, all: own.length })}
            </text>
          </g>
        )
      })}
      <BottomAxis
        area={{ left, right, top: MARGIN.top, bottom }}
        ticks={labels.map(({ ms, text }) => ({ at: x(ms), label: text }))}
      />
      {passes.map((pass) => {
        const top = rowOf(predictions, pass, rowPx)
        const width = Math.max(LEAST_PX, x(pass.endMs) - x(pass.startMs))
        const height = 4 + (Math.max(0, pass.pass.maximumElevation) / 90) * (rowPx - 8)
        const box = { x: x(pass.startMs), y: top + rowPx - 1 - height, width, height }
        const look = chosen.has(pass.name) ? styles.chosen : pass.seenMs === undefined ? styles.unable : styles.able
        const isLate = worth !== undefined && pass.startMs > worth.decideMs
        return (
          <g key={pass.name} className={isLate ? styles.late : undefined}>
            <rect {...box} className={look} />
            {pass.name === shown ? (
              <rect x={box.x - 3} y={box.y - 3} width={width + 6} height={height + 4} className={styles.read} />
            ) : null}
          </g>
        )
      })}
      {worth ? (
        <WorthLane
          worth={worth}
          area={{ left, right, top: bottom - WORTH_PX, bottom }}
          x={x}
          topPx={MARGIN.top}
          endMs={span.toMs}
        />
      ) : null}
      {nowMs > span.fromMs && nowMs < span.toMs ? (
        <g>
          <line x1={x(nowMs)} x2={x(nowMs)} y1={MARGIN.top - 4} y2={bottom} className={plot.now} />
          <text x={x(nowMs)} y={MARGIN.top - 6} className={plot.nowWord}>
            {t('now')}
          </text>
        </g>
      ) : null}
    </g>
  )
}

type Span = readonly [fromMs: number, toMs: number]

/** When the sky of a telescope is dark enough; a radar needs no night. */
function nightsOf(sensor: Sensor, { fromMs, toMs }: Props['span']): readonly Span[] {
  if (sensor.sensorType === 'RADAR_ACTIVE') return []
  const nights: [number, number][] = []
  for (let ms = fromMs; ms < toMs; ms += NIGHT_STEP_MS) {
    if (sunElevation(sensor, ms) > sensor.maximumSunElevation) continue
    const end = Math.min(toMs, ms + NIGHT_STEP_MS)
    const last = nights.at(-1)
    if (last?.[1] === ms) last[1] = end
    else nights.push([ms, end])
  }
  return nights
}

/** Every pass as files have it. */
export function passTable(passes: readonly PassOf[]) {
  return {
    columns: [
      'sensor',
      'start',
      'culmination',
      'end',
      'maximum_elevation_deg',
      'range_m',
      'sun_elevation_deg',
      'magnitude',
      'observable_from',
      'observable_s',
      'reasons',
      'pass_id',
    ],
    rows: passes.map(({ code, pass, seenMs, seenForMs, name }) => [
      code,
      pass.start,
      pass.culmination,
      pass.end,
      pass.maximumElevation,
      pass.range,
      pass.sunElevation,
      pass.magnitude ?? undefined,
      seenMs === undefined ? undefined : new Date(seenMs).toISOString(),
      seenForMs / 1_000,
      pass.reasons.join(' '),
      seenMs === undefined ? undefined : name,
    ]),
  }
}
