import { DAYS_PER_JULIAN_CENTURY, SECONDS_PER_DAY } from '../constants.ts'
import { missing } from '../missing.ts'
import type { Ut1 } from '../time/ut1.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import { gmst2006 } from './cip.ts'
import { OCEAN_TIDES } from './daily-tides.data.ts'
import { delaunayArguments } from './delaunay.ts'
import { remembered } from './remembered.ts'

/** The tides, to be added to the daily values of the pole and of UT1. */
export interface DailyTides {
  readonly xpRad: number
  readonly ypRad: number
  readonly ut1S: number
}

const TERM_LENGTH = 12
const RAD_PER_MICROARCSEC = RAD_PER_ARCSEC / 1e6
const SECONDS_PER_MICROSECOND = 1e-6
// TT − UT1 has been between 42 s and 70 s since 1972; an error of 20 s changes the arguments of the tides by 5e-5 rad.
const TT_MINUS_UT1_DAYS = 60 / SECONDS_PER_DAY

const NODES_PER_DAY = 24
const tides = remembered((node) => {
  // Nodes are negative before 2000-01-01T12, so day and hour must both be rounded down.
  const days = Math.floor(node / NODES_PER_DAY)
  const { xpRad, ypRad, ut1S } = sumDailyTides([days, node / NODES_PER_DAY - days])
  return [xpRad, ypRad, ut1S]
})

/**
 * Returns the daily and half-daily variations at a UT1 that is accurate to a minute, interpolated between the series at whole hours; see
 * remembered(). Source and accuracy: sumDailyTides.
 */
export function dailyTidesAt([days, fraction]: Ut1): DailyTides {
  const [xpRad, ypRad, ut1S] = tides((days + fraction) * NODES_PER_DAY)
  return { xpRad, ypRad, ut1S }
}

/**
 * Returns the variations of the pole and UT1 by ocean tides, up to 0.5 mas and 50 µs, 2 cm on the ground. Source: IERS Conventions 2010, tables
 * 8.2 and 8.3. Not included: the libration of an Earth that is not round (tables 5.1a and 5.1b: 0.03 mas, 1 mm), which Orekit's numbers of 2020
 * do not have either, and the change of the length of the day (0.2 ps per s). Accuracy: with these tides, ITRF agrees with Orekit to 1e-5″
 * (frame.test.ts). Each of the 71 tides has six amplitudes and an argument, which is a sum of multiples of sidereal time and of the five
 * Delaunay arguments.
 */
export function sumDailyTides([days, fraction]: Ut1): DailyTides {
  const t = (days + fraction + TT_MINUS_UT1_DAYS) / DAYS_PER_JULIAN_CENTURY
  const args = [gmst2006([days, fraction], t) + Math.PI, ...delaunayArguments(t)]
  let [x, y, ut1] = [0, 0, 0]
  for (let at = 0; at < OCEAN_TIDES.length; at += TERM_LENGTH) {
    const value = (index: number) => OCEAN_TIDES[at + index] ?? missing()
    const angle = args.reduce((sum, argument, index) => sum + argument * value(index), 0)
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
    x += value(6) * sine + value(7) * cosine
    y += value(8) * sine + value(9) * cosine
    ut1 += value(10) * sine + value(11) * cosine
  }
  return { xpRad: x * RAD_PER_MICROARCSEC, ypRad: y * RAD_PER_MICROARCSEC, ut1S: ut1 * SECONDS_PER_MICROSECOND }
}
