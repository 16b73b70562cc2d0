import { DAYS_PER_JULIAN_CENTURY, SECONDS_PER_DAY, TT_MINUS_TAI_MS } from '../constants.ts'
import { type Mat3, multiply } from '../mat3.ts'
import { type Epoch, FEMTOS_PER_SECOND } from '../time/epoch.ts'
import type { Ut1 } from '../time/ut1.ts'
import { wrapTwoPi } from '../units.ts'
import { polynomial, RAD_PER_ARCSEC } from './angle.ts'
import { cioLocatorSum } from './cio-locator.ts'
import type { Nutation } from './nutation-1980.ts'
import { nutation2000a } from './nutation-2000a.ts'
import { precessionNutation2006 } from './precession-2006.ts'
import { remembered } from './remembered.ts'
import { rotationY, rotationZ } from './rotation.ts'

/** The celestial intermediate pole in GCRF, as its first two components X and Y, and the CIO locator s, rad. */
export interface Cip {
  readonly x: number
  readonly y: number
  readonly sRad: number
}

/** The terms that are slow to sum and smooth in time: the nutation, and s + XY/2. */
export interface SlowTerms extends Nutation {
  readonly sPlusHalfXyRad: number
}

/** Returns the full series at `t` Julian centuries of TT since J2000.0; see nutation2000a and cioLocatorSum. */
export function sumSlowTerms(t: number): SlowTerms {
  return { ...nutation2000a(t), sPlusHalfXyRad: cioLocatorSum(t) }
}

const NODES_PER_DAY = 4
const slowTerms = remembered((node) => {
  const { dpsiRad, depsRad, sPlusHalfXyRad } = sumSlowTerms(node / NODES_PER_DAY / DAYS_PER_JULIAN_CENTURY)
  return [dpsiRad, depsRad, sPlusHalfXyRad]
})

/**
 * Returns the slow terms at the epoch, interpolated between nodes of the full series six hours apart; see remembered(). Accuracy: 1e-15 rad
 * against the series (test of this file).
 */
export function slowTermsAt({ taiS, taiFs }: Epoch): SlowTerms {
  const ttS = taiS + TT_MINUS_TAI_MS / 1000
  const position =
    (ttS / SECONDS_PER_DAY) * NODES_PER_DAY + (taiFs / FEMTOS_PER_SECOND / SECONDS_PER_DAY) * NODES_PER_DAY
  const [dpsiRad, depsRad, sPlusHalfXyRad] = slowTerms(position)
  return { dpsiRad, depsRad, sPlusHalfXyRad }
}

/**
 * Returns X, Y and s of IAU 2006/2000A at `t` Julian centuries of TT since J2000.0, for the given slow terms. Source: P. T. Wallace and N.
 * Capitaine, Astronomy and Astrophysics 459 (2006) 981 (pole from the matrix of four angles). Accuracy: 1e-15 rad against SOFA's xys06a.
 */
export function cip2006(t: number, slow: SlowTerms = sumSlowTerms(t)): Cip {
  const [x, y] = precessionNutation2006(t, slow)[2]
  return { x, y, sRad: slow.sPlusHalfXyRad - (x * y) / 2 }
}

/**
 * Returns the rotation from GCRF to the celestial intermediate frame (CIRF). Source: IERS Conventions 2010, eq. 5.6. Accuracy: 1e-15 against
 * SOFA's c2i06a.
 */
export function cirfMatrix({ x, y, sRad }: Cip): Mat3 {
  const e = Math.atan2(y, x)
  const d = Math.asin(Math.hypot(x, y))
  return multiply(rotationZ(-(e + sRad)), multiply(rotationY(d), rotationZ(e)))
}

/**
 * Returns the Earth rotation angle, the angle from the celestial to the terrestrial intermediate origin, rad in [0, 2π). Source: IAU 2000
 * Resolution B1.8; N. Capitaine, B. Guinot and D. McCarthy, Astronomy and Astrophysics 355 (2000) 398. Accuracy: 1e-12 rad against SOFA's era00.
 */
export function earthRotationAngle([days, fraction]: Ut1): number {
  return wrapTwoPi(2 * Math.PI * ((0.779_057_273_264 + 0.002_737_811_911_354_48 * (days + fraction) + fraction) % 1))
}

/**
 * Returns Greenwich mean sidereal time of IAU 2006, rad in [0, 2π); `t` in Julian centuries of TT since J2000.0. Source: N. Capitaine, P. T.
 * Wallace and J. Chapront, Astronomy and Astrophysics 432 (2005) 355, eq. 42. Accuracy: 1e-12 rad against SOFA's gmst06.
 */
export function gmst2006(ut1: Ut1, t: number): number {
  const precession = [0.014506, 4612.156534, 1.3915817, -0.00000044, -0.000029956, -0.0000000368] // arcseconds
  return wrapTwoPi(earthRotationAngle(ut1) + polynomial(t, precession) * RAD_PER_ARCSEC)
}
