import { type Mat3, multiply } from '../mat3.ts'
import { arcsecPolynomial, RAD_PER_ARCSEC } from './angle.ts'
import type { Nutation } from './nutation-1980.ts'
import { meanObliquity1980 } from './precession-1976.ts'
import { rotationX, rotationY, rotationZ } from './rotation.ts'

/**
 * Returns the mean obliquity of the ecliptic of date, rad, IAU 2006; `t` in Julian centuries of TT since J2000.0. Source: N. Capitaine, P. T.
 * Wallace and J. Chapront, Astronomy and Astrophysics 412 (2003) 567. Accuracy: 1e-16 rad against SOFA's obl06.
 */
export function meanObliquity2006(t: number): number {
  return arcsecPolynomial(t, [84_381.406, -46.836769, -0.0001831, 0.0020034, -0.000000576, -0.0000000434])
}

/**
 * Returns bias, precession and nutation of IAU 2006, from GCRF to the true equator and equinox of date (to the mean ones without `nutation`); `t`
 * in Julian centuries of TT since J2000.0. Source: the four angles of Fukushima and Williams in J. Hilton and others, Celestial Mechanics 94
 * (2006) 351, table 1. Accuracy: 1e-15 against SOFA's pnm06a.
 */
export function precessionNutation2006(t: number, nutation: Nutation = { dpsiRad: 0, depsRad: 0 }): Mat3 {
  const gamma = arcsecPolynomial(t, [-0.052928, 10.556378, 0.4932044, -0.00031238, -0.000002788, 0.000000026])
  const phi = arcsecPolynomial(t, [84_381.412819, -46.811016, 0.0511268, 0.00053289, -0.00000044, -0.0000000176])
  const psi = arcsecPolynomial(t, [-0.041775, 5038.481484, 1.5584175, -0.00018522, -0.000026452, -0.0000000148])
  const obliquity = meanObliquity2006(t)
  const toEcliptic = multiply(rotationX(phi), rotationZ(gamma))
  return multiply(
    rotationX(-(obliquity + nutation.depsRad)),
    multiply(rotationZ(-(psi + nutation.dpsiRad)), toEcliptic),
  )
}

// IAU 2000 frame bias, the offsets of the J2000.0 mean pole and equinox in GCRF, arcseconds. Sources: IERS Conventions 2010, eqs. 5.20 and 5.21;
// for the equinox J. Chapront and others, Astronomy and Astrophysics 387 (2002) 700.
const BIAS_ARCSEC = { dpsi: -0.041775, deps: -0.0068192, rightAscension: -0.0146 }

/**
 * The frame bias, the rotation from GCRF to the mean equator and equinox of J2000.0 (EME2000), 23 mas. Source: IERS Conventions 2010, §5.4.4,
 * R₁(−δε) R₂(δψ sin ε₀) R₃(δα₀). Accuracy: agrees with the constant quaternion of Orekit to its digits.
 */
export const FRAME_BIAS: Mat3 = makeFrameBias()

function makeFrameBias(): Mat3 {
  const { dpsi, deps, rightAscension } = BIAS_ARCSEC
  const obliquity = meanObliquity1980(0)
  const tilt = rotationY(dpsi * Math.sin(obliquity) * RAD_PER_ARCSEC)
  return multiply(rotationX(-deps * RAD_PER_ARCSEC), multiply(tilt, rotationZ(rightAscension * RAD_PER_ARCSEC)))
}
