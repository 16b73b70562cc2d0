import { DAY_MS } from '@apsis/astro/constants.ts'
import { scaleLinear } from 'd3-scale'
import { type CalendarTick, calendarOf } from '../../../chart/calendar.ts'
import plot from '../../../chart/plot.module.css'
import type { Size } from '../../../ui/page/size.ts'
import type { EventRow } from '../../event/event-row.ts'
import { type Bin, drawnOf, heightOf, type Scale, shownValue } from '../../event/lanes.ts'
import { type BurnMark, BurnTriangle, PassBar, type PassTick } from './burn-mark.tsx'
import { EventMark, SelectedMark } from './event-mark.tsx'
import styles from './fleet.module.css'
import { type FleetDrawing, type FleetProps, type Span, textOf } from './fleet-plot.tsx'
import type { Place } from './label-side.ts'
import type { fleetPlotWords } from './words.data.ts'

export type TimelineData = Pick<FleetProps, 'lanes' | 'rows' | 'domain' | 'nowMs' | 'selected'> & {
  readonly scale: Scale
  readonly burns?: readonly BurnMark[] | undefined
  readonly passes?: readonly PassTick[] | undefined
  /** The explicit window to which the table is narrowed. */
  readonly window: Span | undefined
  readonly say: typeof fleetPlotWords
}

type Frame = {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly lanePx: number
  readonly isPhone: boolean
  readonly x: (ms: number) => number
  readonly timeAt: (x: number) => number
}

const TOP_PX = 4
const AXIS_PX = 26
const PHONE_PX = 600
/** The margin between marks and the edges of their lane. */
const PAD_PX = 7
const LETTER_PX = 7.6
const AXIS_LETTER_PX = 6.6
/** The width of one label of a day. */
const LABEL_PX = 66
const PHONE_LABEL_PX = 18

/** Returns lanes, marks and the line of now, at the real size. */
export function drawTimeline(data: TimelineData, size: Size): FleetDrawing {
  const { lanes, rows, scale, nowMs, say } = data
  const frame = frameOf(data, size)
  const laneAt = new Map(lanes.map(({ key }, place) => [key, place]))
  const placeOf = (row: EventRow): Place | undefined => {
    const lane = laneAt.get(row.satelliteKey)
    if (lane === undefined || row.tcaMs < data.domain.fromMs || row.tcaMs > data.domain.toMs) return undefined
    return { x: frame.x(row.tcaMs), y: inLane(frame, lane, heightOf(scale, shownValue(scale, row))) }
  }
  const seen = rows.filter((row) => placeOf(row) !== undefined)
  const { marks, bins } = drawnOf(seen)
  const points = marks
    .toSorted((a, b) => a.tcaMs - b.tcaMs)
    .flatMap((row) => {
      const at = placeOf(row)
      return at
        ? [
            {
              ...at,
              id: row.id,
              get text() {
                return textOf(row, say)
              },
            },
          ]
        : []
    })
  const chosenAt = data.selected && rows.includes(data.selected) ? placeOf(data.selected) : undefined
  const drawing = (
    <>
      <Ground data={data} frame={frame} />
      <Bins bins={bins} frame={frame} laneAt={laneAt} />
      {marks.map((row) => {
        const at = placeOf(row)
        const { id, risk, isMitigated, tcaMs } = row
        return at ? <EventMark key={id} {...{ risk, isMitigated }} {...at} isPast={tcaMs < nowMs} /> : null
      })}
      {(data.burns ?? []).map((burn) => {
        const lane = laneAt.get(burn.satelliteKey)
        const isInside = burn.atMs >= data.domain.fromMs && burn.atMs <= data.domain.toMs
        if (lane === undefined || !isInside) return null
        const foot = TOP_PX + (lane + 1) * frame.lanePx - 1
        return <BurnTriangle key={burn.id} burn={burn} x={frame.x(burn.atMs)} foot={foot} />
      })}
      {(data.passes ?? []).map((pass) => {
        const lane = laneAt.get(pass.satelliteKey)
        const isInside = pass.atMs >= data.domain.fromMs && pass.atMs <= data.domain.toMs
        if (lane === undefined || !isInside) return null
        const foot = TOP_PX + (lane + 1) * frame.lanePx - 1
        return <PassBar key={pass.id} pass={pass} x={frame.x(pass.atMs)} foot={foot} />
      })}
      {data.selected && chosenAt ? (
        <SelectedMark row={data.selected} at={chosenAt} others={points} left={frame.left} right={frame.right} />
      ) : null}
      <NowLine data={data} frame={frame} />
    </>
  )
  return { drawing, points, timeAt: frame.timeAt }
}

function frameOf({ lanes, domain }: TimelineData, { width, height }: Size): Frame {
  const isPhone = width < PHONE_PX
  const longest = Math.max(0, ...lanes.map(({ name }) => shortName(name).length))
  const left = isPhone ? Math.max(58, 16 + longest * LETTER_PX) : Math.max(104, 68 + longest * LETTER_PX)
  const right = width - (isPhone ? 14 : 24)
  const bottom = height - AXIS_PX
  const scale = scaleLinear([domain.fromMs, domain.toMs], [left, right])
  return {
    left,
    right,
    bottom,
    lanePx: (bottom - TOP_PX) / Math.max(1, lanes.length),
    isPhone,
    x: (ms) => Math.round(scale(ms) * 10) / 10,
    timeAt: (x) => scale.invert(Math.min(right, Math.max(left, x))),
  }
}

function inLane({ lanePx }: Frame, lane: number, height: number): number {
  const top = TOP_PX + lane * lanePx
  return top + lanePx - PAD_PX - height * (lanePx - 2 * PAD_PX)
}

const LONGEST_NAME_CHARACTERS = 18
/** Returns a name. A long name is shortened in the middle, because the ends of names distinguish them. */
function shortName(name: string): string {
  return name.length <= LONGEST_NAME_CHARACTERS ? name : `${name.slice(0, 9)}…${name.slice(-8)}`
}

type Part = { readonly data: TimelineData; readonly frame: Frame }

function Ground({ data: { lanes, scale, domain, nowMs, window, selected }, frame }: Part) {
  const { left, right, bottom, lanePx, isPhone, x } = frame
  const chosen = selected ? lanes.findIndex(({ key }) => key === selected.satelliteKey) : -1
  const behind = Math.min(right, x(nowMs))
  const calendar = calendarOf({
    ...domain,
    dayPx: x(DAY_MS) - x(0),
    labelPx: isPhone ? PHONE_LABEL_PX : LABEL_PX,
    isShort: isPhone,
  })
  return (
    <g>
      {behind > left ? (
        <rect
          x={left}
          y={TOP_PX}
          width={behind - left}
          height={bottom - TOP_PX}
          className={`fill-page ${styles.behind}`}
        />
      ) : null}
      {calendar.lines.map((ms) => (
        <line key={ms} x1={x(ms)} x2={x(ms)} y1={TOP_PX} y2={bottom} className="crisp stroke-line-2" />
      ))}
      {lanes.map(({ key, name, regime, threshold }, place) => {
        const end = TOP_PX + (place + 1) * lanePx
        const own =
          scale === 'pc' && threshold !== undefined ? inLane(frame, place, heightOf('pc', threshold)) : undefined
        const text = end - lanePx / 2 + 4.5
        return (
          <g key={key}>
            <line x1={0} x2={right + 24} y1={end} y2={end} className={plot.grid} />
            {own === undefined ? null : (
              <line x1={left} x2={right} y1={own} y2={own} className="stroke-line-3 dash-1-3" />
            )}
            <text
              x={isPhone ? 12 : 16}
              y={text}
              className={`${place === chosen ? 'bold fill-ink' : 'fill-soft'} ${styles.name}`}
            >
              {shortName(name)}
            </text>
            {isPhone || !regime ? null : (
              <text x={left - 12} y={text} className={plot.end}>
                {regime}
              </text>
            )}
          </g>
        )
      })}
      <line x1={0} x2={right + 24} y1={bottom} y2={bottom} className="stroke-line-3 crisp" />
      <DayLabels labels={calendar.labels} nowMs={nowMs} frame={frame} />
      {window ? <Window window={window} frame={frame} /> : null}
      {chosen >= 0 && selected && selected.decideMs > domain.fromMs ? (
        <line
          x1={x(selected.decideMs)}
          x2={x(selected.decideMs)}
          y1={TOP_PX + chosen * lanePx + 3}
          y2={TOP_PX + (chosen + 1) * lanePx - 3}
          className="stroke-soft dash-2-2"
        />
      ) : null}
    </g>
  )
}

function Window({ window, frame: { left, right, bottom, x } }: { readonly window: Span; readonly frame: Frame }) {
  const from = Math.max(left, x(Math.max(window.fromMs, -8.64e15)))
  const to = Math.min(right, Number.isFinite(window.toMs) ? x(window.toMs) : right)
  if (to <= from) return null
  return (
    <rect
      x={from}
      y={TOP_PX}
      width={to - from}
      height={bottom - TOP_PX}
      className={`fill-accent stroke-accent crisp ${styles.band}`}
    />
  )
}

type LabelsProps = {
  readonly labels: readonly CalendarTick[]
  readonly nowMs: number
  readonly frame: Frame
}

function DayLabels({ labels, nowMs, frame: { right, bottom, isPhone, x } }: LabelsProps) {
  const isFree = ({ ms, text }: CalendarTick) => {
    const from = x(ms) + 6
    const widthPx = text.length * AXIS_LETTER_PX
    return from + widthPx < right + 26 && Math.abs(from + widthPx / 2 - x(nowMs)) > (widthPx + (isPhone ? 30 : 34)) / 2
  }
  return labels.filter(isFree).map(({ ms, text }) => (
    <text key={ms} x={x(ms) + 6} y={bottom + 17}>
      {text}
    </text>
  ))
}

function NowLine({ data: { nowMs, say }, frame: { left, right, bottom, x } }: Part) {
  const at = x(nowMs)
  if (at < left - 1 || at > right + 1) return null
  return (
    <g>
      <line x1={at} x2={at} y1={0} y2={bottom + 4} className="stroke-accent crisp" />
      <text x={at} y={bottom + 17} className={`${plot.middle} ${plot.nowWord}`}>
        {say('now')}
      </text>
    </g>
  )
}

type BinsProps = {
  readonly bins: readonly Bin[]
  readonly frame: Frame
  readonly laneAt: ReadonlyMap<string, number>
}

const STACK = ['LOW', 'MEDIUM', 'UNKNOWN'] as const
const SHADES = { LOW: '', MEDIUM: 'fill-soft', UNKNOWN: 'fill-none stroke-muted' }

/** Draws counts for each six hours as stacks in their lanes; the highest stack of the plot fills its lane. */
function Bins({ bins, frame, laneAt }: BinsProps) {
  const { lanePx, x } = frame
  const most = Math.max(1, ...bins.map(({ total }) => total))
  return bins.flatMap(({ lane, fromMs, toMs, counts }) => {
    const place = laneAt.get(lane)
    if (place === undefined) return []
    const base = TOP_PX + (place + 1) * lanePx - 1
    const [from, width] = [x(fromMs) + 0.5, Math.max(1, x(toMs) - x(fromMs) - 1)]
    let top = base
    const parts = STACK.map((risk) => {
      const height = ((counts.get(risk) ?? 0) / most) * (lanePx - 6)
      top -= height
      return (
        <rect
          key={risk}
          x={from}
          y={top}
          width={width}
          height={height}
          className={`${styles.bin} fill-muted ${SHADES[risk]}`}
        />
      )
    })
    return [<g key={`${lane} ${fromMs}`}>{parts}</g>]
  })
}
