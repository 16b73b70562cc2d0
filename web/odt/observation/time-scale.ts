import { type ScaleTime, scaleUtc } from 'd3-scale'
import type { Area } from '../../chart/axes.tsx'
import { formatTime } from '../../clock/format.ts'
import type { Span } from './selection.ts'

/** Where the plots of a track begin: all of them at the same place, so that times stand below each other. */
export const LEFT_PX = 58
const PX_OF_TICK = 130
/** The room of a histogram beside its residuals; narrower drawings have none. */
export const HISTOGRAM_PX = 110
const HISTOGRAM_FROM_PX = 480
export const hasHistogram = (width: number): boolean => width >= HISTOGRAM_FROM_PX

/** Where the plots of a track end. */
export const rightOf = (width: number): number => width - 16 - (hasHistogram(width) ? HISTOGRAM_PX : 0)
/** Shorter tracks, and single measurements, have this much time: their ticks would all say the same second. */
const SHORTEST_MS = 30_000

/** The time of a track across a drawing. */
export function timeScale(shown: readonly { readonly atMs: number }[], width: number): ScaleTime<number, number> {
  const [first, last] = [shown[0]?.atMs ?? 0, shown.at(-1)?.atMs ?? 0]
  return scaleUtc([first, Math.max(last, first + SHORTEST_MS)], [LEFT_PX + 8, width - 24])
}

export function timeTicks(x: ScaleTime<number, number>, width: number) {
  return x
    .ticks(Math.max(2, Math.floor(width / PX_OF_TICK)))
    .map((time) => ({ at: x(time), label: formatTime(time.getTime()) }))
}

/** The part of a drawing that lies inside a window of time. */
export function spanBox({ fromMs, toMs }: Span, x: ScaleTime<number, number>, { left, right, top, bottom }: Area) {
  const [from, to] = [Math.max(left, x(fromMs)), Math.min(right, x(toMs))]
  return { x: from, width: Math.max(0, to - from), y: top, height: bottom - top }
}
