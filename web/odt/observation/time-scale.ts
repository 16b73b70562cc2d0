import { type ScaleTime, scaleUtc } from 'd3-scale'
import { formatTime } from '../../clock/format.ts'

/** Where the plots of a track begin: all of them at the same place, so that times stand below each other. */
export const LEFT_PX = 58
const PX_OF_TICK = 130
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
