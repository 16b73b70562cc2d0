import { arcsecPolynomial } from './angle.ts'

// l, l', F, D, Ω in arcseconds: IERS Conventions 2010, eq. 5.43, after J. L. Simon and others, Astronomy and Astrophysics 282 (1994) 663. They
// are the mean anomaly of the Moon; the mean anomaly of the Sun; the mean longitude of the Moon minus the longitude of its node; the mean
// elongation of the Moon from the Sun; and the mean longitude of the ascending node of the Moon.
const DELAUNAY = [
  [485_868.249_036, 1_717_915_923.2178, 31.8792, 0.051635, -0.0002447],
  [1_287_104.793_048, 129_596_581.0481, -0.5532, 0.000136, -0.00001149],
  [335_779.526_232, 1_739_527_262.8478, -12.7512, -0.001037, 0.00000417],
  [1_072_260.703_692, 1_602_961_601.209, -6.3706, 0.006593, -0.00003169],
  [450_160.398_036, -6_962_890.5431, 7.4722, 0.007702, -0.00005939],
]

/**
 * Returns l, l', F, D, Ω in rad at `t` Julian centuries of TT since J2000.0; sources above. The arguments of all tides and nutations of the Earth
 * by the Moon and the Sun are integer combinations of these five.
 */
export function delaunayArguments(t: number): number[] {
  return DELAUNAY.map((argument) => arcsecPolynomial(t, argument))
}
