import { DAY_MS } from '@apsis/astro/constants.ts'
import { dayOfYear, formatDate } from '../clock/format.ts'

const MONTH_DAYS = 30.4

/** A place on an axis of days, months or years. */
export type CalendarTick = { readonly ms: number; readonly text: string }

type Step = { readonly unit: 'day' | 'month' | 'year'; readonly count: number; readonly days: number }
const STEPS: readonly Step[] = [
  ...[1, 2, 4, 7, 14].map((count) => ({ unit: 'day' as const, count, days: count })),
  ...[1, 3, 6].map((count) => ({ unit: 'month' as const, count, days: count * MONTH_DAYS })),
  ...[1, 2, 5, 10, 25].map((count) => ({ unit: 'year' as const, count, days: count * 365.25 })),
]
/** Day lines closer than this would merge into a grey area. */
const LEAST_LINE_PX = 20
/** The least distance at which the label of a day does not overlap the month and day beside it. */
const LEAST_MONTH_PX = 34

type Axis = {
  readonly fromMs: number
  readonly toMs: number
  readonly dayPx: number
  /** The room for one label of a day; labels of months and years are shorter. */
  readonly labelPx: number
  /** True on a narrow plot: the label of a day is its number only; the first day of each month also shows the month if there is room. */
  readonly isShort?: boolean
}

/**
 * Returns grid lines and labels for a span of time, as many as have room: days, else months, else years. A label contains the year if the
 * span covers more than one year.
 */
export function calendarOf(axis: Axis): {
  readonly lines: readonly number[]
  readonly labels: readonly CalendarTick[]
} {
  const step = STEPS.find(({ unit, days }) => days * axis.dayPx >= (unit === 'day' ? axis.labelPx : 62)) ?? STEPS.at(-1)
  if (!step) return { lines: [], labels: [] }
  const labels = placesOf(axis, step)
  const isDaily = step.unit === 'day' && axis.dayPx >= LEAST_LINE_PX
  const lines = isDaily ? placesOf(axis, { unit: 'day', count: 1, days: 1 }) : labels
  return { lines, labels: labels.map((ms, place) => ({ ms, text: textOf(ms, step, labels[place - 1], axis) })) }
}

function placesOf({ fromMs, toMs }: Axis, { unit, count }: Step): readonly number[] {
  if (unit === 'day') {
    const first = Math.ceil(fromMs / DAY_MS / count)
    const last = Math.floor(toMs / DAY_MS / count)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => (first + at) * count * DAY_MS)
  }
  const months = unit === 'month' ? count : count * 12
  const monthOf = (ms: number) => new Date(ms).getUTCFullYear() * 12 + new Date(ms).getUTCMonth()
  const first = Math.floor(monthOf(fromMs) / months)
  const last = Math.floor(monthOf(toMs) / months)
  return Array.from({ length: last - first + 1 }, (_, at) => startOf((first + at) * months)).filter(
    (ms) => ms >= fromMs && ms <= toMs,
  )
}

/** Returns the beginning of a month, counted in months from year 0. */
const startOf = (month: number) => Date.UTC(Math.floor(month / 12), month % 12)

function textOf(ms: number, { unit, days }: Step, before: number | undefined, axis: Axis): string {
  const { fromMs, toMs, dayPx, isShort } = axis
  const date = formatDate(ms)
  if (unit === 'year') return date.slice(0, 4)
  if (unit === 'month') return date.slice(0, 7)
  const yearOf = (at: number) => formatDate(at).slice(0, 4)
  const isNewYear = yearOf(fromMs) !== yearOf(toMs) && (before === undefined || yearOf(before) !== yearOf(ms))
  const isNewMonth = before === undefined || formatDate(before).slice(0, 7) !== date.slice(0, 7)
  const hasRoom = days * dayPx >= LEAST_MONTH_PX
  if (isShort) return isNewYear ? date.slice(2) : date.slice(isNewMonth && hasRoom ? 5 : 8)
  return isNewYear ? date : `${date.slice(5)}  ${String(dayOfYear(ms)).padStart(3, '0')}`
}
