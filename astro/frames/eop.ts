import { SECONDS_PER_DAY } from '../constants.ts'
import { type Epoch, FEMTOS_PER_SECOND } from '../time/epoch.ts'
import { readClock, taiMinusUtcS } from '../time/scales.ts'

/**
 * The values that the IERS publishes for 0 h UTC of one day. The offsets dx, dy belong to IAU 2006/2000A, dpsi, deps to IAU 1980. A file has one
 * pair, the other or both, and omits unknown values.
 */
export interface EopDay {
  readonly mjd: number
  readonly xpRad: number
  readonly ypRad: number
  readonly ut1MinusUtcS: number
  readonly lodS?: number
  readonly dxRad?: number
  readonly dyRad?: number
  readonly dpsiRad?: number
  readonly depsRad?: number
  readonly predicted: boolean
}

/** Earth orientation parameters of consecutive days. */
export interface EopTable {
  readonly source: string
  readonly days: readonly EopDay[]
}

/** The source of the parameters at an epoch. Outside the span of the table they are those of the nearest day. */
export const EOP_QUALITIES = ['measured', 'predicted', 'before-span', 'after-span'] as const
export type EopQuality = (typeof EOP_QUALITIES)[number]

/** Earth orientation at one epoch, with its quality and the possible error of UT1. */
export interface EarthOrientation {
  readonly xpRad: number
  readonly ypRad: number
  readonly ut1MinusTaiS: number
  readonly lodS: number
  readonly dxRad: number
  readonly dyRad: number
  readonly dpsiRad: number
  readonly depsRad: number
  readonly quality: EopQuality
  /** Standard error of UT1 − TAI, s: 0.1 ms is 46 mm at the equator. */
  readonly ut1SigmaS: number
}

/** MJD of 1972-01-01, when UTC in its present form begins. */
const MJD_1972 = 41_317
/** The limit of UT1 − UTC that leap seconds maintain (ITU-R TF.460-6, annex 1). */
const UT1_BOUND_S = 0.9

/** MJD of 2000-01-01 (exact: MJD 0 is 1858-11-17). */
export const MJD_2000 = 51_544

const MEASURED_UT1_SIGMA_S = 3e-5 // The accuracy of the combined series of IERS Bulletin A on past days.
// The drift of UT1 from its last value in a day, as a standard error. Since 1973 the day has been at most 4.0 ms longer than 86 400 s (April
// 1973), since June 1995 less than 3 ms, and never 1.5 ms shorter (IERS finals2000A).
const LAG_PER_DAY_S = 2e-3

/**
 * Returns the table of these days. Throws RangeError for no days, or with the name of the day that does not follow its predecessor, because
 * parameters must not be interpolated across a gap.
 */
export function makeEopTable(source: string, days: readonly EopDay[]): EopTable {
  if (days.length === 0) throw new RangeError(`${source} has no Earth orientation parameters`)
  days.forEach(({ mjd }, index) => {
    const before = days[index - 1]
    if (before !== undefined && mjd !== before.mjd + 1) {
      throw new RangeError(`${source}: after MJD ${before.mjd} comes MJD ${mjd}`)
    }
  })
  return { source, days }
}

/** Returns the first and last day (MJD, UTC) of the table, and the last measured day. */
export function eopSpan({ days }: EopTable): { firstMjd: number; lastMjd: number; lastMeasuredMjd: number } {
  const firstMjd = days[0]?.mjd ?? Number.NaN
  const predicted = days.findIndex((day) => day.predicted)
  const lastMjd = firstMjd + days.length - 1
  return { firstMjd, lastMjd, lastMeasuredMjd: predicted < 0 ? lastMjd : firstMjd + predicted - 1 }
}

/**
 * Returns the Earth orientation at the epoch. The values are interpolated by Lagrange's polynomial through the four days around it. For UT1, the
 * interpolated quantity is UT1 − TAI, so that no leap second is interpolated (IERS Gazette 13, 1997). earthAt adds the tides within a day. If the
 * table has no length of day, it follows from UT1. `quality` states the source of the values. Outside the span they are the values of the nearest
 * day, except for UT1 − UTC, which leap seconds keep within 0.9 s: it is 0 before the span and the value of the last day after it, and
 * `ut1SigmaS` grows by 2 ms a day up to 0.9 s. Before 1972, when UTC had no leap seconds, UT1 − TAI is −10 s.
 */
export function earthOrientationAt(table: EopTable, epoch: Epoch): EarthOrientation {
  const { firstMjd, lastMjd } = spanOf(table)
  const mjd = mjdUtc(epoch)
  // Outside the table its first or last day is used.
  const inside = Math.min(Math.max(mjd, firstMjd), lastMjd)
  // Four days with the epoch between the middle two, or the four days at an end of the table.
  const first = Math.min(Math.max(Math.floor(inside) - 1, firstMjd), Math.max(firstMjd, lastMjd - 3)) - firstMjd
  const days = table.days.slice(first, first + 4)
  const at = inside - firstMjd - first
  const mix = (read: (day: EopDay) => number) => {
    return days.reduce((sum, day, index) => sum + read(day) * lagrangeWeight(days.length, index, at), 0)
  }
  // The excess length of day is minus the daily change of UT1 − TAI.
  const slope = days.reduce((sum, day, index) => sum + ut1MinusTai(day) * lagrangeSlope(days.length, index, at), 0)
  const hasLod = days.every(({ lodS }) => lodS !== undefined)
  return {
    xpRad: mix((day) => day.xpRad),
    ypRad: mix((day) => day.ypRad),
    ut1MinusTaiS: mjd === inside ? mix(ut1MinusTai) : heldUt1MinusTai(table, epoch, mjd),
    lodS: hasLod ? mix((day) => day.lodS ?? 0) : -slope,
    dxRad: mix((day) => day.dxRad ?? 0),
    dyRad: mix((day) => day.dyRad ?? 0),
    dpsiRad: mix((day) => day.dpsiRad ?? 0),
    depsRad: mix((day) => day.depsRad ?? 0),
    ...rate(table, mjd),
  }
}

/** Returns the quality of the values at a date, and the standard error of UT1. */
function rate(table: EopTable, mjd: number): { quality: EopQuality; ut1SigmaS: number } {
  const { firstMjd, lastMjd, lastMeasuredMjd } = spanOf(table)
  if (mjd < MJD_1972) return { quality: 'before-span', ut1SigmaS: UT1_BOUND_S + LAG_PER_DAY_S * (MJD_1972 - mjd) }
  if (mjd < firstMjd) return { quality: 'before-span', ut1SigmaS: UT1_BOUND_S }
  if (mjd <= lastMeasuredMjd) return { quality: 'measured', ut1SigmaS: MEASURED_UT1_SIGMA_S }
  const predicted = predictionSigmaS(Math.min(mjd, lastMjd) - lastMeasuredMjd)
  if (mjd <= lastMjd) return { quality: 'predicted', ut1SigmaS: predicted }
  return { quality: 'after-span', ut1SigmaS: Math.min(predicted + LAG_PER_DAY_S * (mjd - lastMjd), UT1_BOUND_S) }
}

/** Returns UT1 − TAI outside the span, from the possible values of UT1 − UTC. */
function heldUt1MinusTai({ days }: EopTable, epoch: Epoch, mjd: number): number {
  if (mjd < MJD_1972) return -taiMinusUtcS(MJD_1972 - MJD_2000)
  const last = days.at(-1)
  const ut1MinusUtcS = last !== undefined && mjd > last.mjd ? last.ut1MinusUtcS : 0
  return ut1MinusUtcS - taiMinusUtcS(readClock(epoch, 'UTC').day)
}

/** Returns the error of a prediction of UT1 after a number of days, 0.25 ms · days^0.75 (IERS Bulletin A, "estimated accuracies"). */
function predictionSigmaS(days: number): number {
  return MEASURED_UT1_SIGMA_S + 0.000_25 * days ** 0.75
}

// The span of a table, which never changes, is needed at every epoch.
const spans = new WeakMap<EopTable, ReturnType<typeof eopSpan>>()

/** Returns the first, last and last measured day of a table, computed once for each table. */
function spanOf(table: EopTable): ReturnType<typeof eopSpan> {
  const known = spans.get(table)
  if (known !== undefined) return known
  const span = eopSpan(table)
  spans.set(table, span)
  return span
}

/** Returns UT1 − UTC without the leap seconds, a series without steps. */
function ut1MinusTai({ mjd, ut1MinusUtcS }: EopDay): number {
  return ut1MinusUtcS - taiMinusUtcS(mjd - MJD_2000)
}

/** Returns the modified Julian date in UTC. Before 1972 it is in TAI, which differs from UTC by less than the table can show. */
function mjdUtc(epoch: Epoch): number {
  const firstUtcS = (MJD_1972 - MJD_2000 - 0.5) * SECONDS_PER_DAY + 10 // 1972-01-01T00:00:00 UTC, since 2000-01-01T12 TAI.
  const scale = epoch.taiS < firstUtcS ? 'TAI' : 'UTC'
  const { day, secondOfDay, femtos } = readClock(epoch, scale)
  return MJD_2000 + day + Math.min((secondOfDay + femtos / FEMTOS_PER_SECOND) / SECONDS_PER_DAY, 1)
}

/** Returns Π (at − j)/(k − j), for nodes at 0, 1, 2, …. */
function lagrangeWeight(count: number, node: number, at: number): number {
  let weight = 1
  for (let other = 0; other < count; other += 1) if (other !== node) weight *= (at - other) / (node - other)
  return weight
}

/** Returns the derivative of lagrangeWeight with respect to `at`, per day of 86 400 s. */
function lagrangeSlope(count: number, node: number, at: number): number {
  let sum = 0
  for (let left = 0; left < count; left += 1) {
    if (left === node) continue
    let product = 1 / (node - left)
    for (let other = 0; other < count; other += 1) {
      if (other !== node && other !== left) product *= (at - other) / (node - other)
    }
    sum += product
  }
  return sum
}
