import { DAY_MS, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { formatNumber, MISSING } from '../ui/format/number.ts'

const two = (n: number) => String(n).padStart(2, '0')

/** Returns `2026-11-20`, UTC. */
export function formatDate(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Returns `07:02:27`, UTC. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19)
}

/** Returns `2026-11-20 07:02:27 Z`: the first date format of spec §9 in the default time zone. */
export function formatInstant(ms: number): string {
  return `${formatDate(ms)} ${formatTime(ms)} Z`
}

/** Returns `2026-11-20 07:02 Z`, if the second is not needed; a dash for an invalid time. */
export function formatMinute(ms: number): string {
  return Number.isFinite(ms) ? `${formatDate(ms)} ${formatTime(ms).slice(0, 5)} Z` : MISSING
}

/** Returns `2026-11-20 07:02:27.125 Z`: the second date format of spec §9, for message details only. */
export function formatInstantMs(ms: number): string {
  return `${formatDate(ms)} ${new Date(ms).toISOString().slice(11, 23)} Z`
}

/** Returns `20261120_070227_Z`: the date format of spec §9 for names of files. */
export function formatFileInstant(ms: number): string {
  return `${formatDate(ms)}_${formatTime(ms)}_Z`.replaceAll(/[-:]/g, '')
}

/** Returns the day of the year from 1, UTC. */
export function dayOfYear(ms: number): number {
  const date = new Date(ms)
  return Math.floor((ms - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS) + 1
}

/** Returns three digits, as clocks in operations rooms show the day: `007`. */
export function formatDayOfYear(ms: number): string {
  return String(dayOfYear(ms)).padStart(3, '0')
}

/** Returns an age in the largest unit that is exact enough: `12 s`, `3 min`, `1.4 h`, `2.0 d`. */
export function formatAge(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`
  if (seconds < SECONDS_PER_DAY) return `${formatNumber(seconds / 3_600, { decimals: 1 })} h`
  return `${formatNumber(seconds / SECONDS_PER_DAY, { decimals: 1 })} d`
}

/** Returns the remaining full seconds: `0:06`, `1:30`. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}
