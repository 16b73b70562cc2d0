/** A date of the proleptic Gregorian calendar, with months 1 to 12 and days 1 to 31. */
export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

// Days from 0000-03-01 to 2000-01-01. Years are counted from March here, so that the leap day is the last day of a year.
const MARCH_ORIGIN = 730_425

/** Returns whether the Gregorian year has 366 days. */
export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Returns the number of days in the month (1 to 12) of the Gregorian year. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/**
 * Returns the days from 2000-01-01 to the date in the proleptic Gregorian calendar, for any integer year. Source: H. Hinnant, "chrono-Compatible
 * Low-Level Date Algorithms", 2013. Exact. Throws RangeError that names the invalid part of the date.
 *
 * A year that begins in March ends with its leap day, so its months start on the same days in every year. Five months have 31, 30, 31, 30 and 31
 * days, 153 in all; before month m lie (153 m + 2)/5 days, rounded down.
 */
export function dayFromDate({ year, month, day }: CalendarDate): number {
  if (!Number.isSafeInteger(year)) throw new RangeError(`year ${year} is not an integer`)
  if (!Number.isInteger(month) || month < 1 || month > 12) throw new RangeError(`month ${month} is not in 1 to 12`)
  const last = daysInMonth(year, month)
  if (!Number.isInteger(day) || day < 1 || day > last) throw new RangeError(`day ${day} is not in 1 to ${last}`)
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = month > 2 ? month - 3 : month + 9
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return 365 * marchYear + leapDays + Math.floor((153 * marchMonth + 2) / 5) + (day - 1) - MARCH_ORIGIN
}

/**
 * Returns the date `day` days after 2000-01-01 in the proleptic Gregorian calendar, the inverse of dayFromDate. Exact. A cycle of 400 years has
 * 146,097 days. The last day of four years is a leap day (number 1,460 from 0). The last day of a century of 36,524 days is not, and the last day
 * of the cycle is again one (number 146,096). The leap days up to day d are therefore d/1460 − d/36524 + d/146096, each rounded down. This is
 * sometimes one too many in the last days of a fourth year, but never changes the year that results from dividing by 365; month and day follow as
 * in dayFromDate.
 */
export function dateFromDay(day: number): CalendarDate {
  if (!Number.isSafeInteger(day)) throw new RangeError(`day ${day} is not an integer`)
  const sinceOrigin = day + MARCH_ORIGIN
  const cycle = Math.floor(sinceOrigin / 146_097)
  const dayOfCycle = sinceOrigin - cycle * 146_097
  const leapDays = Math.floor(dayOfCycle / 1_460) - Math.floor(dayOfCycle / 36_524) + Math.floor(dayOfCycle / 146_096)
  const yearOfCycle = Math.floor((dayOfCycle - leapDays) / 365)
  const dayOfMarchYear = dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100))
  const marchMonth = Math.floor((5 * dayOfMarchYear + 2) / 153)
  return {
    year: yearOfCycle + cycle * 400 + (marchMonth < 10 ? 0 : 1),
    month: marchMonth < 10 ? marchMonth + 3 : marchMonth - 9,
    day: dayOfMarchYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

/**
 * Returns the days from 2000-01-01 to day `dayOfYear` (1 to 365 or 366) of the Gregorian year. Exact. Throws RangeError for a day outside the
 * year.
 */
export function dayFromDayOfYear(year: number, dayOfYear: number): number {
  const last = isLeapYear(year) ? 366 : 365
  if (!Number.isInteger(dayOfYear) || dayOfYear < 1 || dayOfYear > last) {
    throw new RangeError(`day of year ${dayOfYear} is not in 1 to ${last}`)
  }
  return dayFromDate({ year, month: 1, day: 1 }) + dayOfYear - 1
}
