import { SECONDS_PER_DAY } from '../constants.ts'
import { type Epoch, FEMTOS_PER_SECOND } from './epoch.ts'

/**
 * The angle of the Earth as a time: days of UT1 since 2000-01-01T12:00:00 UT1, in two parts whose sum it is, the first
 * whole. One double would have 0.3 µs in 2026, which is 0.1 mm at the equator.
 */
export type Ut1 = readonly [days: number, fraction: number]

/** UT1 at the epoch; `ut1MinusTaiS` as the Earth orientation parameters have it. Exact to 1e-11 s. */
export function toUt1({ taiS, taiFs }: Epoch, ut1MinusTaiS: number): Ut1 {
  const days = Math.floor(taiS / SECONDS_PER_DAY)
  const seconds = taiS - days * SECONDS_PER_DAY + taiFs / FEMTOS_PER_SECOND + ut1MinusTaiS
  return [days, seconds / SECONDS_PER_DAY]
}
