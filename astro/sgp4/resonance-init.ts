import type { DeepSpace, NearEarth } from './model.ts'
import { XKE } from './wgs-72.ts'

// Sources for the numbers of this file: Hoots and Roehrich, Spacetrack Report No. 3 (1980), §10, after R. S. Hujsak, Spacetrack Report No. 1
// (1979); Vallado et al., AIAA 2006-6753, dsinit.

/** Rotation of the Earth, rad/min (θ̇ of the report, rptim of the code). */
export const EARTH_ROTATION = 4.375_269_088_011_3e-3
// Strengths of the tesseral harmonics that an orbit of one or two revolutions a day resonates with: Q_lm = √(C_lm² + S_lm²),
// unnormalised, for degree l and order m. The ROOT numbers of the half-day orbit follow the same convention.
const Q22 = 1.789_167_9e-6
const Q31 = 2.146_074_8e-6
const Q33 = 2.212_301_5e-7
const ROOT22 = 1.789_167_9e-6
const ROOT32 = 3.739_379_2e-7
const ROOT44 = 7.363_695_3e-9
const ROOT52 = 1.142_863_9e-7
const ROOT54 = 2.176_580_3e-9

type Rates = Pick<DeepSpace, 'dedt' | 'didt' | 'dmdt' | 'dnodt' | 'domdt' | 'gsto'>
type Resonance = Pick<
  DeepSpace,
  | 'resonance'
  | 'xlamo'
  | 'xfact'
  | `del${1 | 2 | 3}`
  | `d${'2201' | '2211' | '3210' | '3222' | '4410' | '4422' | '5220' | '5232' | '5421' | '5433'}`
>

/** Most orbits have none. */
const NO_RESONANCE: Resonance = {
  resonance: 0,
  xlamo: 0,
  xfact: 0,
  del1: 0,
  del2: 0,
  del3: 0,
  d2201: 0,
  d2211: 0,
  d3210: 0,
  d3222: 0,
  d4410: 0,
  d4422: 0,
  d5220: 0,
  d5232: 0,
  d5421: 0,
  d5433: 0,
}

/**
 * Returns the resonance of an orbit with the Earth's tesseral harmonics, rad and minutes. An orbit that makes one or two revolutions a day
 * passes over the same meridians again and again, so that the pull of the Earth's uneven equator adds up over months instead of averaging
 * out. The limits of mean motion and eccentricity are those of the theory: 1200 to 1800 min for one revolution a day; 680 to 760 min with e
 * ≥ 0.5 for two (Molniya orbits).
 */
export function initResonance(near: NearEarth, rates: Rates): Resonance {
  const { meanMotion: n, eccentricity: e } = near
  // In rad/min: 2π over 1800 and 1200 min, and 2π over 761 and 680 min.
  if (n > 0.003_490_658_5 && n < 0.005_235_987_7) return synchronous(near, rates)
  if (n >= 8.26e-3 && n <= 9.24e-3 && e >= 0.5) return halfDay(near, rates)
  return NO_RESONANCE
}

/**
 * Returns the resonance of one revolution a day. The resonant angle is λ = M + Ω + ω − θ, the mean longitude over the rotating Earth, and
 *
 *   dn/dt = del1 sin(λ − λ31) + del2 sin 2(λ − λ22) + del3 sin 3(λ − λ33),   dλ/dt = n + xfact,
 *
 * where each coefficient is the product 3 n² a^(−l) F(i) G(e) Q_lm of the harmonics (3,1), (2,2) and (3,3) times its order m: F is Kaula's
 * inclination function, G the eccentricity function as a series in e². `xfact` is the secular rate of λ beyond n.
 */
function synchronous(near: NearEarth, { dmdt, domdt, dnodt, gsto }: Rates): Resonance {
  const { meanMotion: n, eccentricity, sinInclination: sinI, cosInclination: cosI } = near
  const e2 = eccentricity * eccentricity
  // 1/a in earth radii, from Kepler's third law n² a³ = XKE².
  const inverseA = Math.cbrt((n / XKE) ** 2)
  // G_200 and G_300 to e⁴, G_310 to e²; the inclination functions F_220, F_311 and F_330 are exact (Kaula 1966,
  // chapter 3).
  const g200 = 1 + e2 * (-2.5 + 0.8125 * e2)
  const g310 = 1 + 2 * e2
  const g300 = 1 + e2 * (-6 + 6.609_37 * e2)
  const f220 = 0.75 * (1 + cosI) ** 2
  const f311 = 0.9375 * sinI * sinI * (1 + 3 * cosI) - 0.75 * (1 + cosI)
  const f330 = 1.875 * (1 + cosI) ** 3
  const strength = 3 * (n * inverseA) ** 2
  return {
    ...NO_RESONANCE,
    resonance: 1,
    del1: strength * f311 * g310 * Q31 * inverseA,
    del2: 2 * strength * f220 * g200 * Q22,
    del3: 3 * strength * f330 * g300 * Q33 * inverseA,
    // λ at the epoch, and its rate beyond n: the secular motion of M, ω and Ω by the Earth, Sun and Moon, minus n and the rotation of the
    // Earth.
    xlamo: (near.meanAnomaly + near.node + near.argPerigee - gsto) % (2 * Math.PI),
    xfact: near.meanAnomalyDot + near.argPerigeeDot + near.nodeDot + dmdt + domdt + dnodt - (n + EARTH_ROTATION),
  }
}

/**
 * Returns the resonance of two revolutions a day on an eccentric orbit. The resonant angle is λ = M + 2Ω − 2θ, without ω: M alone makes two
 * revolutions a day, as 2(θ − Ω) does. Ten harmonics of degree 2 to 5 contribute; `d` is followed by degree, order and the two indices p and
 * q of Kaula's expansion, and each coefficient is 3 n² a^(−l) F_lmp(i) G_lpq(e) times its ROOT, doubled for order 4.
 */
function halfDay(near: NearEarth, { dmdt, dnodt, gsto }: Rates): Resonance {
  const { meanMotion: n, eccentricity: e, sinInclination: sinI, cosInclination: cosI } = near
  const f = inclinationFunctions(sinI, cosI)
  const g = eccentricityFunctions(e)
  const inverseA = Math.cbrt((n / XKE) ** 2)
  // 3 n² a^(−l) of the degrees l = 2 to 5, with a in earth radii.
  const degree2 = 3 * (n * inverseA) ** 2
  const degree3 = degree2 * inverseA
  const degree4 = degree3 * inverseA
  const degree5 = degree4 * inverseA
  return {
    ...NO_RESONANCE,
    resonance: 2,
    d2201: degree2 * ROOT22 * f.f220 * g.g201,
    d2211: degree2 * ROOT22 * f.f221 * g.g211,
    d3210: degree3 * ROOT32 * f.f321 * g.g310,
    d3222: degree3 * ROOT32 * f.f322 * g.g322,
    d4410: 2 * degree4 * ROOT44 * f.f441 * g.g410,
    d4422: 2 * degree4 * ROOT44 * f.f442 * g.g422,
    d5220: degree5 * ROOT52 * f.f522 * g.g520,
    d5232: degree5 * ROOT52 * f.f523 * g.g532,
    d5421: 2 * degree5 * ROOT54 * f.f542 * g.g521,
    d5433: 2 * degree5 * ROOT54 * f.f543 * g.g533,
    xlamo: (near.meanAnomaly + 2 * near.node - 2 * gsto) % (2 * Math.PI),
    xfact: near.meanAnomalyDot + dmdt + 2 * (near.nodeDot + dnodt - EARTH_ROTATION) - n,
  }
}

/**
 * Returns Kaula's inclination functions F_lmp of the resonant terms, from s = sin i and c = cos i (W. M. Kaula, Theory of Satellite Geodesy,
 * 1966, chapter 3). The rounded factors such as 0.333 333 33 are those of the reference code: element sets are fitted with them, so exact
 * thirds would not be better.
 */
function inclinationFunctions(s: number, c: number) {
  const s2 = s * s
  const c2 = c * c
  const f220 = 0.75 * (1 + 2 * c + c2)
  return {
    f220,
    f221: 1.5 * s2,
    f321: 1.875 * s * (1 - 2 * c - 3 * c2),
    f322: -1.875 * s * (1 + 2 * c - 3 * c2),
    f441: 35 * s2 * f220,
    f442: 39.375 * s2 * s2,
    f522: 9.843_75 * s * (s2 * (1 - 2 * c - 5 * c2) + 0.333_333_33 * (-2 + 4 * c + 6 * c2)),
    f523: s * (4.921_875_12 * s2 * (-2 - 4 * c + 10 * c2) + 6.562_500_12 * (1 + 2 * c - 3 * c2)),
    f542: 29.531_25 * s * (2 - 8 * c + c2 * (-12 + 8 * c + 10 * c2)),
    f543: 29.531_25 * s * (-2 - 8 * c + c2 * (12 + 8 * c - 10 * c2)),
  }
}

/**
 * Returns cubic fits to Kaula's eccentricity functions G_lpq of the resonant terms for e ≥ 0.5, in up to three ranges of e. The true series
 * in e converge too slowly on orbits as eccentric as a Molniya orbit (e = 0.7).
 */
function eccentricityFunctions(e: number) {
  const cubic = (c0: number, c1: number, c2: number, c3: number) => c0 + e * (c1 + e * (c2 + e * c3))
  const isLow = e <= 0.65
  const g533 =
    e < 0.7 ? cubic(-919.2277, 4988.61, -9064.77, 5542.21) : cubic(-37995.78, 161616.52, -229838.2, 109377.94)
  return {
    g201: -0.306 - (e - 0.64) * 0.44,
    g211: isLow ? cubic(3.616, -13.247, 16.29, 0) : cubic(-72.099, 331.819, -508.738, 266.724),
    g310: isLow ? cubic(-19.302, 117.39, -228.419, 156.591) : cubic(-346.844, 1582.851, -2415.925, 1246.113),
    g322: isLow ? cubic(-18.9068, 109.7927, -214.6334, 146.5816) : cubic(-342.585, 1554.908, -2366.899, 1215.972),
    g410: isLow ? cubic(-41.122, 242.694, -471.094, 313.953) : cubic(-1052.797, 4758.686, -7193.992, 3651.957),
    g422: isLow ? cubic(-146.407, 841.88, -1629.014, 1083.435) : cubic(-3581.69, 16178.11, -24462.77, 12422.52),
    g520: isLow
      ? cubic(-532.114, 3017.977, -5740.032, 3708.276)
      : e > 0.715
        ? cubic(-5149.66, 29936.92, -54087.36, 31324.56)
        : cubic(1464.74, -4664.75, 3763.64, 0),
    g533,
    g521:
      e < 0.7
        ? cubic(-822.71072, 4568.6173, -8491.4146, 5337.524)
        : cubic(-51752.104, 218913.95, -309468.16, 146349.42),
    g532: e < 0.7 ? cubic(-853.666, 4690.25, -8624.77, 5341.4) : cubic(-40023.88, 170470.89, -242699.48, 115605.82),
  }
}
