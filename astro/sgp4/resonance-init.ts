import type { DeepSpace, NearEarth } from './model.ts'
import { XKE } from './wgs-72.ts'

// Numbers of this file: Hujsak, Spacetrack Report No. 3, §10 and Vallado et al., AIAA 2006-6753, dsinit.

/** Rotation of the Earth, rad/min. */
export const EARTH_ROTATION = 4.375_269_088_011_3e-3
/** Harmonics of the gravity field that one and two revolutions a day resonate with. */
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

/** What of the turning Earth's field a day-long or half-day-long orbit feels again and again, in rad and minutes. */
export function initResonance(near: NearEarth, rates: Rates): Resonance {
  const { meanMotion: n, eccentricity: e } = near
  if (n > 0.003_490_658_5 && n < 0.005_235_987_7) return synchronous(near, rates)
  if (n >= 8.26e-3 && n <= 9.24e-3 && e >= 0.5) return halfDay(near, rates)
  return NO_RESONANCE
}

function synchronous(near: NearEarth, { dmdt, domdt, dnodt, gsto }: Rates): Resonance {
  const { meanMotion: n, eccentricity, sinInclination: sinI, cosInclination: cosI } = near
  const e2 = eccentricity * eccentricity
  const inverseA = Math.cbrt((n / XKE) ** 2)
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
    xlamo: (near.meanAnomaly + near.node + near.argPerigee - gsto) % (2 * Math.PI),
    xfact: near.meanAnomalyDot + near.argPerigeeDot + near.nodeDot + dmdt + domdt + dnodt - (n + EARTH_ROTATION),
  }
}

function halfDay(near: NearEarth, { dmdt, dnodt, gsto }: Rates): Resonance {
  const { meanMotion: n, eccentricity: e, sinInclination: sinI, cosInclination: cosI } = near
  const f = inclinationFunctions(sinI, cosI)
  const g = eccentricityFunctions(e)
  const inverseA = Math.cbrt((n / XKE) ** 2)
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

/** Kaula's F of the resonant terms. */
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

/** Fits to Kaula's G of the resonant terms, for 0.5 ≤ e. */
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
