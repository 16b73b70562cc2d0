import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { type ScaleTime, scaleUtc } from 'd3-scale'
import { type Area, timeLabel } from '../../chart/axes.tsx'
import chart from '../../chart/plot.module.css'
import { ShownLine } from '../../chart/shown-line.tsx'
import type { Size } from '../../ui/page/size.ts'
import { type NumberedMessage, spanOf } from '../event/messages.ts'
import { plotWords } from './words.data.ts'

export type TimeScale = ScaleTime<number, number>
export type TimeFrame = {
  readonly area: Area
  readonly x: TimeScale
  readonly decideMs: number
  readonly endMs: number
  readonly nowMs: number
}

const DAY_PX = 110
const LEFT_PX = 52
const RIGHT_PX = 18
const FOOT_PX = 26

type Input = {
  readonly conjunction: Conjunction
  readonly messages: readonly NumberedMessage[]
  readonly nowMs: number
  readonly size: Size
}

/** Returns the axis that all plots by message share: the same left and right edge, from the first message to TCA. */
export function timeFrameOf({ conjunction, messages, nowMs, size }: Input): TimeFrame {
  const { fromMs, endMs, decideMs } = spanOf(conjunction, messages)
  const area = { left: LEFT_PX, right: size.width - RIGHT_PX, top: 8, bottom: size.height - FOOT_PX }
  return { area, x: scaleUtc([fromMs, endMs], [area.left, area.right]), decideMs, endMs, nowMs }
}

/** The width that the texts need. */
const WORDS_PX = 130
const INSET_PX = 6

/** Returns the right end of the texts: before the decision if there is room after now, else at the edge. */
export function wordsEndAt({ area, x, decideMs, nowMs, endMs }: TimeFrame): number {
  const before = x(decideMs) - INSET_PX
  return before - x(Math.min(nowMs, endMs)) > WORDS_PX ? before : area.right - INSET_PX
}

/** Draws the decision window and the lines of the days, between two heights. */
export function TimeGround({
  frame,
  top,
  bottom,
}: {
  readonly frame: TimeFrame
  readonly top: number
  bottom: number
}) {
  const { area, x, decideMs } = frame
  return (
    <>
      <rect
        x={x(decideMs)}
        y={top}
        width={Math.max(0, area.right - x(decideMs))}
        height={bottom - top}
        className={`fill-raised ${chart.window}`}
      />
      {ticksOf(frame).map((time) => (
        <line key={time} x1={x(time)} x2={x(time)} y1={top} y2={bottom} className={chart.grid} />
      ))}
    </>
  )
}

/** Draws the times below, and TCA at the right edge. */
export function TimeAxis({ frame }: { readonly frame: TimeFrame }) {
  const { area, x } = frame
  const { left, right, bottom } = area
  return (
    <>
      {ticksOf(frame)
        .filter((time) => x(time) < right - 42)
        .map((time) => (
          <g key={time}>
            <line x1={x(time)} x2={x(time)} y1={bottom} y2={bottom + 4} className="stroke-line-3 crisp" />
            <text x={x(time)} y={bottom + 17} className={chart.middle}>
              {timeLabel(time)}
            </text>
          </g>
        ))}
      <line x1={left} x2={right} y1={bottom} y2={bottom} className="stroke-line-3 crisp" />
      <text x={right} y={bottom + 17} className={`${chart.end} ${chart.title}`}>
        {plotWords('tca')}
      </text>
    </>
  )
}

/** Draws the lines that every plot over time has: now, TCA and the shown instant. */
export function TimeMarks({ frame, top, bottom }: { readonly frame: TimeFrame; readonly top: number; bottom: number }) {
  const { area, x, nowMs, endMs } = frame
  return (
    <>
      <ShownLine x={x} left={area.left} right={area.right} top={top} bottom={bottom} />
      {nowMs < endMs ? <line x1={x(nowMs)} x2={x(nowMs)} y1={top} y2={bottom} className="stroke-accent crisp" /> : null}
      <line x1={x(endMs)} x2={x(endMs)} y1={top} y2={bottom} className="stroke-soft crisp" />
    </>
  )
}

function ticksOf({ area, x }: TimeFrame): readonly number[] {
  return x.ticks(Math.max(2, Math.floor((area.right - area.left) / DAY_PX))).map((time) => time.getTime())
}
