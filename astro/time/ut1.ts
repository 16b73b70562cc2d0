import { SECONDS_PER_DAY } from '../constants.ts'
import { type Epoch, FEMTOS_PER_SECOND } from './epoch.ts'

/**
 * The rotation angle of the Earth as a time: days of UT1 since 2000-01-01T12:00:00 UT1, as the sum of two parts, of which the first is whole. One
 * double would resolve 0.3 µs in 2026, which is 0.1 mm at the equator.
 */
export type Ut1 = readonly [days: number, fraction: number]

/** Returns UT1 at the epoch. `ut1MinusTaiS` comes from the Earth orientation parameters. Exact to 1e-11 s. */
export function toUt1({ taiS, taiFs }: Epoch, ut1MinusTaiS: number): Ut1 {
  const days = Math.floor(taiS / SECONDS_PER_DAY)
  const seconds = taiS - days * SECONDS_PER_DAY + taiFs / FEMTOS_PER_SECOND + ut1MinusTaiS
  return [days, seconds / SECONDS_PER_DAY]
}
