import { DAYS_PER_JULIAN_CENTURY, SECONDS_PER_DAY } from '../constants.ts'
import type { Ut1 } from '../time/ut1.ts'
import { wrapTwoPi } from '../units.ts'
import { polynomial, RAD_PER_ARCSEC } from './angle.ts'
import { moonNode1980, nutation1980 } from './nutation-1980.ts'
import { meanObliquity1980 } from './precession-1976.ts'

const RAD_PER_SIDEREAL_SECOND = (2 * Math.PI) / SECONDS_PER_DAY
// GMST at 0 h UT1 in seconds, with powers of the century: S. Aoki and others, Astronomy and Astrophysics 105 (1982)
// 359.
const GMST_S = [24_110.548_41, 8_640_184.812_866, 0.093_104, -6.2e-6]
const NOON_S = SECONDS_PER_DAY / 2

/**
 * Returns Greenwich mean sidereal time of 1982 (GMST82), the angle from TEME to the Greenwich meridian, rad in [0, 2π). Source: S. Aoki and
 * others, Astronomy and Astrophysics 105 (1982) 359. Accuracy: 1e-12 rad against SOFA's gmst82.
 */
export function gmst1982([days, fraction]: Ut1): number {
  const t = (days + fraction) / DAYS_PER_JULIAN_CENTURY
  // UT1 days begin at noon here. A full rotation for each whole day is omitted, which saves digits.
  const seconds = polynomial(t, GMST_S) - NOON_S + fraction * SECONDS_PER_DAY
  return wrapTwoPi((seconds % SECONDS_PER_DAY) * RAD_PER_SIDEREAL_SECOND)
}

/**
 * Returns the equation of the equinoxes of 1994, apparent minus mean sidereal time in rad, with the two terms in the Moon's node that the IAU
 * added from 1997-02-27. `t` in Julian centuries of TT since J2000.0; `dpsiRad` is the nutation in longitude, by default that of IAU 1980.
 * Source: IAU 1994 Resolution C7, recommendation 3; N. Capitaine and A.-M. Gontier, Astronomy and Astrophysics 275 (1993) 645. Accuracy: 1e-17
 * rad against SOFA's eqeq94.
 */
export function equationOfEquinoxes1994(t: number, dpsiRad = nutation1980(t).dpsiRad): number {
  const node = moonNode1980(t)
  const complementary = 0.00264 * Math.sin(node) + 0.000063 * Math.sin(2 * node) // In arcseconds.
  return dpsiRad * Math.cos(meanObliquity1980(t)) + complementary * RAD_PER_ARCSEC
}
