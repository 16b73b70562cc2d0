import { MINUTE_MS } from '@apsis/astro/constants.ts'
import { type ScaleTime, scaleUtc } from 'd3-scale'
import { type Area, BottomAxis, timeLabel } from '../../chart/axes.tsx'
import { type Box, boxOfText, freePlace, type Place } from '../../chart/label-places.ts'
import chart from '../../chart/plot.module.css'
import type { Plot } from '../../chart/plot-frame.tsx'
import { ShownLine } from '../../chart/shown-line.tsx'
import { formatAge } from '../../clock/format.ts'
import type { Size } from '../../ui/page/size.ts'
import { type Level, StatusSymbol } from '../../ui/status/status-symbol.tsx'
import type { TimeSpan } from '../time/marks.ts'
import type { FlatObject } from './neighbours.ts'
import type { TimeGrid } from './series.ts'
import { flatWords } from './words.data.ts'

/** A closest approach or a burn of the own satellite. */
export type OwnMark = { readonly id: string; readonly atMs: number; readonly name: string } & (
  | { readonly kind: 'tca'; readonly level: Level }
  /** `isAlong`: more along the track than across or radial, which is east or west in the geostationary ring. */
  | { readonly kind: 'burn'; readonly isFirm: boolean; readonly isAlong: boolean }
)

/** The properties of every flat plot. */
export type FlatProps = {
  readonly own: FlatObject
  readonly nowMs: number
  readonly marks: readonly OwnMark[]
  /** The sources of the element sets. */
  readonly sources: string
  readonly actions: React.ReactNode
  readonly className?: string | undefined
}

/** A series has about this many times at most. */
const MOST_TIMES = 1_920
/** A grid is a little longer than the range, so that it stays while the range moves on. */
const PARTS_OF_RANGE = 48

/** Returns the times at which a range is computed, whole minutes apart; they are the same while the range moves by less than its 48th part. */
export function gridOver({ fromMs, toMs }: TimeSpan): TimeGrid {
  const partMs = (toMs - fromMs) / PARTS_OF_RANGE
  const from = Math.floor(fromMs / partMs) * partMs
  const lengthMs = partMs * (PARTS_OF_RANGE + 1)
  const stepMs = MINUTE_MS * Math.ceil(lengthMs / MOST_TIMES / MINUTE_MS)
  const steps = Math.ceil(lengthMs / stepMs)
  return { fromMs: from, toMs: from + steps * stepMs, count: 1 + steps }
}

/** Returns `0.2 h to 1.4 d`: the ages of element sets at a time. */
export function agesText(objects: readonly FlatObject[], atMs: number): string {
  const ages = objects.map(({ epochMs }) => Math.abs(atMs - epochMs))
  const [least, most] = [formatAge(Math.min(...ages)), formatAge(Math.max(...ages))]
  return least === most ? least : flatWords('fromTo', { from: least, to: most })
}

/** The parts of a line before and after now; the future is dashed. */
export function splitAt<T extends { readonly atMs: number }>(samples: readonly T[], nowMs: number) {
  const place = samples.findIndex(({ atMs }) => atMs >= nowMs)
  if (place < 0) return { past: samples, future: [] }
  return { past: samples.slice(0, place + 1), future: samples.slice(place) }
}

/** Returns the indices of some samples, evenly over all of them, the last one included. */
export function someOf(count: number, most: number): readonly number[] {
  const every = Math.max(1, Math.ceil((count - 1) / (most - 1)))
  const places = Array.from({ length: Math.floor((count - 1) / every) + 1 }, (_, at) => at * every)
  return places.at(-1) === count - 1 ? places : [...places, count - 1]
}

/** Rounds a value for a file; returns undefined if the value is not finite. */
export function inFile(value: number, decimals: number): number | undefined {
  return Number.isFinite(value) ? Math.round(value * 10 ** decimals) / 10 ** decimals : undefined
}

/** Returns a plot that is drawn once for each size: reading its points draws only the ring anew. */
export function oncePerSize(plot: (size: Size) => Plot): (size: Size) => Plot {
  let last: { readonly size: Size; readonly plot: Plot } | undefined
  return (size) => {
    if (last?.size.width !== size.width || last.size.height !== size.height) last = { size, plot: plot(size) }
    return last.plot
  }
}

export type TimeFrame = { readonly area: Area; readonly x: ScaleTime<number, number>; readonly nowMs: number }

const DAY_PX = 90

/** Returns the room of the data inside a drawing. */
export const areaIn = ({ width, height }: Size, { left, right, top, bottom }: Area): Area => {
  return { left, right: Math.max(left + 1, width - right), top, bottom: height - bottom }
}

/** Returns the axis of a plot with time across. */
export const acrossFrame = (area: Area, { fromMs, toMs }: TimeSpan, nowMs: number): TimeFrame => ({
  area,
  x: scaleUtc([fromMs, toMs], [area.left, Math.max(area.left + 1, area.right)]),
  nowMs,
})

/** Draws the times below, now, and the shown instant, over one or more panels. */
export function TimeAcross({ area, x, nowMs }: TimeFrame) {
  const { left, right, top, bottom } = area
  const ticks = x.ticks(Math.max(2, Math.floor((right - left) / DAY_PX))).filter((time) => x(time) < right - 20)
  return (
    <>
      <BottomAxis area={area} ticks={ticks.map((time) => ({ at: x(time), label: timeLabel(time.getTime()) }))} />
      <ShownLine x={x} left={left} right={right} top={top} bottom={bottom} />
      {x(nowMs) >= left && x(nowMs) <= right ? (
        <line x1={x(nowMs)} x2={x(nowMs)} y1={top} y2={bottom} className="stroke-accent crisp" />
      ) : null}
    </>
  )
}

const HALF_PX = 6

/** Draws the approaches and burns of the own satellite: a line through the plot with its symbol, or a diamond at a height. */
export function OwnMarks({
  marks,
  frame: { area, x },
  burnY,
}: {
  readonly marks: readonly OwnMark[]
  readonly frame: TimeFrame
  readonly burnY: number
}) {
  return marks
    .filter(({ atMs }) => x(atMs) >= area.left && x(atMs) <= area.right)
    .map((mark) =>
      mark.kind === 'burn' ? (
        <path
          key={mark.id}
          d={`M${x(mark.atMs)} ${burnY - HALF_PX}l${HALF_PX} ${HALF_PX}l${-HALF_PX} ${HALF_PX}l${-HALF_PX} ${-HALF_PX}z`}
          className={`stroke-accent stroke-w-1-5 ${mark.isFirm ? 'fill-accent' : 'fill-panel'}`}
        >
          <title>{mark.name}</title>
        </path>
      ) : (
        <g key={mark.id}>
          <line x1={x(mark.atMs)} x2={x(mark.atMs)} y1={area.top} y2={area.bottom} className="stroke-soft crisp" />
          <g transform={`translate(${x(mark.atMs) - HALF_PX} ${area.top - 2})`}>
            <StatusSymbol level={mark.level} />
          </g>
        </g>
      ),
    )
}

/** A text at a line, with the places where it may stand, the best one first. */
export type LineLabel = {
  readonly id: string
  readonly text: string
  readonly short?: string
  readonly className: string | undefined
  readonly wishes: readonly Place[]
}

const GAP_PX = { above: 5, below: 15 } as const

/** Returns the places above and below some points of a line. */
export const wishesAt = (points: readonly { readonly x: number; readonly y: number }[]): readonly Place[] =>
  points.flatMap(({ x, y }): Place[] => [
    { x: x + 4, y: y - GAP_PX.above, align: 'start' },
    { x: x + 4, y: y + GAP_PX.below, align: 'start' },
    { x: x - 4, y: y - GAP_PX.above, align: 'end' },
    { x: x - 4, y: y + GAP_PX.below, align: 'end' },
  ])

/** Draws labels in turn, the short text where the whole one finds no place; a label that finds none is left out and stays in the table. */
export function LineLabels({ labels, area }: { readonly labels: readonly LineLabel[]; readonly area: Area }) {
  const taken: Box[] = []
  return labels.map(({ id, text, short, className = '', wishes }) => {
    const room = { inside: area, taken }
    const whole = freePlace(text, wishes, room)
    const said = whole ? text : (short ?? text)
    const place = whole ?? (short === undefined ? undefined : freePlace(short, wishes, room))
    if (!place) return null
    const { left, right, top, bottom } = boxOfText(said, place)
    taken.push({ left: left - BESIDE_PX, right: right + BESIDE_PX, top, bottom })
    const side = place.align === 'end' ? chart.end : place.align === 'middle' ? chart.middle : ''
    return (
      <text key={id} x={place.x} y={place.y} className={`${side} ${className}`}>
        {said}
      </text>
    )
  })
}

/** Two texts beside each other are this far apart. */
const BESIDE_PX = 6
