import { arcsecPolynomial, polynomial, RAD_PER_ARCSEC } from './angle.ts'
import { CIO_LOCATOR } from './cio-locator.data.ts'

const TERM = 11
// Powers of the century, arcseconds: IERS Conventions 2010, table 5.2d.
const POLYNOMIAL = [0.000094, 0.00380865, -0.00012268, -0.07257411, 0.00002798, 0.00001562]
// l, l', F, D, Ω in arcseconds, and the mean longitudes of Venus and Earth and the precession in rad: IERS Conventions
// 2010, eqs. 5.43 and 5.44.
const DELAUNAY = [
  [485_868.249_036, 1_717_915_923.2178, 31.8792, 0.051635, -0.0002447],
  [1_287_104.793_048, 129_596_581.0481, -0.5532, 0.000136, -0.00001149],
  [335_779.526_232, 1_739_527_262.8478, -12.7512, -0.001037, 0.00000417],
  [1_072_260.703_692, 1_602_961_601.209, -6.3706, 0.006593, -0.00003169],
  [450_160.398_036, -6_962_890.5431, 7.4722, 0.007702, -0.00005939],
]
const PLANETARY = [
  [3.176146697, 1021.3285546211],
  [1.753470314, 628.3075849991],
  [0, 0.02438175, 0.00000538691],
]

/**
 * s + XY/2 of IAU 2006/2000A in rad, 66 terms; `t` in Julian centuries of TT since J2000.0. Source: N. Capitaine, P. T.
 * Wallace and J. Chapront, Astronomy and Astrophysics 412 (2003) 567; IERS Conventions 2010, table 5.2d. Reached:
 * SOFA's s06 to 1e-18 rad.
 */
export function cioLocatorSum(t: number): number {
  const args = [
    ...DELAUNAY.map((argument) => arcsecPolynomial(t, argument)),
    ...PLANETARY.map((argument) => polynomial(t, argument)),
  ]
  const sums = [...POLYNOMIAL]
  for (let at = CIO_LOCATOR.length - TERM; at >= 0; at -= TERM) {
    const [power = 0, ...row] = CIO_LOCATOR.slice(at, at + TERM)
    const angle = args.reduce((sum, argument, index) => sum + argument * (row[index] ?? 0), 0)
    sums[power] = (sums[power] ?? 0) + (row[8] ?? 0) * Math.sin(angle) + (row[9] ?? 0) * Math.cos(angle)
  }
  return polynomial(t, sums) * RAD_PER_ARCSEC
}
