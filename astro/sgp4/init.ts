import { toJulianDate } from '../time/julian-date.ts'
import { initDeepSpace } from './deep-space-init.ts'
import type { MeanElements } from './element-set.ts'
import type { NearEarth, Sgp4Model } from './model.ts'
import { EARTH_RADIUS_KM, J2, J3, J4, XKE } from './wgs-72.ts'

const J3_OVER_J2 = J3 / J2
/** Julian date of the origin of days in the theory, 1949-12-31T00:00 (Spacetrack Report No. 3, §10). */
const JD_1950 = 2_433_281.5
/** Period, in minutes, from which the Sun, the Moon and resonances are included (Spacetrack Report No. 3, §1). */
const DEEP_SPACE_PERIOD_MIN = 225
/** Limits of the perigee height in the drag model, km (Spacetrack Report No. 3, §6). */
const SIMPLE_BELOW_KM = 220
const LOW_BELOW_KM = 156
const LOWEST_BELOW_KM = 98
/** Below this eccentricity some drag terms that are divided by it are omitted (AIAA 2006-6753). */
const ALMOST_CIRCULAR = 1e-4
/** Replaces 1 + cos i at 180° (AIAA 2006-6753, "sgp4fix"). */
const ALMOST_RETROGRADE = 1.5e-12

/**
 * Returns the model of mean elements, ready for propagateSgp4. Source: Hoots and Roehrich, Spacetrack Report No. 3 (1980), with the corrections
 * of Vallado, Crawford, Hujsak and Kelso, AIAA 2006-6753, in "improved" mode, WGS-72. Throws RangeError unless 0 ≤ e < 1 and the mean motion is
 * above 0. Whether the orbit has a state is reported by the propagation at each time. The numbers of the model are in earth radii, radians and
 * minutes.
 */
export function initSgp4(elements: MeanElements): Sgp4Model {
  const { epoch, eccentricity, meanMotionRadPerS } = elements
  if (!(eccentricity >= 0 && eccentricity < 1)) throw new RangeError(`eccentricity ${eccentricity} is not in [0, 1)`)
  if (!(meanMotionRadPerS > 0 && meanMotionRadPerS < Infinity)) {
    throw new RangeError(`mean motion ${meanMotionRadPerS} rad/s is not above 0`)
  }
  const near = initNearEarth(elements)
  if (near.meanMotion * DEEP_SPACE_PERIOD_MIN > 2 * Math.PI) return { epoch, near }
  const [day, fraction] = toJulianDate(epoch, 'UTC')
  // One double of the Julian date shifts the phases of the Sun and the Moon by 20 µs, a few millimetres on the highest orbits. The reference code
  // does the same, and so do those who fit element sets with it.
  return { epoch, near, deep: initDeepSpace(near, day + fraction - JD_1950) }
}

/**
 * Returns the near-Earth coefficients of mean elements in earth radii, radians and minutes: Brouwer's mean motion from Kozai's, the secular
 * rates, the coefficients of drag and the functions of the inclination.
 */
function initNearEarth(elements: MeanElements): NearEarth {
  const { eccentricity: e, incRad, raanRad, argPeriapsisRad, meanAnomalyRad, bstar } = elements
  const [sinI, cosI] = [Math.sin(incRad), Math.cos(incRad)]
  const [theta2, con41] = [cosI * cosI, 3 * cosI * cosI - 1]
  const beta2 = 1 - e * e
  const n = brouwerMeanMotion({ kozai: elements.meanMotionRadPerS * 60, beta2, con41 })
  const a = semiMajorAxis(n)
  const perigeeKm = (a * (1 - e) - 1) * EARTH_RADIUS_KM
  const isDeep = n * DEEP_SPACE_PERIOD_MIN <= 2 * Math.PI
  const simple = isDeep || perigeeKm < SIMPLE_BELOW_KM ? 1 : 0
  const drag = dragTerms({ sinI, cosI, theta2, con41, n, a, e, perigeeKm, argPeriapsisRad, bstar })
  const rates = secularRates({ cosI, theta2, con41, n, a, beta2 })
  const powers = dragPolynomials({ cc1: drag.cc1, tsi: drag.tsi, s: drag.s, a, simple })
  const { aycof, xlcof } = longPeriodTerms(sinI, cosI)
  // Every field is listed by name, because copying other records takes several times as long.
  return {
    meanMotion: n,
    semiMajorAxis: a,
    eccentricity: e,
    inclination: incRad,
    node: raanRad,
    argPerigee: argPeriapsisRad,
    meanAnomaly: meanAnomalyRad,
    meanAnomalyDot: rates.meanAnomalyDot,
    argPerigeeDot: rates.argPerigeeDot,
    nodeDot: rates.nodeDot,
    // Ω gains −(21/2) (n k2 cos i/(a² β²)) C1 t² as drag shrinks the orbit, with k2 = J2/2 (Spacetrack Report No. 3,
    // §6): 7/2 β² C1 times the rate that J2 alone gives the node.
    nodecf: 3.5 * beta2 * rates.nodeDotJ2 * drag.cc1,
    cc1: drag.cc1,
    bstarCc4: drag.bstarCc4,
    bstarCc5: drag.bstarCc5,
    d2: powers.d2,
    d3: powers.d3,
    d4: powers.d4,
    t2cof: powers.t2cof,
    t3cof: powers.t3cof,
    t4cof: powers.t4cof,
    t5cof: powers.t5cof,
    omgcof: drag.omgcof,
    xmcof: drag.xmcof,
    eta: drag.eta,
    delmo: (1 + drag.eta * Math.cos(meanAnomalyRad)) ** 3,
    sinmao: Math.sin(meanAnomalyRad),
    simple,
    sinInclination: sinI,
    cosInclination: cosI,
    aycof,
    xlcof,
    con41,
    x1mth2: 1 - theta2,
    x7thm1: 7 * theta2 - 1,
  }
}

/** Returns the semi-major axis in earth radii for a mean motion in rad/min, by Kepler's third law, a = (XKE/n)^(2/3). */
export function semiMajorAxis(meanMotion: number): number {
  return Math.cbrt((XKE / meanMotion) ** 2)
}

/**
 * Returns the coefficients of the long-period terms of J3 for one inclination: Δ(e sin ω) = aycof/p and Δ(mean longitude) = xlcof·e cos ω/p.
 * xlcof divides by 1 + cos i, which is 0 at 180° and is replaced there by a small constant.
 */
export function longPeriodTerms(sinI: number, cosI: number): { readonly aycof: number; readonly xlcof: number } {
  const divisor = Math.abs(cosI + 1) > ALMOST_RETROGRADE ? 1 + cosI : ALMOST_RETROGRADE
  return { aycof: -0.5 * J3_OVER_J2 * sinI, xlcof: (-0.25 * J3_OVER_J2 * sinI * (3 + 5 * cosI)) / divisor }
}

/**
 * Returns the mean motion without the J2 part that Kozai includes, rad/min (Spacetrack Report No. 3, §6). To first order n_Kozai = n (1 + δ) with
 * δ = ¾ J2 (3 cos² i − 1) / (a² (1 − e²)^1.5); a is first improved by the series a0 = a1 (1 − δ/3 − δ² − 134 δ³/81).
 */
function brouwerMeanMotion({ kozai, beta2, con41 }: { kozai: number; beta2: number; con41: number }): number {
  const a1 = semiMajorAxis(kozai)
  const factor = (0.75 * J2 * con41) / (Math.sqrt(beta2) * beta2)
  const delta1 = factor / (a1 * a1)
  const a0 = a1 * (1 - delta1 * delta1 - delta1 * (1 / 3 + (134 * delta1 * delta1) / 81))
  return kozai / (1 + factor / (a0 * a0))
}

interface Inclination {
  readonly cosI: number
  readonly theta2: number
  readonly con41: number
}

/**
 * Returns the secular rates of Brouwer's theory, rad/min, with terms of J2 (`first`), J2² (`second`) and J4 (`fourth`). To first order dω/dt = ¾
 * J2 n (5 cos² i − 1)/p² and dΩ/dt = −(3/2) J2 n cos i/p², where p = a(1 − e²) in earth radii.
 */
function secularRates(orbit: Inclination & { readonly n: number; readonly a: number; readonly beta2: number }) {
  const { cosI, theta2, con41, n, a, beta2 } = orbit
  const theta4 = theta2 * theta2
  const beta = Math.sqrt(beta2)
  // 1.5 J2 n/p², ¾ J2² n/p⁴ and −(15/32) J4 n/p⁴.
  const parameter2 = (a * beta2) ** 2
  const first = (1.5 * J2 * n) / parameter2
  const second = (0.5 * first * J2) / parameter2
  const fourth = (-0.46875 * J4 * n) / (parameter2 * parameter2)
  const nodeDotJ2 = -first * cosI
  return {
    nodeDotJ2,
    meanAnomalyDot: n + 0.5 * first * beta * con41 + 0.0625 * second * beta * (13 - 78 * theta2 + 137 * theta4),
    argPerigeeDot:
      -0.5 * first * (1 - 5 * theta2) +
      0.0625 * second * (7 - 114 * theta2 + 395 * theta4) +
      fourth * (3 - 36 * theta2 + 49 * theta4),
    nodeDot: nodeDotJ2 + (0.5 * second * (4 - 19 * theta2) + 2 * fourth * (3 - 7 * theta2)) * cosI,
  }
}

interface DragInput extends Inclination {
  readonly sinI: number
  readonly n: number
  readonly a: number
  readonly e: number
  readonly perigeeKm: number
  readonly argPeriapsisRad: number
  readonly bstar: number
}

/**
 * Returns the drag terms C1 = B* C2, B* C3, B* C4 and B* C5 (Spacetrack Report No. 3, §6). The density is a power law, ρ = ρ0 ((q0 − s)/(r − s))⁴
 * with q0 = 120 km and s = 78 km above the ground; for perigees below 156 km s is lower, so that r − s stays positive. The factor (q0 − s)⁴/(a −
 * s)⁴ is `coef`; η = a e/(a − s) says how much denser the air is at perigee than at the mean distance.
 */
function dragTerms({ sinI, theta2, con41, n, a, e, perigeeKm, argPeriapsisRad, bstar }: DragInput) {
  // s is 78 km above the ground. For perigees from 98 to 156 km it is the perigee minus 78 km, and below them 20 km.
  const heightKm = perigeeKm < LOWEST_BELOW_KM ? 20 : perigeeKm < LOW_BELOW_KM ? perigeeKm - 78 : 78
  const s = heightKm / EARTH_RADIUS_KM + 1
  const tsi = 1 / (a - s)
  const eta = a * e * tsi
  const eta2 = eta * eta
  const eeta = e * eta
  // 1 − η² is negative where the perigee lies below s; its absolute value keeps the power real.
  const psi2 = Math.abs(1 - eta2)
  const coef = (((120 - heightKm) / EARTH_RADIUS_KM) * tsi) ** 4
  const coef1 = coef / psi2 ** 3.5
  const isRound = e <= ALMOST_CIRCULAR
  const j2Psi = (J2 * tsi) / psi2
  // C2 gives the decrease of the semi-major axis, C4 and C5 that of the eccentricity; C3, through J3, shifts the perigee.
  const cc2 =
    coef1 * n * (a * (1 + 1.5 * eta2 + eeta * (4 + eta2)) + 0.375 * j2Psi * con41 * (8 + 3 * eta2 * (8 + eta2)))
  const cc3 = isRound ? 0 : (-2 * coef * tsi * J3_OVER_J2 * n * sinI) / e
  const cc4Zonal =
    -3 * con41 * (1 - 2 * eeta + eta2 * (1.5 - 0.5 * eeta)) +
    0.75 * (1 - theta2) * (2 * eta2 - eeta * (1 + eta2)) * Math.cos(2 * argPeriapsisRad)
  const beta2 = 1 - e * e
  const cc4 = 2 * n * coef1 * a * beta2 * (eta * (2 + 0.5 * eta2) + e * (0.5 + 2 * eta2) - (j2Psi / a) * cc4Zonal)
  return {
    s,
    tsi,
    eta,
    cc1: bstar * cc2,
    bstarCc4: bstar * cc4,
    bstarCc5: bstar * 2 * coef1 * a * beta2 * (1 + 2.75 * (eta2 + eeta) + eeta * eta2),
    omgcof: bstar * cc3 * Math.cos(argPeriapsisRad),
    // −⅔ (q0 − s)⁴ ξ⁴ B*/(e η) with ξ = 1/(a − s): like C3 it divides by e.
    xmcof: isRound ? 0 : ((-2 / 3) * coef * bstar) / eeta,
  }
}

/**
 * Returns the coefficients of t² to t⁴ for the semi-major axis, and of t² to t⁵ for the mean longitude. The semi-major axis is a = a0 (1 − C1 t −
 * D2 t² − D3 t³ − D4 t⁴)²; the mean longitude is the integral of the corresponding mean motion. Orbits with a perigee below 220 km, and those in
 * deep space, keep only the terms up to C1 (`simple`).
 */
function dragPolynomials({ cc1, tsi, s, a, simple }: Record<'cc1' | 'tsi' | 's' | 'a' | 'simple', number>) {
  const t2cof = 1.5 * cc1
  if (simple === 1) return { d2: 0, d3: 0, d4: 0, t2cof, t3cof: 0, t4cof: 0, t5cof: 0 }
  const c2 = cc1 * cc1
  // With ξ = 1/(a − s): D2 = 4 a ξ C1², D3 = (4/3) a ξ² (17 a + s) C1³ and D4 = (2/3) a² ξ³ (221 a + 31 s) C1⁴
  // (Spacetrack Report No. 3, §6).
  const d2 = 4 * a * tsi * c2
  const step = (d2 * tsi * cc1) / 3
  const d3 = (17 * a + s) * step
  const d4 = 0.5 * step * a * tsi * (221 * a + 31 * s) * cc1
  return {
    d2,
    d3,
    d4,
    t2cof,
    t3cof: d2 + 2 * c2,
    t4cof: 0.25 * (3 * d3 + cc1 * (12 * d2 + 10 * c2)),
    t5cof: 0.2 * (3 * d4 + 12 * cc1 * d3 + 6 * d2 * d2 + 15 * c2 * (2 * d2 + c2)),
  }
}
