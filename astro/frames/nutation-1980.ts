import { type Mat3, multiply } from '../mat3.ts'
import { missing } from '../missing.ts'
import { polynomial, RAD_PER_ARCSEC } from './angle.ts'
import { NUTATION_1980 } from './nutation-1980.data.ts'
import { rotationX, rotationZ } from './rotation.ts'

/** Nutation in longitude and in obliquity, rad. */
export interface Nutation {
  readonly dpsiRad: number
  readonly depsRad: number
}

const TERM_LENGTH = 9
const UNIT_RAD = RAD_PER_ARCSEC / 1e4 // The series is in 0.1 mas.
// Delaunay's arguments l, l', F, D, Ω as whole turns per century, then as arcseconds with powers of the century. Source: 1980 IAU Theory of
// Nutation, P. K. Seidelmann, Celestial Mechanics 27 (1982) 79, table 2.
const ARGUMENTS: readonly (readonly [number, readonly number[]])[] = [
  [1325, [485_866.733, 715_922.633, 31.31, 0.064]],
  [99, [1_287_099.804, 1_292_581.224, -0.577, -0.012]],
  [1342, [335_778.877, 295_263.137, -13.257, 0.011]],
  [1236, [1_072_261.307, 1_105_601.328, -6.891, 0.019]],
  [-5, [450_160.28, -482_890.539, 7.455, 0.008]],
]

/**
 * Returns the IAU 1980 nutation, 106 terms; `t` in Julian centuries of TT since J2000.0. Source: P. K. Seidelmann, Celestial Mechanics 27 (1982)
 * 79. Accuracy: 1e-18 rad against SOFA's nut80. The theory itself is in error by 0.1″ today.
 */
export function nutation1980(t: number): Nutation {
  const [l = 0, lp = 0, f = 0, d = 0, om = 0] = ARGUMENTS.map((argument) => delaunay(argument, t))
  const table = NUTATION_1980
  const value = (at: number) => table[at] ?? missing()
  let [dpsi, deps] = [0, 0]
  for (let at = table.length - TERM_LENGTH; at >= 0; at -= TERM_LENGTH) {
    const angle = value(at) * l + value(at + 1) * lp + value(at + 2) * f + value(at + 3) * d + value(at + 4) * om
    dpsi += (value(at + 5) + value(at + 6) * t) * Math.sin(angle)
    deps += (value(at + 7) + value(at + 8) * t) * Math.cos(angle)
  }
  return { dpsiRad: dpsi * UNIT_RAD, depsRad: deps * UNIT_RAD }
}

/** Returns the longitude of the Moon's mean node, Ω of the 1980 theory, rad; `t` in Julian centuries of TT since J2000.0. */
export function moonNode1980(t: number): number {
  return delaunay(ARGUMENTS[4] ?? [0, []], t)
}

function delaunay([turns, arcsec]: readonly [number, readonly number[]], t: number): number {
  return ((turns * t) % 1) * 2 * Math.PI + polynomial(t, arcsec) * RAD_PER_ARCSEC
}

/**
 * Returns the nutation from the mean equator and equinox of date (MOD) to the true ones (TOD), for the mean obliquity and the nutation in rad.
 * Exact. N = R₁(−ε − Δε) R₃(−Δψ) R₁(ε): from the equator to the mean ecliptic, along it by the nutation in longitude, and back to the equator by
 * the true obliquity.
 */
export function nutationMatrix(obliquityRad: number, { dpsiRad, depsRad }: Nutation): Mat3 {
  return multiply(rotationX(-(obliquityRad + depsRad)), multiply(rotationZ(-dpsiRad), rotationX(obliquityRad)))
}
