import { missing } from '@apsis/astro/missing.ts'
import { type ScaleTime, scaleUtc } from 'd3-scale'
import type { Area } from '../../chart/axes.tsx'
import { formatTime } from '../../clock/format.ts'
import type { Span } from './selection.ts'

/** The left edge of all plots of a track, so that equal times are below each other. */
export const LEFT_PX = 58
const PX_OF_TICK = 130
/** The room for a histogram beside its residuals; narrower drawings have no histogram. */
export const HISTOGRAM_PX = 110
const HISTOGRAM_FROM_PX = 480
export const hasHistogram = (width: number): boolean => width >= HISTOGRAM_FROM_PX

/** Returns the right edge of the plots of a track. */
export const rightOf = (width: number): number => width - 16 - (hasHistogram(width) ? HISTOGRAM_PX : 0)
/** The minimum time that is drawn, ms: with less, for example for a single measurement, all ticks would have the same second. */
const SHORTEST_MS = 30_000

/** Half of a tick label such as 04:20:00, which is below the last measurement: with less room it would be cut. */
const END_PX = 30

/** Returns the scale of the time of a track across a drawing. */
export function timeScale(shown: readonly { readonly atMs: number }[], width: number): ScaleTime<number, number> {
  const [first, last] = [shown[0]?.atMs ?? 0, shown.at(-1)?.atMs ?? 0]
  return scaleUtc([first, Math.max(last, first + SHORTEST_MS)], [LEFT_PX + 8, width - END_PX])
}

export function timeTicks(x: ScaleTime<number, number>, width: number) {
  return x
    .ticks(Math.max(2, Math.floor(width / PX_OF_TICK)))
    .map((time) => ({ at: x(time), label: formatTime(time.getTime()) }))
}

type PointInTime = { readonly atMs: number }

/** The times of one track, or of two tracks relative to the first measurement of each, which may be days apart. */
export type TrackTimes = {
  readonly x: (track: number, atMs: number) => number
  /** Returns the time of the first track at an x coordinate. */
  readonly at: (x: number) => number
  readonly ticks: ReturnType<typeof timeTicks>
}

export function trackTimes(tracks: readonly (readonly PointInTime[])[], right: number): TrackTimes {
  const [first = []] = tracks
  if (tracks.length < 2) {
    const x = timeScale(first, right + 16)
    return { x: (_, atMs) => x(atMs), at: (px) => x.invert(px).getTime(), ticks: timeTicks(x, right) }
  }
  const begins = tracks.map((track) => track[0]?.atMs ?? 0)
  const longestMs = Math.max(...tracks.map((track, place) => (track.at(-1)?.atMs ?? 0) - (begins[place] ?? missing())))
  const x = timeScale([{ atMs: 0 }, { atMs: longestMs }], right + 16)
  return {
    x: (track, atMs) => x(atMs - (begins[track] ?? missing())),
    at: (px) => (begins[0] ?? missing()) + x.invert(px).getTime(),
    ticks: x
      .ticks(Math.max(2, Math.floor(right / PX_OF_TICK)))
      .map((time) => ({ at: x(time), label: sinceText(time) })),
  }
}

/** Returns minutes and seconds since the first measurement. */
function sinceText(time: Date): string {
  const seconds = Math.round(time.getTime() / 1_000)
  return `+${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Returns the part of a drawing that is inside a window of time. */
export function spanBox({ fromMs, toMs }: Span, x: (atMs: number) => number, { left, right, top, bottom }: Area) {
  const [from, to] = [Math.max(left, x(fromMs)), Math.min(right, x(toMs))]
  return { x: from, width: Math.max(0, to - from), y: top, height: bottom - top }
}
