import { SECONDS_PER_DAY } from '../constants.ts'
import { dayFromDate, dayFromDayOfYear } from './calendar.ts'
import type { Epoch } from './epoch.ts'
import { epochFromClock, hasLeapSecond, type TimeScale } from './scales.ts'

/** Both forms of a date, then hours, minutes, seconds and a fraction. The only offset allowed is Z. */
const FORM = /^(\d{4})-(?:(\d{2})-(\d{2})|(\d{3}))T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?Z?$/
/** Digits of a fraction in femtoseconds, the resolution of an epoch. */
const FEMTO_DIGITS = 15
const SHOWN_LENGTH = 40

/**
 * Returns the epoch of a text in ISO calendar form, 2026-11-20T09:30:00.5, or in CCSDS day-of-year form, 2026-324T09:30:00.5 (CCSDS 301.0-B-4,
 * ASCII time codes A and B). The text is read in the given scale and may end in Z. The fraction may have any number of digits; digits after the
 * fifteenth, less than a femtosecond, are dropped. 23:59:60 is accepted only where UTC had a leap second. Exact (TDB: see readClock). Throws
 * SyntaxError that explains the error.
 */
export function parseTime(text: string, scale: TimeScale = 'UTC'): Epoch {
  const match = FORM.exec(text)
  if (match === null) {
    fail(text, 'the form is YYYY-MM-DDThh:mm:ss[.fraction][Z] or YYYY-DDDThh:mm:ss[.fraction][Z]')
  }
  const [, year, month, dayOfMonth, dayOfYear, hour, minute, second, fraction = ''] = match
  try {
    const day =
      dayOfYear === undefined
        ? dayFromDate({ year: Number(year), month: Number(month), day: Number(dayOfMonth) })
        : dayFromDayOfYear(Number(year), Number(dayOfYear))
    const secondOfDay = secondsFromMidnight([Number(hour), Number(minute), Number(second)], day, scale)
    const femtos = Number(fraction.slice(0, FEMTO_DIGITS).padEnd(FEMTO_DIGITS, '0'))
    return epochFromClock({ day, secondOfDay, femtos }, scale)
  } catch (error) {
    if (error instanceof RangeError) fail(text, error.message)
    throw error
  }
}

/** Returns the epoch of a time, or of midnight for a date alone. Throws SyntaxError. */
export function parseInstant(text: string, scale: TimeScale = 'UTC'): Epoch {
  const isDate = /^\d{4}-(\d{2}-\d{2}|\d{3})Z?$/.test(text)
  return parseTime(isDate ? `${text.replace(/Z$/, '')}T00:00:00` : text, scale)
}

/**
 * Returns the second of the day. Second 60 is accepted only at the end of a UTC day that has a leap second. On any other date, or in TAI, GPS or
 * TDB, it is a mistake of the sender and must not shift an orbit by 7.5 km.
 */
function secondsFromMidnight(clock: readonly [number, number, number], day: number, scale: TimeScale): number {
  const [hour, minute, second] = clock
  if (hour > 23) throw new RangeError(`hour ${hour} is not in 0 to 23`)
  if (minute > 59) throw new RangeError(`minute ${minute} is not in 0 to 59`)
  const secondOfDay = 3600 * hour + 60 * minute + second
  if (second > 59 && !(secondOfDay === SECONDS_PER_DAY && scale === 'UTC' && hasLeapSecond(day))) {
    const why = second === 60 ? `, and ${scale} has no leap second there` : ''
    throw new RangeError(`second ${second} is not in 0 to 59${why}`)
  }
  return secondOfDay
}

/** Throws an error that quotes the text, shortened if it is long. */
function fail(text: string, why: string): never {
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
  throw new SyntaxError(`${JSON.stringify(shown)} is not a time: ${why}`)
}
