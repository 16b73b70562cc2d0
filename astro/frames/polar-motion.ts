import { type Mat3, multiply } from '../mat3.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import { rotationX, rotationY, rotationZ } from './rotation.ts'

/**
 * The TIO locator s′ in rad; `t` in Julian centuries of TT since J2000.0. Source: IERS Conventions 2010, eq. 5.13 (−47
 * µas per century). Reached: SOFA's sp00 to 1e-18 rad.
 */
export function tioLocator(t: number): number {
  return -47e-6 * t * RAD_PER_ARCSEC
}

/**
 * Polar motion: to ITRF from TIRF, given the pole x, y and s′ in rad; with s′ = 0, to ITRF from PEF. Source: IERS
 * Conventions 2010, eq. 5.3. Reached: SOFA's pom00 to 1e-16.
 */
export function polarMotion(xpRad: number, ypRad: number, sPrimeRad: number): Mat3 {
  return multiply(rotationX(-ypRad), multiply(rotationY(-xpRad), rotationZ(sPrimeRad)))
}
