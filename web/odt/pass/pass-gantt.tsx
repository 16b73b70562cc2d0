import type { PassPrediction, UnsearchedSpan } from '@apsis/contract/odt/pass/passprediction.ts'
import type { Sensor } from '@apsis/contract/odt/sensor/sensor.ts'
import { useId } from 'react'
import { BottomAxis } from '../../chart/axes.tsx'
import plot from '../../chart/plot.module.css'
import { type Plot, PlotFrame } from '../../chart/plot-frame.tsx'
import { now } from '../../clock/clock.ts'
import { formatInstant } from '../../clock/format.ts'
import { Button } from '../../ui/button/button.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { formatElapsed } from '../../ui/format/duration.ts'
import { formatNumber } from '../../ui/format/number.ts'
import type { ApiCall } from '../../ui/page/pane-menu.tsx'
import { type Size, useMedia } from '../../ui/page/size.ts'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { sunBelow } from '../sensor/sun-below.ts'
import { type Booking, bookingOf, conflictOf } from './booking.ts'
import { lengthOf, shadowsIn } from './eclipses.ts'
import { ganttLegend, Hatch, HatchPattern } from './gantt-legend.tsx'
import { originText } from './orbit-origin.ts'
import styles from './pass.module.css'
import { type PassOf, passesOf } from './pass-query.ts'
import { drawnIn, type Span, steppedFrom, ticksOf, type ViewSearch, windowOf, zoomedTo, zoomsOf } from './pass-view.ts'
import { UnsearchedBands, unsearchedOf, unsearchedRows, unsearchedText } from './unsearched.tsx'
import { passWords } from './words.data.ts'
import { WORTH_PX, type Worth, WorthLane } from './worth-lane.tsx'

const LIGHTS = ['all', 'lit'] as const
/** The value if no preset is chosen: the complete time is drawn. */
const WHOLE = 'whole'

const ROW_PX = 30
/** If many panes share a screen, this is the height of all rows together, as long as each row has its minimum height. */
const LOW_ROWS_PX = 136
const [LEAST_ROW_PX, MOST_ROW_PX] = [17, 44]
/** On a screen of this size there would be empty room below the rows, so the rows are higher. */
const HIGH = '(width > 1100px) and (height > 1200px)'
const [HIGH_ROWS_PX, MOST_HIGH_ROW_PX] = [440, 60]
const MARGIN = { left: 64, right: 68, top: 18, bottom: 24 }
/** The minimum width of a drawn pass: minutes are less than a pixel in a week. */
const LEAST_PX = 3
/** The height of the band of the shadow at the foot of a pass. */
const SHADOW_PX = 5
/** The size of the symbol of a status, and half of the size of a cross. */
const [CAP_PX, CROSS_PX] = [12, 4]

type Props = {
  readonly predictions: readonly PassPrediction[]
  readonly sensors: readonly Sensor[]
  /** The time that was searched. */
  readonly span: Span
  /** The part of the time that is drawn, and the function that changes it. */
  readonly view: ViewSearch
  readonly onView: (part: ViewSearch) => void
  /** The times in which the object is not in full sunlight; undefined if they are not known. */
  readonly eclipses?: readonly Span[] | undefined
  /** The bookings of the organisation. */
  readonly bookings: readonly Booking[]
  readonly chosen: ReadonlySet<string>
  /** The name of the pass whose sky is shown. */
  readonly shown?: string | undefined
  readonly onPick: (pass: PassOf) => void
  /** The value of each pass for the decision on an event, drawn below over the same time. */
  readonly worth?: Worth | undefined
  /** True if the plot shares its screen with other panes: rows are lower, and the text of the read pass is in its head. */
  readonly isLow?: boolean
  readonly call?: ApiCall | undefined
  readonly className?: string | undefined
}

/** Draws the passes over each sensor: observable passes are filled, and the height shows the highest elevation of the object (ux.md §6). */
export function PassGantt(props: Props) {
  const { predictions: searched, span: search, view, onView, chosen, shown, onPick, worth, isLow = false } = props
  const { eclipses, bookings, call, className, sensors } = props
  const t = useWords(passWords)
  const notSearched = unsearchedOf(searched)
  const span = windowOf(search, view)
  const predictions = drawnIn(searched, span)
  const passes = passesOf(predictions)
  const able = passes.filter(({ seenMs }) => seenMs !== undefined).length
  const isSimulated = predictions.some((one) => one.isSimulated)
  const isHigh = useMedia(HIGH)
  const rowPx = isLow ? lowRowPx(predictions.length, isHigh) : ROW_PX
  const read = passesOf(searched).find(({ name }) => name === shown)
  const isReadDrawn = read !== undefined && read.startMs >= span.fromMs && read.startMs <= span.toMs
  const aroundMs = isReadDrawn ? read.startMs : undefined
  const tools = <PassTools view={view} search={search} drawn={span} aroundMs={aroundMs} onView={onView} />
  return (
    <PlotFrame
      title={t('gantt')}
      note={isLow && isSimulated ? t('ganttNoteSimulated') : t('ganttNote')}
      {...(isLow ? { readingIn: 'note' as const } : {})}
      caption={[
        captionOf({ able, count: passes.length, sensors: predictions.length }, span, search),
        unsearchedText(notSearched),
      ]
        .join(' ')
        .trim()}
      provenance={provenanceOf(searched)}
      fileName="passes"
      heightPx={MARGIN.top + MARGIN.bottom + Math.max(1, predictions.length) * rowPx + (worth ? WORTH_PX : 0)}
      table={passTable(passes, bookings, { eclipses, notSearched })}
      legend={ganttLegend({
        hasShadow: eclipses !== undefined,
        hasSky: sensors.some(isOptical),
        hasUnsearched: notSearched.length > 0,
      })}
      call={call}
      actions={inHead(tools)}
      strip={belowHead(tools)}
      className={className}
      onPick={(name) => {
        const pass = passes.find((one) => one.name === name)
        if (pass) onPick(pass)
      }}
      plot={(size): Plot => {
        const x = scaleOf(size, span)
        return {
          drawing: <Drawing {...props} {...{ predictions, span, size, passes, rowPx }} />,
          points: passes.map((pass) => ({
            x: (x(pass.startMs) + x(pass.endMs)) / 2,
            y: rowOf(predictions, pass, rowPx) + rowPx / 2,
            id: pass.name,
            text: passText(pass, { isChosen: chosen.has(pass.name), bookings, eclipses }),
          })),
        }
      }}
    />
  )
}

/** Returns the number of passes that can be observed, and the part of the time to which the number refers. */
function captionOf(
  counts: { readonly able: number; readonly count: number; readonly sensors: number },
  drawn: Span,
  search: Span,
) {
  const said = passWords('ganttCaption', counts)
  if (drawn.fromMs === search.fromMs && drawn.toMs === search.toMs) return said
  return `${passWords('drawnPart', { from: formatInstant(drawn.fromMs), to: formatInstant(drawn.toMs) })} ${said}`
}

/** Returns a text with the orbit, the time of its computation, and whether any part of it is simulated. */
function provenanceOf(predictions: readonly PassPrediction[]): string {
  const [first] = predictions
  if (!first) return ''
  return passWords('source', {
    simulated: predictions.some(({ isSimulated }) => isSimulated) ? passWords('simulated') : '',
    source: originText(first.orbit),
    epoch: first.orbit.epoch ? passWords('epoch', { time: formatInstant(Date.parse(first.orbit.epoch)) }) : '',
    time: formatInstant(Date.parse(first.computedAt)),
  })
}

/** Times outside the drawn span are placed at its ends. */
function scaleOf({ width }: Size, { fromMs, toMs }: Span) {
  const room = width - MARGIN.left - MARGIN.right
  return (ms: number) => MARGIN.left + Math.min(1, Math.max(0, (ms - fromMs) / (toMs - fromMs))) * room
}

/** Returns the height of a row if the rows share the screen with other panes. */
export function lowRowPx(count: number, isHigh: boolean): number {
  const [all, most] = isHigh ? [HIGH_ROWS_PX, MOST_HIGH_ROW_PX] : [LOW_ROWS_PX, MOST_ROW_PX]
  return Math.min(most, Math.max(LEAST_ROW_PX, Math.floor(all / Math.max(1, count))))
}
const rowOf = (predictions: readonly PassPrediction[], { code }: PassOf, rowPx: number) =>
  MARGIN.top + predictions.findIndex(({ sensorCode }) => sensorCode === code) * rowPx

type PassMarks = {
  readonly isChosen: boolean
  readonly bookings: readonly Booking[]
  readonly eclipses?: readonly Span[] | undefined
}

/** Returns a pass as a sentence, with its booking. */
export function passText(one: PassOf, { isChosen, bookings, eclipses }: PassMarks): string {
  const { code, startMs, seenMs, seenForMs, pass } = one
  const t = passWords
  const answer =
    seenMs === undefined
      ? t('cannot', { reasons: pass.reasons.map((reason) => t(reason)).join(', ') })
      : t('canObserve', { duration: formatElapsed(seenForMs) })
  const [booking, conflict] = [bookingOf(bookings, one), conflictOf(bookings, one)]
  const shadowMs = lengthOf(shadowsIn(one, eclipses))
  return [
    t('passText', {
      code,
      time: formatInstant(startMs),
      elevation: formatNumber(pass.maximumElevation, { decimals: 0 }),
      answer,
    }),
    ...(shadowMs > 0 ? [t('inShadowFor', { duration: formatElapsed(shadowMs) })] : []),
    ...(booking ? [t('requested', { status: meaningOf('request', booking.status).word })] : []),
    ...(conflict ? [t('conflict', { name: conflict.objectName })] : []),
    ...(isChosen ? [t('chosen')] : []),
  ].join('; ')
}

type DrawingProps = Omit<Props, 'view' | 'onView' | 'isLow'> & {
  readonly rowPx: number
  readonly size: Size
  readonly passes: readonly PassOf[]
}

/** Draws the passes, a row for each sensor. */
export function Drawing({ predictions, sensors, span, worth, rowPx, size, passes, ...looks }: DrawingProps) {
  const t = useWords(passWords)
  const x = scaleOf(size, span)
  const [left, right] = [x(span.fromMs), x(span.toMs)]
  const bottom = size.height - MARGIN.bottom
  const nowMs = now()
  const hatchId = useId()
  return (
    <g>
      <HatchPattern hatchId={hatchId} />
      {predictions.map(({ sensorCode, passes: own }, row) => {
        const top = MARGIN.top + row * rowPx
        const able = own.filter(({ visibilityIntervals }) => visibilityIntervals.length > 0).length
        const sensor = sensors.find((one) => one.sensorCode === sensorCode)
        return (
          <g key={sensorCode}>
            {sensor ? <SkyOf sensor={sensor} span={span} box={{ x, top, rowPx }} /> : null}
            <line x1={left} x2={right} y1={top + rowPx} y2={top + rowPx} className="stroke-line-1 crisp" />
            <text x={left - 8} y={top + rowPx / 2 + 5} className={`${plot.end} ${plot.strong}`}>
              {sensorCode}
            </text>
            <text x={right + 8} y={top + rowPx / 2 + 5}>
              {t('of', { able, all: own.length })}
            </text>
          </g>
        )
      })}
      <UnsearchedBands times={unsearchedOf(predictions)} x={x} top={MARGIN.top} bottom={bottom} />
      <BottomAxis
        area={{ left, right, top: MARGIN.top, bottom }}
        ticks={ticksOf(span, right - left).map(({ ms, text }) => ({ at: x(ms), label: text }))}
      />
      {passes.map((pass) => (
        <Bar
          key={pass.name}
          {...looks}
          pass={pass}
          box={boxOf(pass, { x, top: rowOf(predictions, pass, rowPx), rowPx })}
          x={x}
          hatchId={hatchId}
          isLate={worth !== undefined && pass.startMs > worth.decideMs}
        />
      ))}
      {worth ? (
        <WorthLane
          worth={worth}
          area={{ left, right, top: bottom - WORTH_PX, bottom }}
          x={x}
          topPx={MARGIN.top}
          span={span}
        />
      ) : null}
      {nowMs > span.fromMs && nowMs < span.toMs ? (
        <g>
          <line x1={x(nowMs)} x2={x(nowMs)} y1={MARGIN.top - 4} y2={bottom} className="stroke-accent crisp" />
          <text x={x(nowMs)} y={MARGIN.top - 6} className={plot.nowWord}>
            {t('now')}
          </text>
        </g>
      ) : null}
    </g>
  )
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
type Row = { readonly x: (ms: number) => number; readonly top: number; readonly rowPx: number }

/** Returns the box of a pass: its width is the duration, its height the highest elevation of the object. */
function boxOf({ startMs, endMs, pass }: PassOf, { x, top, rowPx }: Row): Box {
  const width = Math.max(LEAST_PX, x(endMs) - x(startMs))
  const height = SHADOW_PX + (Math.max(0, pass.maximumElevation) / 90) * (rowPx - 4 - SHADOW_PX)
  return { x: x(startMs), y: top + rowPx - 1 - height, width, height }
}

type BarProps = Pick<Props, 'chosen' | 'shown' | 'bookings' | 'eclipses'> & {
  readonly pass: PassOf
  readonly box: Box
  readonly x: (ms: number) => number
  readonly hatchId: string
  readonly isLate: boolean
}

/** Draws a pass; the status of its booking is at its end, and there is a cross in its middle if its sensor must observe another object. */
function Bar({ chosen, shown, bookings, eclipses, pass, box, x: at, hatchId, isLate }: BarProps) {
  const look = chosen.has(pass.name)
    ? 'fill-accent'
    : pass.seenMs === undefined
      ? 'fill-none stroke-control'
      : 'fill-ink'
  const booking = bookingOf(bookings, pass)
  const { x, y, width, height } = box
  const [middle, foot] = [x + width / 2, y + height - CROSS_PX - 1]
  return (
    <g className={isLate ? styles.late : undefined}>
      <rect {...box} className={look} />
      {shadowsIn(pass, eclipses).map(({ fromMs, toMs }) => {
        const from = Math.min(at(fromMs), x + width - 1)
        const band = { x: from, width: Math.max(1, Math.min(x + width, at(toMs)) - from) }
        return <Hatch key={fromMs} hatchId={hatchId} {...band} y={y + height - SHADOW_PX} height={SHADOW_PX} />
      })}
      {conflictOf(bookings, pass) ? (
        <path
          d={`M${middle - CROSS_PX} ${foot - CROSS_PX}l${2 * CROSS_PX} ${2 * CROSS_PX}m0 ${-2 * CROSS_PX}l${-2 * CROSS_PX} ${2 * CROSS_PX}`}
          className={`fill-none stroke-ink stroke-w-1-5 ${styles.conflict}`}
        />
      ) : null}
      {booking ? (
        <g transform={`translate(${x + width - CAP_PX / 2} ${y - CAP_PX / 2})`}>
          <StatusSymbol level={meaningOf('request', booking.status).level} />
        </g>
      ) : null}
      {pass.name === shown ? (
        <rect
          x={x - 3}
          y={y - 3}
          width={width + 6}
          height={height + 4}
          className="fill-none stroke-accent stroke-w-2"
        />
      ) : null}
    </g>
  )
}

const isOptical = ({ sensorType }: Sensor) => sensorType !== 'RADAR_ACTIVE'

type SkyOfProps = { readonly sensor: Sensor; readonly span: Span; readonly box: Row }

/** Draws, for a telescope, the time in which the Sun is down, and the time in which the sky is dark enough; a radar needs no night. */
function SkyOf({ sensor, span, box: { x, top, rowPx } }: SkyOfProps) {
  if (!isOptical(sensor)) return null
  const band = ({ fromMs, toMs }: Span) => ({ x: x(fromMs), width: x(toMs) - x(fromMs), y: top, height: rowPx })
  return (
    <>
      <rect {...band(span)} className={styles.day} />
      {sunBelow(sensor, 0, span).map((part) => (
        <rect key={part.fromMs} {...band(part)} className={styles.twilight} />
      ))}
      {sunBelow(sensor, sensor.maximumSunElevation, span).map((part) => (
        <rect key={part.fromMs} {...band(part)} className={styles.night} />
      ))}
    </>
  )
}

type InFile = { readonly eclipses?: readonly Span[] | undefined; readonly notSearched?: readonly UnsearchedSpan[] }

/** Returns every pass in the format of files, followed by the times that were not searched. */
export function passTable(
  passes: readonly PassOf[],
  bookings: readonly Booking[],
  { eclipses, notSearched = [] }: InFile = {},
) {
  const columns = [
    'sensor',
    'start',
    'culmination',
    'end',
    'maximum_elevation_deg',
    'range_m',
    'sun_elevation_deg',
    'in_shadow_s',
    'magnitude',
    'observable_from',
    'observable_s',
    'reasons',
    'pass_id',
    'requested',
    'sensor_busy_with',
  ]
  const rows = passes.map((one) => {
    const { code, pass, seenMs, seenForMs, name } = one
    return [
      code,
      pass.start,
      pass.culmination,
      pass.end,
      pass.maximumElevation,
      pass.range,
      pass.sunElevation,
      eclipses && lengthOf(shadowsIn(one, eclipses)) / 1_000,
      pass.magnitude ?? undefined,
      seenMs === undefined ? undefined : new Date(seenMs).toISOString(),
      seenForMs / 1_000,
      pass.reasons.join(' '),
      seenMs === undefined ? undefined : name,
      bookingOf(bookings, one)?.status,
      conflictOf(bookings, one)?.objectName,
    ]
  })
  return { columns, rows: [...rows, ...unsearchedRows(notSearched, columns)] }
}

type PassToolsProps = {
  readonly view: ViewSearch
  /** The complete searched time, and the part of it that is drawn. */
  readonly search: Span
  readonly drawn: Span
  /** The time of the pass that is read; a new part is drawn around it. */
  readonly aroundMs: number | undefined
  readonly onView: (part: ViewSearch) => void
}

/** Shows the controls for the length and place of the drawn part, and for drawing only passes in sunlight. */
function PassTools({ view, search, drawn, aroundMs, onView }: PassToolsProps) {
  const t = useWords(passWords)
  const [earlier, later] = [steppedFrom(drawn, search, -1), steppedFrom(drawn, search, 1)]
  const isWhole = drawn.fromMs === search.fromMs && drawn.toMs === search.toMs
  return (
    <>
      {isWhole ? null : (
        <>
          <Button look="quiet" aria-disabled={!earlier} onClick={() => earlier && onView(earlier)}>
            {t('earlier')}
          </Button>
          <Button look="quiet" aria-disabled={!later} onClick={() => later && onView(later)}>
            {t('later')}
          </Button>
        </>
      )}
      <Segments
        label={t('zoom')}
        value={isWhole ? WHOLE : (view.zoom ?? WHOLE)}
        options={zoomsOf(search).map(({ zoom, label }) => ({ value: zoom ?? WHOLE, label: label ?? t('wholeTime') }))}
        onChange={(value) => onView(zoomedTo(value, { from: drawn, aroundMs }))}
      />
      <Segments
        label={t('light')}
        value={view.light === 'lit' ? 'lit' : 'all'}
        options={LIGHTS.map((value) => ({ value, label: t(`light-${value}`) }))}
        onChange={(value) => onView({ light: value === 'all' ? undefined : value })}
      />
    </>
  )
}

/** The text of the read pass is in the head if there is room, else in a strip below it. */
const inHead = (tools: React.ReactNode) => <span className="row gap-8 no-print no-tablet">{tools}</span>
const belowHead = (tools: React.ReactNode) => (
  <div className={`row wrap gap-8 no-print pad-end ${styles.belowHead}`}>{tools}</div>
)
