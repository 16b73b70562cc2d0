import { type Mat3, multiply } from '../mat3.ts'
import { RAD_PER_ARCSEC } from './angle.ts'
import { rotationX, rotationY, rotationZ } from './rotation.ts'

/**
 * Returns the TIO locator s′ in rad; `t` in Julian centuries of TT since J2000.0. Source: IERS Conventions 2010, eq. 5.13 (−47 µas per century).
 * Accuracy: 1e-18 rad against SOFA's sp00.
 */
export function tioLocator(t: number): number {
  return -47e-6 * t * RAD_PER_ARCSEC
}

/**
 * Returns polar motion, the rotation from TIRF to ITRF for the pole x, y and s′ in rad; with s′ = 0, the rotation from PEF to ITRF. Source: IERS
 * Conventions 2010, eq. 5.3. Accuracy: 1e-16 against SOFA's pom00.
 */
export function polarMotion(xpRad: number, ypRad: number, sPrimeRad: number): Mat3 {
  return multiply(rotationX(-ypRad), multiply(rotationY(-xpRad), rotationZ(sPrimeRad)))
}
