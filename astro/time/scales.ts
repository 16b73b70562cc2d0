import { SECONDS_PER_DAY, TAI_MINUS_GPS_S, TT_MINUS_TAI_MS } from '../constants.ts'
import { dayFromDate } from './calendar.ts'
import { addFemtoseconds, type Epoch, FEMTOS_PER_SECOND, makeEpoch } from './epoch.ts'
import { LEAP_SECONDS } from './leap-seconds.data.ts'
import { tdbMinusTtS } from './tdb.ts'

/** The time scales in which an epoch can be read. UTC starts at 1972-01-01; the others have no limit. */
export const TIME_SCALES = ['UTC', 'TAI', 'TT', 'TDB', 'GPS'] as const
export type TimeScale = (typeof TIME_SCALES)[number]

/**
 * The reading of a clock in one scale: days since 2000-01-01 of that scale, whole seconds since 0 h (0 to 86 399, and 86 400 during a leap second
 * of UTC) and femtoseconds (0 to 1e15 − 1).
 */
export interface ClockReading {
  readonly day: number
  readonly secondOfDay: number
  readonly femtos: number
}

const HALF_DAY_S = SECONDS_PER_DAY / 2
const FEMTOS_PER_MILLISECOND = 1e12

// Each step of UTC: its first day, and the TAI second (since 2000-01-01T12 TAI) at which that day begins.
const STEPS = LEAP_SECONDS.map(({ year, month, taiMinusUtcS }) => {
  const day = dayFromDate({ year, month, day: 1 })
  return { day, taiMinusUtcS, startTaiS: day * SECONDS_PER_DAY - HALF_DAY_S + taiMinusUtcS }
})
const STEP_DAYS = new Set(STEPS.slice(1).map(({ day }) => day))

/** Returns whether the UTC day (days since 2000-01-01) ends with a leap second, 23:59:60. Source: leap-seconds.data.ts. */
export function hasLeapSecond(day: number): boolean {
  return STEP_DAYS.has(day + 1)
}

/**
 * Returns TAI − UTC in whole seconds on the UTC day (days since 2000-01-01). Source: leap-seconds.data.ts; after its last row the last value
 * remains in force. Throws RangeError before 1972-01-01, when UTC ran at another rate.
 */
export function taiMinusUtcS(day: number): number {
  const step = STEPS.findLast((candidate) => candidate.day <= day)
  if (step === undefined) throw new RangeError('UTC before 1972-01-01 ran at another rate and is not supported')
  return step.taiMinusUtcS
}

/**
 * Returns the reading of a clock in `scale` at the epoch. UTC, TAI, TT and GPS are exact; TDB has the error of tdbMinusTtS. Throws RangeError for
 * UTC before 1972-01-01.
 */
export function readClock(epoch: Epoch, scale: TimeScale): ClockReading {
  if (scale === 'UTC') return readUtc(epoch)
  const { taiS, taiFs } = shift(epoch, scale, epoch)
  const sinceMidnight = taiS + HALF_DAY_S
  const day = Math.floor(sinceMidnight / SECONDS_PER_DAY)
  return { day, secondOfDay: sinceMidnight - day * SECONDS_PER_DAY, femtos: taiFs }
}

/**
 * Returns the epoch at which a clock in `scale` shows the reading. It is the inverse of readClock, exact except in TDB (1 fs). Throws RangeError
 * for a reading that such a clock never shows: second 86 400 on a day without a leap second, or UTC before 1972.
 */
export function epochFromClock(reading: ClockReading, scale: TimeScale): Epoch {
  const { day, secondOfDay, femtos } = reading
  const last = scale === 'UTC' && hasLeapSecond(day) ? SECONDS_PER_DAY : SECONDS_PER_DAY - 1
  if (!Number.isInteger(secondOfDay) || secondOfDay < 0 || secondOfDay > last) {
    throw new RangeError(`second of day ${secondOfDay} is not in 0 to ${last}`)
  }
  if (!Number.isInteger(femtos) || femtos < 0 || femtos >= FEMTOS_PER_SECOND) {
    throw new RangeError(`${femtos} femtoseconds are not in 0 to 1e15 - 1`)
  }
  const shown = makeEpoch(day * SECONDS_PER_DAY - HALF_DAY_S + secondOfDay, femtos)
  if (scale === 'UTC') return makeEpoch(shown.taiS + taiMinusUtcS(day), shown.taiFs)
  // TDB − TT changes by at most 3e-10 s per second, so the second iteration is exact to 1e-22 s.
  let epoch = shown
  for (let pass = 0; pass < (scale === 'TDB' ? 3 : 1); pass += 1) epoch = unshift(shown, scale, epoch)
  return epoch
}

/** UTC days have 86 400 or 86 401 seconds. TAI − UTC comes from the step in force. */
function readUtc({ taiS, taiFs }: Epoch): ClockReading {
  const index = STEPS.findLastIndex(({ startTaiS }) => startTaiS <= taiS)
  const step = STEPS[index]
  if (step === undefined) throw new RangeError('UTC before 1972-01-01 ran at another rate and is not supported')
  const sinceMidnight = taiS - step.taiMinusUtcS + HALF_DAY_S
  // During the leap second the old difference still holds: it is second 86 400 of its day.
  const day = Math.min(Math.floor(sinceMidnight / SECONDS_PER_DAY), (STEPS[index + 1]?.day ?? Infinity) - 1)
  return { day, secondOfDay: sinceMidnight - day * SECONDS_PER_DAY, femtos: taiFs }
}

/** Returns `epoch` plus the lead of the uniform `scale` over TAI at the instant `at`. */
function shift(epoch: Epoch, scale: Exclude<TimeScale, 'UTC'>, at: Epoch): Epoch {
  const { seconds, femtos } = aheadOfTai(scale, at)
  return addFemtoseconds(makeEpoch(epoch.taiS + seconds, epoch.taiFs), femtos)
}

/** The inverse of shift, with the lead of the scale at `at`. */
function unshift(epoch: Epoch, scale: Exclude<TimeScale, 'UTC'>, at: Epoch): Epoch {
  const { seconds, femtos } = aheadOfTai(scale, at)
  return addFemtoseconds(makeEpoch(epoch.taiS - seconds, epoch.taiFs), -femtos)
}

/** TT − TAI is 32.184 s and GPS − TAI is −19 s, both exact; TDB − TT is a periodic sum of at most 1.7 ms. */
function aheadOfTai(scale: Exclude<TimeScale, 'UTC'>, at: Epoch): { seconds: number; femtos: number } {
  if (scale === 'TAI') return { seconds: 0, femtos: 0 }
  if (scale === 'GPS') return { seconds: -TAI_MINUS_GPS_S, femtos: 0 }
  const seconds = Math.trunc(TT_MINUS_TAI_MS / 1000)
  const femtos = (TT_MINUS_TAI_MS % 1000) * FEMTOS_PER_MILLISECOND
  return { seconds, femtos: scale === 'TT' ? femtos : femtos + Math.round(tdbMinusTtS(at) * FEMTOS_PER_SECOND) }
}
