import { SECONDS_PER_DAY } from '../constants.ts'
import { type Epoch, FEMTOS_PER_SECOND } from './epoch.ts'
import { epochFromClock, hasLeapSecond, readClock, type TimeScale } from './scales.ts'

/** The Julian date of 2000-01-01T00:00:00 in the same scale. Exact, as J2000.0 is JD 2451545.0, noon of that day. */
const JULIAN_DAY_2000 = 2_451_544.5

/** A Julian date as the sum of two parts: the date at 0 h (ending in .5), and the fraction of the day, from 0 to below 1. */
export type JulianDate = readonly [day: number, fraction: number]

/**
 * Returns the Julian date of the epoch in the scale, to 1e-11 s. In UTC it is the quasi-Julian date of SOFA, in which a day with a leap second
 * has 86 401 equal parts (SOFA, Time Scale and Calendar Tools, §3.5.1).
 */
export function toJulianDate(epoch: Epoch, scale: TimeScale): JulianDate {
  const { day, secondOfDay, femtos } = readClock(epoch, scale)
  return [JULIAN_DAY_2000 + day, (secondOfDay + femtos / FEMTOS_PER_SECOND) / dayLengthS(day, scale)]
}

/**
 * Returns the epoch of a Julian date in the scale (quasi-Julian in UTC). The date may be split in any two parts as long as the first is whole or
 * half. Accuracy: the resolution of the second part, which is 1e-16 day for a fraction of a day.
 */
export function fromJulianDate([first, second]: JulianDate, scale: TimeScale): Epoch {
  const firstDay = Math.floor(first - JULIAN_DAY_2000)
  const fraction = first - JULIAN_DAY_2000 - firstDay + second
  const wholeDays = Math.floor(fraction)
  const day = firstDay + wholeDays
  const length = dayLengthS(day, scale)
  const seconds = (fraction - wholeDays) * length
  // A fraction that rounds up to the whole day becomes the last femtosecond of the day.
  const secondOfDay = Math.min(Math.floor(seconds), length - 1)
  const femtos = Math.min(Math.round((seconds - secondOfDay) * FEMTOS_PER_SECOND), FEMTOS_PER_SECOND - 1)
  return epochFromClock({ day, secondOfDay, femtos }, scale)
}

function dayLengthS(day: number, scale: TimeScale): number {
  return scale === 'UTC' && hasLeapSecond(day) ? SECONDS_PER_DAY + 1 : SECONDS_PER_DAY
}
