import { type Mat3, multiply } from '../mat3.ts'
import { arcsecPolynomial } from './angle.ts'
import { rotationY, rotationZ } from './rotation.ts'

/**
 * Returns the mean obliquity of the ecliptic of date, rad, IAU 1980; `t` in Julian centuries of TT since J2000.0. Source: J. H. Lieske and
 * others, Astronomy and Astrophysics 58 (1977) 1. Accuracy: 1e-16 rad against SOFA's obl80.
 */
export function meanObliquity1980(t: number): number {
  return arcsecPolynomial(t, [84_381.448, -46.815, -0.00059, 0.001813])
}

/**
 * Returns the precession from the mean equator and equinox of J2000.0 (EME2000) to those of date (MOD), IAU 1976; `t` in Julian centuries of TT
 * since J2000.0. Source: Lieske and others (1977), with angles ζ, θ, z. Accuracy: 1e-15 against SOFA's pmat76.
 */
export function precession1976(t: number): Mat3 {
  const zeta = arcsecPolynomial(t, [0, 2306.2181, 0.30188, 0.017998])
  const theta = arcsecPolynomial(t, [0, 2004.3109, -0.42665, -0.041833])
  const z = arcsecPolynomial(t, [0, 2306.2181, 1.09468, 0.018203])
  return multiply(rotationZ(-z), multiply(rotationY(theta), rotationZ(-zeta)))
}
