import { expect, test } from 'vitest'
import { EGM2008_FIELD } from '../dynamics/gravity.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad } from '../units.ts'
import { initSgp4 } from './init.ts'
import type { DeepSpace, NearEarth } from './model.ts'
import { EARTH_ROTATION, initResonance } from './resonance-init.ts'
import { XKE } from './wgs-72.ts'

/**
 * The difference between the harmonics of 1980 and those of today, and cubic fits to the eccentricity functions, one of which has
 * an error of 9 %.
 */
const HARMONICS_AND_FITS = 0.1
/** Sums of numbers up to 10, of which one is changed by a thousandth. */
const WEIGHT_DIGITS = 9
/** The stellar day is printed to 1e-4 s. */
const STELLAR_RELATIVE = 2e-9

const DAY_MIN = 1440
/** A rotation of the Earth relative to the stars (IERS, useful constants). */
const STELLAR_DAY_MIN = 86_164.0989 / 60
const NO_RATES = { dedt: 0, didt: 0, dmdt: 0, dnodt: 0, domdt: 0, gsto: 0 }

function nearOf(periodMin: number, e: number, incDeg: number): NearEarth {
  return initSgp4({
    epoch: parseTime('2026-03-20T00:00:00'),
    meanMotionRadPerS: (2 * Math.PI) / (periodMin * 60),
    eccentricity: e,
    incRad: degToRad(incDeg),
    raanRad: 1,
    argPeriapsisRad: 2,
    meanAnomalyRad: 3,
    bstar: 0,
  }).near
}

const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1))
const choose = (n: number, k: number) => (k < 0 || k > n ? 0 : factorial(n) / (factorial(k) * factorial(n - k)))

/** Kaula's inclination function F_lmp, by its general sum (Theory of Satellite Geodesy, 1966, eq. 3.62). */
function inclinationFunction(l: number, m: number, p: number, i: number): number {
  const k = Math.floor((l - m) / 2)
  let sum = 0
  for (let t = 0; t <= Math.min(p, k); t += 1) {
    const outer =
      (factorial(2 * l - 2 * t) / (factorial(t) * factorial(l - t) * factorial(l - m - 2 * t) * 2 ** (2 * l - 2 * t))) *
      Math.sin(i) ** (l - m - 2 * t)
    for (let s = 0; s <= m; s += 1)
      for (let c = 0; c <= p - t; c += 1)
        sum +=
          outer *
          choose(m, s) *
          Math.cos(i) ** s *
          choose(l - m - 2 * t + s, c) *
          choose(m - s, p - t - c) *
          (-1) ** (c - k)
  }
  return sum
}

/** Kaula's eccentricity function G_lpq as Hansen's coefficient: the mean of (a/r)^(l+1) cos((l − 2p) f − (l − 2p + q) M). */
function eccentricityFunction(l: number, p: number, q: number, e: number): number {
  const points = 4096
  let sum = 0
  for (let n = 0; n < points; n += 1) {
    const anomaly = (2 * Math.PI * n) / points
    const radius = 1 - e * Math.cos(anomaly)
    const mean = anomaly - e * Math.sin(anomaly)
    const f = 2 * Math.atan2(Math.sqrt(1 + e) * Math.sin(anomaly / 2), Math.sqrt(1 - e) * Math.cos(anomaly / 2))
    // dM = (r/a) dE.
    sum += (radius ** -l * Math.cos((l - 2 * p) * f - (l - 2 * p + q) * mean)) / points
  }
  return sum
}

/** √(C² + S²) of EGM2008, unnormalised. */
function harmonic(l: number, m: number): number {
  // Degree n has n + 1 pairs, from degree 2 on: (l + 1) l / 2 − 3 pairs come before degree l.
  const at = 2 * ((l * (l + 1)) / 2 - 3 + m)
  const size = Math.hypot(EGM2008_FIELD.coefficients[at]!, EGM2008_FIELD.coefficients[at + 1]!)
  return size * Math.sqrt((2 * (2 * l + 1) * factorial(l - m)) / factorial(l + m))
}

/**
 * The pull of a resonant harmonic, rad/min²: Lagrange's equation dn/dt = −(3/a²) ∂R/∂λ with Kaula's R = n² a² (R/a)^l J F G cos ψ
 * gives 3 n² a^(−l) (l − 2p + q) J F G, because ψ contains M multiplied by l − 2p + q.
 */
function pull(name: string, { meanMotion: n, eccentricity: e, inclination: i }: NearEarth): number {
  const [l, m, p, q] = [...name].map(Number) as [number, number, number, number]
  const a = Math.cbrt((XKE / n) ** 2)
  const turns = l - 2 * p + q
  return (
    (3 * n * n * turns * harmonic(l, m) * inclinationFunction(l, m, p, i) * eccentricityFunction(l, p, q, e)) / a ** l
  )
}

test.each([
  [0, 1],
  [1e-3, 30],
  [0.2, 63.4],
])('the three pulls of one revolution a day are Kaula’s: e = %d, i = %d°', (e, incDeg) => {
  const near = nearOf(1436, e, incDeg)
  const { resonance, del1, del2, del3 } = initResonance(near, NO_RATES)
  expect(resonance).toBe(1)
  for (const [found, name] of [
    [del1, '3110'],
    [del2, '2200'],
    [del3, '3300'],
  ] as const)
    expect(Math.abs(found / pull(name, near) - 1), name).toBeLessThan(HARMONICS_AND_FITS)
})

test.each([
  [0.52, 63.4],
  [0.6, 30],
  [0.64, 10],
  [0.67, 63.4],
  [0.69, 50],
  [0.71, 116.6],
  [0.73, 63.4],
])('the ten pulls of two revolutions a day are Kaula’s: e = %d, i = %d°', (e, incDeg) => {
  const near = nearOf(718, e, incDeg)
  const found = initResonance(near, NO_RATES)
  expect(found.resonance).toBe(2)
  for (const name of ['2211', '3210', '3222', '4410', '4422', '5220', '5232', '5421', '5433'] as const)
    expect(Math.abs(found[`d${name}`] / pull(name, near) - 1), name).toBeLessThan(HARMONICS_AND_FITS)
  // Its q is −1, which the name does not show.
  const { meanMotion: n, inclination } = near
  const g = eccentricityFunction(2, 0, -1, e)
  const expected =
    3 * n * n * Math.cbrt((n / XKE) ** 2) ** 2 * harmonic(2, 2) * inclinationFunction(2, 2, 0, inclination) * g
  expect(Math.abs(found.d2201 / expected - 1), '2201').toBeLessThan(HARMONICS_AND_FITS)
})

test('a resonance requires a period of 1200 to 1800 minutes, or of 680 to 760 minutes with e of 0.5 or more', () => {
  const kindOf = (meanMotion: number, eccentricity: number) =>
    initResonance({ ...nearOf(1436, 0.1, 50), meanMotion, eccentricity }, NO_RATES).resonance
  const motion = (periodMin: number) => (2 * Math.PI) / periodMin
  expect([1199, 1201, 1436, 1799, 1801].map((period) => kindOf(motion(period), 0.7))).toEqual([0, 1, 1, 1, 0])
  expect([679, 681, 718, 760, 761].map((period) => kindOf(motion(period), 0.7))).toEqual([0, 2, 2, 2, 0])
  expect([0, 0.499, 0.5, 0.9].map((e) => kindOf(motion(718), e))).toEqual([0, 0, 2, 2])
})

type Rates = Pick<DeepSpace, 'dmdt' | 'dnodt' | 'domdt' | 'gsto'>

/** Returns how much an angle or a rate of the resonance grows with each of its inputs. */
function weights(periodMin: number, of: 'xlamo' | 'xfact') {
  const near = { ...nearOf(periodMin, 0.7, 63.4), meanAnomaly: 0.1, node: 0.2, argPerigee: 0.3 }
  const rates = { ...NO_RATES, gsto: 0.05 }
  const base = initResonance(near, rates)[of]
  const grow = 1e-3
  const byNear = (name: keyof NearEarth) =>
    (initResonance({ ...near, [name]: near[name] + grow }, rates)[of] - base) / grow
  const byRate = (name: keyof Rates) =>
    (initResonance(near, { ...rates, [name]: rates[name] + grow })[of] - base) / grow
  return { byNear, byRate }
}

test.each([
  ['M + Ω + ω − θ', DAY_MIN, { node: 1, perigee: 1, turn: -1 }],
  ['M + 2Ω − 2θ', DAY_MIN / 2, { node: 2, perigee: 0, turn: -2 }],
] as const)('the resonant angle is %s', (_name, periodMin, { node, perigee, turn }) => {
  const { byNear, byRate } = weights(periodMin, 'xlamo')
  expect(byNear('meanAnomaly')).toBeCloseTo(1, WEIGHT_DIGITS)
  expect(byNear('node')).toBeCloseTo(node, WEIGHT_DIGITS)
  expect(byNear('argPerigee')).toBeCloseTo(perigee, WEIGHT_DIGITS)
  expect(byRate('gsto')).toBeCloseTo(turn, WEIGHT_DIGITS)
  const rate = weights(periodMin, 'xfact')
  // The angle of the Earth, and the angles of the Sun and the Moon.
  for (const [byEarth, byBodies, weight] of [
    ['meanAnomalyDot', 'dmdt', 1],
    ['nodeDot', 'dnodt', node],
    ['argPerigeeDot', 'domdt', perigee],
  ] as const) {
    expect(rate.byNear(byEarth)).toBeCloseTo(weight, WEIGHT_DIGITS)
    expect(rate.byRate(byBodies)).toBeCloseTo(weight, WEIGHT_DIGITS)
  }
})

test('an undisturbed orbit of a stellar day, or of half of one, stays over its meridian', () => {
  expect(Math.abs((EARTH_ROTATION * STELLAR_DAY_MIN) / (2 * Math.PI) - 1)).toBeLessThan(STELLAR_RELATIVE)
  for (const turns of [1, 2]) {
    const meanMotion = turns * EARTH_ROTATION
    const near = {
      ...nearOf(DAY_MIN / turns, 0.7, 63.4),
      meanMotion,
      meanAnomalyDot: meanMotion,
      nodeDot: 0,
      argPerigeeDot: 0,
    }
    const { xfact } = initResonance(near, NO_RATES)
    expect(Math.abs(meanMotion + xfact) / EARTH_ROTATION).toBeLessThan(STELLAR_RELATIVE)
  }
})
