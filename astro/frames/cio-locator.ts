import { missing } from '../missing.ts'
import { polynomial, RAD_PER_ARCSEC } from './angle.ts'
import { CIO_LOCATOR } from './cio-locator.data.ts'
import { delaunayArguments } from './delaunay.ts'

const TERM_LENGTH = 11
// Powers of the century, arcseconds: IERS Conventions 2010, table 5.2d.
const POLYNOMIAL = [0.000094, 0.00380865, -0.00012268, -0.07257411, 0.00002798, 0.00001562]
// The mean longitudes of Venus and Earth and the precession in rad: IERS Conventions 2010, eq. 5.44.
const PLANETARY = [
  [3.176146697, 1021.3285546211],
  [1.753470314, 628.3075849991],
  [0, 0.02438175, 0.00000538691],
]

/**
 * Returns s + XY/2 of IAU 2006/2000A in rad, 66 terms; `t` in Julian centuries of TT since J2000.0. Source: N. Capitaine, P. T. Wallace and J.
 * Chapront, Astronomy and Astrophysics 412 (2003) 567; IERS Conventions 2010, table 5.2d. Accuracy: 1e-18 rad against SOFA's s06. s is the place,
 * on the equator of the moving pole, of the origin of the Earth rotation angle. It is chosen so that this origin does not move along the equator.
 * The sum s + XY/2 is developed instead of s, as it has far fewer terms.
 */
export function cioLocatorSum(t: number): number {
  const args = [...delaunayArguments(t), ...PLANETARY.map((argument) => polynomial(t, argument))]
  const sums = [...POLYNOMIAL]
  // Summed from the last and smallest term to the first, which keeps the digits of the sum.
  for (let at = CIO_LOCATOR.length - TERM_LENGTH; at >= 0; at -= TERM_LENGTH) {
    const [power = 0, ...row] = CIO_LOCATOR.slice(at, at + TERM_LENGTH)
    const angle = args.reduce((sum, argument, index) => sum + argument * (row[index] ?? missing()), 0)
    sums[power] =
      (sums[power] ?? missing()) + (row[8] ?? missing()) * Math.sin(angle) + (row[9] ?? missing()) * Math.cos(angle)
  }
  return polynomial(t, sums) * RAD_PER_ARCSEC
}
