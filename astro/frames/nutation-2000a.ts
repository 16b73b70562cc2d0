import { missing } from '../missing.ts'
import { arcsecPolynomial, polynomial, RAD_PER_ARCSEC } from './angle.ts'
import type { Nutation } from './nutation-1980.ts'
import { LUNI_SOLAR_2000A, PLANETARY_2000A } from './nutation-2000a.data.ts'

const LUNI_SOLAR_TERM = 11
const PLANETARY_TERM = 17
const UNIT_RAD = RAD_PER_ARCSEC / 1e7 // The series is in 0.1 µas.
const TURN = 2 * Math.PI

// l, l', F, D, Ω in arcseconds: IERS Conventions 2003, eq. 5.43, after J. L. Simon and others, Astronomy and Astrophysics 282 (1994) 663. l' and
// D have the digits of the nutation program MHB2000.
const LUNI_SOLAR_ARGUMENTS = [
  [485_868.249_036, 1_717_915_923.2178, 31.8792, 0.051635, -0.0002447],
  [1_287_104.793_05, 129_596_581.0481, -0.5532, 0.000136, -0.00001149],
  [335_779.526_232, 1_739_527_262.8478, -12.7512, -0.001037, 0.00000417],
  [1_072_260.703_69, 1_602_961_601.209, -6.3706, 0.006593, -0.00003169],
  [450_160.398_036, -6_962_890.5431, 7.4722, 0.007702, -0.00005939],
]
// In rad: l, F, D, Ω of MHB2000 (which differ from those above by far less than 0.1 µas), the mean longitudes of Mercury to Uranus (IERS
// Conventions 2003, eq. 5.44) and of Neptune (MHB2000), and the general precession in longitude.
const PLANETARY_ARGUMENTS = [
  [2.35555598, 8328.6914269554],
  [1.627905234, 8433.466158131],
  [5.198466741, 7771.3771468121],
  [2.1824392, -33.757045],
  [4.402608842, 2608.7903141574],
  [3.176146697, 1021.3285546211],
  [1.753470314, 628.3075849991],
  [6.203480913, 334.06124267],
  [0.599546497, 52.9690962641],
  [0.874016757, 21.329910496],
  [5.481293872, 7.4781598567],
  [5.321159, 3.8127774],
  [0, 0.02438175, 0.00000538691],
]

/**
 * Returns the IAU 2000A nutation, all 1,365 terms, adjusted to the IAU 2006 precession; `t` in Julian centuries of TT since J2000.0. Sources: P.
 * M. Mathews, T. A. Herring and B. A. Buffett, Journal of Geophysical Research 107 (2002) B4; P. T. Wallace and N. Capitaine, Astronomy and
 * Astrophysics 459 (2006) 981, eq. 5. Accuracy: 1e-15 rad against SOFA's nut06a. The theory itself has an error of 0.3 mas, which the dX, dY of
 * the Earth orientation parameters correct.
 */
export function nutation2000a(t: number): Nutation {
  const [lunarPsi, lunarEps] = sumLuniSolar(t)
  const [planetPsi, planetEps] = sumPlanetary(t)
  const [dpsi, deps] = [(lunarPsi + planetPsi) * UNIT_RAD, (lunarEps + planetEps) * UNIT_RAD]
  const j2Rate = -2.7774e-6 * t // Wallace and Capitaine (2006), eq. 5.
  return { dpsiRad: dpsi + dpsi * (0.4697e-6 + j2Rate), depsRad: deps + deps * j2Rate }
}

/**
 * Δψ = Σ (S + S′ t) sin Φ + C cos Φ and Δε = Σ (C + C′ t) cos Φ + S sin Φ with Φ = n₁ l + n₂ l′ + n₃ F + n₄ D + n₅ Ω, the five Delaunay arguments
 * of the Sun and the Moon. The terms are added from the smallest to the largest, the 17″ of the node, so that the sum of the small ones is not
 * lost in rounding.
 */
function sumLuniSolar(t: number): [number, number] {
  const [l = 0, lp = 0, f = 0, d = 0, om = 0] = LUNI_SOLAR_ARGUMENTS.map((argument) => arcsecPolynomial(t, argument))
  const table = LUNI_SOLAR_2000A
  const value = (at: number) => table[at] ?? missing()
  let [psi, eps] = [0, 0]
  for (let at = table.length - LUNI_SOLAR_TERM; at >= 0; at -= LUNI_SOLAR_TERM) {
    const angle = value(at) * l + value(at + 1) * lp + value(at + 2) * f + value(at + 3) * d + value(at + 4) * om
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
    psi += (value(at + 5) + value(at + 6) * t) * sine + value(at + 7) * cosine
    eps += (value(at + 8) + value(at + 9) * t) * cosine + value(at + 10) * sine
  }
  return [psi, eps]
}

/** Sums the planetary terms in the same way, with the mean longitudes of the planets and without secular parts. No term exceeds 0.52 mas. */
function sumPlanetary(t: number): [number, number] {
  const args = PLANETARY_ARGUMENTS.map((argument) => polynomial(t, argument) % TURN)
  const table = PLANETARY_2000A
  const value = (at: number) => table[at] ?? missing()
  let [psi, eps] = [0, 0]
  for (let at = table.length - PLANETARY_TERM; at >= 0; at -= PLANETARY_TERM) {
    let angle = 0
    for (let index = 0; index < args.length; index += 1) angle += value(at + index) * (args[index] ?? missing())
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
    psi += value(at + 13) * sine + value(at + 14) * cosine
    eps += value(at + 15) * sine + value(at + 16) * cosine
  }
  return [psi, eps]
}
