import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'

/** An instant that the conductor of time marks and can be moved to. */
export type TimeMark = {
  readonly id: string
  readonly atMs: number
  /** The happening, as a sentence without its time. */
  readonly name: string
} & (
  | { readonly kind: 'approach'; readonly level: Level; readonly isOpen: boolean; readonly isOutline?: boolean }
  | { readonly kind: 'burn'; readonly isFirm: boolean }
  | { readonly kind: 'pass' | 'deadline' | 'message' }
)

/** A span of time, ms since 1970. */
export type TimeSpan = { readonly fromMs: number; readonly toMs: number }

/** The lengths of the conductor's range that a reader can choose. */
export const RANGES = { '12h': 12, '48h': 48, '7d': 168 } as const
export type RangeName = keyof typeof RANGES

/** The share of a range that is before its base, so that what has just happened stays visible. */
const BEFORE = 1 / 8

/** Returns the range of some hours around now, or, where the shown time is outside that, around the shown time. */
export function rangeAround(hours: number, nowMs: number, shownMs: number): TimeSpan {
  const lengthMs = hours * HOUR_MS
  const from = (baseMs: number) => baseMs - lengthMs * BEFORE
  const isInside = shownMs >= from(nowMs) && shownMs <= from(nowMs) + lengthMs
  const fromMs = from(isInside ? nowMs : shownMs)
  return { fromMs, toMs: fromMs + lengthMs }
}

/** Marks closer than this to the shown time are where it is: the keys go to the ones beyond. */
const SAME_MS = 500

/** Returns the nearest mark after or before a time; undefined if there is none. */
export function markFrom(marks: readonly TimeMark[], shownMs: number, direction: 1 | -1): TimeMark | undefined {
  const ahead = marks.filter(({ atMs }) => (atMs - shownMs) * direction > SAME_MS)
  return ahead.toSorted((a, b) => (a.atMs - b.atMs) * direction)[0]
}

/** A mark, or now, this near to the pointer takes the grip. */
const SNAP_PX = 6

/** Returns the time at a place of the lane: that of a mark, or now, if one is near. */
export function snapped(atMs: number, perPx: number, marks: readonly TimeMark[], nowMs: number): number | 'now' {
  const reach = SNAP_PX * perPx
  const away = (ms: number) => Math.abs(ms - atMs)
  const [nearest] = marks.toSorted((a, b) => away(a.atMs) - away(b.atMs))
  if (nearest && away(nearest.atMs) <= Math.min(reach, away(nowMs))) return nearest.atMs
  return away(nowMs) <= reach ? 'now' : Math.round(atMs)
}
