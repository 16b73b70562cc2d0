import { SECONDS_PER_DAY } from '../constants.ts'
import { missing } from '../missing.ts'
import { dateFromDay, dayFromDate } from './calendar.ts'
import { addFemtoseconds, type Epoch } from './epoch.ts'
import { readClock, type TimeScale } from './scales.ts'

/** The form in which an epoch is written. Defaults: UTC, calendar form, nine digits (nanoseconds), no Z. */
export interface TimeFormat {
  readonly scale?: TimeScale
  readonly form?: 'calendar' | 'day-of-year'
  /** Digits of the fraction, 0 to 15; 'exact' writes as many as the epoch needs. */
  readonly digits?: number | 'exact'
  /** Whether to end with Z, the mark of UTC in ISO 8601. */
  readonly zulu?: boolean
}

const FEMTO_DIGITS = 15

/**
 * Returns the epoch as text in ISO calendar form, 2026-11-20T09:30:00.500000000, or in CCSDS day-of-year form, 2026-324T09:30:00.500000000. The
 * fraction is rounded half up to `digits`; a leap second is written as 23:59:60. With `digits` 'exact', parseTime reads back the same epoch (in
 * TDB to 1 fs). Throws RangeError for a year outside 0 to 9999.
 */
export function formatTime(epoch: Epoch, format: TimeFormat = {}): string {
  const { scale = 'UTC', form = 'calendar', digits = 9, zulu = false } = format
  if (digits !== 'exact' && !(Number.isInteger(digits) && digits >= 0 && digits <= FEMTO_DIGITS)) {
    throw new RangeError(`${digits} digits are not in 0 to ${FEMTO_DIGITS}`)
  }
  // Half a unit is added to the instant instead of the text, so that rounding carries into minutes, leap seconds and years.
  const half = digits === 'exact' || digits === FEMTO_DIGITS ? 0 : 5 * 10 ** (FEMTO_DIGITS - 1 - digits)
  const { day, secondOfDay, femtos } = readClock(addFemtoseconds(epoch, half), scale)
  const fraction = String(femtos).padStart(FEMTO_DIGITS, '0')
  const shown = digits === 'exact' ? fraction.replace(/(?<!0)0+$/, '') : fraction.slice(0, digits)
  return `${writeDate(day, form)}T${writeClock(secondOfDay)}${shown === '' ? '' : `.${shown}`}${zulu ? 'Z' : ''}`
}

/** The last date written. Most consecutive times of an ephemeris or of a list of encounters fall on the same day. */
let last = { day: Number.NaN, form: '', text: '' }

/** Returns a day, counted from 2000-01-01, in calendar form or as a three-digit day of the year. */
function writeDate(day: number, form: 'calendar' | 'day-of-year'): string {
  if (day === last.day && form === last.form) return last.text
  last = { day, form, text: dateText(day, form) }
  return last.text
}

function dateText(day: number, form: 'calendar' | 'day-of-year'): string {
  const { year, month, day: dayOfMonth } = dateFromDay(day)
  if (year < 0 || year > 9999) throw new RangeError(`year ${year} cannot be written with four digits`)
  const dayOfYear = day - dayFromDate({ year, month: 1, day: 1 }) + 1
  return form === 'calendar'
    ? `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}`
    : `${pad(year, 4)}-${pad(dayOfYear, 3)}`
}

function writeClock(secondOfDay: number): string {
  // Second 86 400 is the leap second and is written as 23:59:60, not 24:00:00.
  const minuteOfDay = Math.min(Math.floor(secondOfDay / 60), SECONDS_PER_DAY / 60 - 1)
  const minute = minuteOfDay % 60
  return `${pad((minuteOfDay - minute) / 60, 2)}:${pad(minute, 2)}:${pad(secondOfDay - 60 * minuteOfDay, 2)}`
}

/** The texts 00 to 99. */
const TWO_DIGITS = Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0'))

function pad(value: number, width: number): string {
  if (width === 2) return TWO_DIGITS[value] ?? missing()
  return String(value).padStart(width, '0')
}
