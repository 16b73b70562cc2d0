import { DAY_MS, MINUTE_MS } from '@apsis/astro/constants.ts'

/** A calendar day in no particular time zone. */
export type LocalDay = { readonly year: number; readonly month: number; readonly day: number }

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const fresh = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, fresh)
  return fresh
}

/** Returns the local time of a time zone at an instant, as milliseconds of a clock without daylight saving. */
function clockAt(ms: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(ms)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
}

/** Returns the present day in a time zone. */
export function localDayAt(ms: number, timeZone: string): LocalDay {
  const clock = new Date(clockAt(ms, timeZone))
  return { year: clock.getUTCFullYear(), month: clock.getUTCMonth() + 1, day: clock.getUTCDate() }
}

/** Returns the day that is this number of days later. */
export function addDays({ year, month, day }: LocalDay, days: number): LocalDay {
  const at = new Date(Date.UTC(year, month - 1, day + days))
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() }
}

/**
 * Returns the instant at which the clock of a time zone shows a time of a day, in minutes after midnight. If the clock is put back and shows the time
 * twice, the first instant is returned. If the clock is put forward and never shows the time, the instant of the change is returned.
 */
export function instantOf(day: LocalDay, minutes: number, timeZone: string): number {
  const wanted = Date.UTC(day.year, day.month - 1, day.day) + minutes * MINUTE_MS
  // The offsets from UTC a day before and a day after: if the clock changes in between, these are the two candidates.
  const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((ms) => clockAt(ms, timeZone) - ms)
  const shown = offsets.map((offset) => wanted - offset).filter((ms) => clockAt(ms, timeZone) === wanted)
  return shown.length > 0 ? Math.min(...shown) : changeBefore(wanted - Math.min(...offsets), timeZone)
}

/** Returns the instant, to the second, at which the clock was last put forward within the day before an instant. */
function changeBefore(ms: number, timeZone: string): number {
  const offsetAt = (at: number) => clockAt(at, timeZone) - at
  const [before, after] = [offsetAt(ms - DAY_MS), offsetAt(ms)]
  let [low, high] = [ms - DAY_MS, ms]
  if (before === after) return ms
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2 / 1_000) * 1_000
    if (offsetAt(middle) === before) low = middle
    else high = middle
  }
  return high
}
