import { expect, test } from 'vitest'
import { integrate } from '../dynamics/integrate.ts'
import { parseTime } from '../time/parse-time.ts'
import { degToRad, radToDeg } from '../units.ts'
import type { MeanElements } from './element-set.ts'
import { initSgp4, longPeriodTerms, semiMajorAxis } from './init.ts'
import type { NearEarth } from './model.ts'
import { EARTH_RADIUS_KM, J2, XKE } from './wgs-72.ts'

/** Terms of J2², beyond the first order: a thousandth of the rate. */
const FIRST_ORDER = 3e-3
/** Published inclinations of sun-synchronous orbits are of first order and rounded to 0.1°. */
const PUBLISHED_INCLINATION_DEG = 0.1
/** The fraction of the drag coefficients that is due to J2. */
const DRAG_J2 = 3e-3
/** The synchronous radius is printed to 0.1 km, Schuler's period to 0.1 s. */
const PRINTED_DIGITS = 1
/** Powers, quotients and cosines of the order of 1: 5e-15. */
const ROUNDING_DIGITS = 14
/** Rates whose parts cancel lose one digit: 5e-14. */
const RATE_DIGITS = 13
/** The cosine of a right angle is 6e-17 in doubles, and the node of this orbit rotates by at most 8e-5 rad/min. */
const NODE_AT_REST_RADPMIN = 1e-20
/** At this fraction of the time of the first term, each coefficient adds 0.03 of what the previous one adds. */
const [SHARE_OF_TIME, FIFTH_POWER] = [2e-4, 0.05]
/** Half a unit of the last digit of 0.001 173. */
const FROZEN_DIGITS = 6
/** Digits of an angle of 63° from its cosine. */
const INCLINATION_DEG_DIGITS = 12

const EPOCH = parseTime('2026-03-20T00:00:00')
const MINUTES_PER_YEAR = 365.2422 * 1440
const ALTITUDE_120_KM = 120

const elements = (more: Partial<MeanElements> & { readonly heightKm?: number } = {}): MeanElements => {
  const { heightKm = 800, ...rest } = more
  const a = 1 + heightKm / EARTH_RADIUS_KM
  return {
    epoch: EPOCH,
    meanMotionRadPerS: XKE / a ** 1.5 / 60,
    eccentricity: 0,
    incRad: 1,
    raanRad: 0.5,
    argPeriapsisRad: 0.7,
    meanAnomalyRad: 0.3,
    bstar: 0,
    ...rest,
  }
}
const near = (more: Parameters<typeof elements>[0] = {}): NearEarth => initSgp4(elements(more)).near

test('semiMajorAxis() follows Kepler’s third law: 6.62 earth radii for a sidereal day, 1 for 84.49 minutes', () => {
  // The synchronous radius of 42 164.2 km, and Schuler's period at the equator, 5069.3 s.
  expect(semiMajorAxis((2 * Math.PI) / 1436.068_2) * EARTH_RADIUS_KM).toBeCloseTo(42_164.2, PRINTED_DIGITS)
  expect(((2 * Math.PI) / XKE) * 60).toBeCloseTo(5069.3, PRINTED_DIGITS)
  expect(semiMajorAxis(XKE)).toBeCloseTo(1, ROUNDING_DIGITS)
  expect(semiMajorAxis(XKE / 8)).toBeCloseTo(4, ROUNDING_DIGITS)
})

test.each([
  // Height km and inclination: Wertz, Space Mission Engineering, appendix; Vallado, §11.4.1.
  [400, 97.0],
  [600, 97.8],
  [800, 98.6],
  [1000, 99.5],
])('at %d km the node follows the Sun at an inclination of %d°', (heightKm, incDeg) => {
  const turns = (deg: number) => (near({ heightKm, incRad: degToRad(deg) }).nodeDot * MINUTES_PER_YEAR) / (2 * Math.PI)
  expect(turns(incDeg - PUBLISHED_INCLINATION_DEG)).toBeLessThan(1)
  expect(turns(incDeg + PUBLISHED_INCLINATION_DEG)).toBeGreaterThan(1)
})

test('the perigee is fixed at the critical inclination, 63.43° and 116.57°, and advances below it', () => {
  const rate = (deg: number) => near({ eccentricity: 0.1, heightKm: 1500, incRad: degToRad(deg) }).argPerigeeDot
  const most = rate(0)
  for (const critical of [63.435, 116.565]) {
    expect(Math.abs(rate(critical) / most)).toBeLessThan(FIRST_ORDER)
  }
  expect(rate(62)).toBeGreaterThan(0)
  expect(rate(65)).toBeLessThan(0)
  expect(rate(115)).toBeLessThan(0)
  expect(rate(118)).toBeGreaterThan(0)
  // At the equator the perigee advances twice as fast as the node recedes.
  expect(Math.abs(most / near({ eccentricity: 0.1, heightKm: 1500, incRad: 0 }).nodeDot + 2)).toBeLessThan(FIRST_ORDER)
})

test('an orbit and its reverse have the same rates, except that the rate of the node changes its sign', () => {
  for (const deg of [0, 20, 63, 89]) {
    const [one, other] = [deg, 180 - deg].map((inc) => near({ eccentricity: 0.02, incRad: degToRad(inc) }))
    expect(other!.nodeDot / (one!.nodeDot === 0 ? 1 : one!.nodeDot)).toBeCloseTo(-1, RATE_DIGITS)
    expect(other!.argPerigeeDot / one!.argPerigeeDot).toBeCloseTo(1, RATE_DIGITS)
    expect(other!.meanAnomalyDot / one!.meanAnomalyDot).toBeCloseTo(1, RATE_DIGITS)
  }
  expect(Math.abs(near({ incRad: Math.PI / 2 }).nodeDot)).toBeLessThan(NODE_AT_REST_RADPMIN)
})

test('Kozai’s mean motion is Brouwer’s plus the J2 part of the rate of the mean anomaly', () => {
  // Kozai's n is the rate of the mean anomaly to the first order of J2 (Hoots and Roehrich, §6).
  for (const deg of [10, 54.7, 98]) {
    const set = elements({ eccentricity: 0.05, heightKm: 1400, incRad: degToRad(deg) })
    const { meanMotion, meanAnomalyDot } = initSgp4(set).near
    const kozai = set.meanMotionRadPerS * 60
    expect(Math.abs(meanAnomalyDot / kozai - 1)).toBeLessThan(2 * J2 * J2)
    // The J2 part is zero at 54.74°, where 3 cos²i = 1, and has opposite signs below and above.
    expect(Math.sign(Math.round((kozai / meanMotion - 1) * 1e5))).toBe(deg < 50 ? 1 : deg > 60 ? -1 : 0)
  }
})

// A B* of ρ0 Cd A/(2 m) with the density ρ0 at 120 km; power law ρ = ρ0 ((q0 − s)/(r − s))⁴ with s at 78 km.
const [A0, BSTAR] = [1 + 400 / EARTH_RADIUS_KM, 1e-4]
const S = 1 + 78 / EARTH_RADIUS_KM
const Q0_S = (ALTITUDE_120_KM - 78) / EARTH_RADIUS_KM

test('the first drag term is the loss of a circular orbit in air with the power law', () => {
  // da/dt = −ρ (Cd A/m) √(μ a) (King-Hele, §4.3), over a (1 − C1 t)²: C1 = B* ((q0 − s)/(a − s))⁴ n a, in earth radii.
  const { cc1, meanMotion } = near({ heightKm: 400, bstar: BSTAR })
  const published = BSTAR * (Q0_S / (A0 - S)) ** 4 * meanMotion * A0
  expect(Math.abs(cc1 / published - 1)).toBeLessThan(DRAG_J2)
  expect(near({ heightKm: 400, bstar: 2 * BSTAR }).cc1 / cc1).toBeCloseTo(2, ROUNDING_DIGITS)
  expect(near({ heightKm: 400, bstar: 0 }).cc1).toBe(0)
})

test('the higher drag terms are the decay of that circle into denser air', () => {
  const { cc1, d2, d3, d4, semiMajorAxis: a } = near({ heightKm: 400, bstar: BSTAR })
  // y = √(a/a0) of da/dt ∝ ρ(a) √a decreases as y' = −C1 ((a0 − s)/(a0 y² − s))⁴. The polynomial is its series to the fourth power.
  const end = SHARE_OF_TIME / cc1
  const solution = integrate({
    derivative: (_t, y, out) => out.set([-cc1 * ((a - S) / (a * y[0]! ** 2 - S)) ** 4]),
    start: 0,
    end,
    y: [1],
    relativeTolerance: 1e-14,
    absoluteTolerance: 1e-15,
  })
  if (!solution.ok) throw new Error(solution.reason)
  const lack = (share: number) => {
    const t = share * end
    return solution.at(t)[0]! - (1 - cc1 * t - d2 * t ** 2 - d3 * t ** 3 - d4 * t ** 4)
  }
  // The remainder is of the fifth power: half the time leaves a thirty-second of it, apart from the sixth power.
  expect(Math.abs(lack(1))).toBeLessThan(FIFTH_POWER * d4 * end ** 4)
  expect(lack(0.5) / lack(1)).toBeGreaterThan(1 / 40)
  expect(lack(0.5) / lack(1)).toBeLessThan(1 / 30)
})

test('the mean longitude gains from the higher mean motion of the decaying orbit', () => {
  const { cc1, d2, d3, d4, t2cof, t3cof, t4cof, t5cof } = near({ heightKm: 400, bstar: BSTAR })
  // n/n0 = (a/a0)^−1.5 = y⁻³; its integral minus t is the gain, to the fifth power of t.
  const end = 3e-4 / cc1
  const solution = integrate({
    derivative: (t, _y, out) => out.set([(1 - cc1 * t - d2 * t ** 2 - d3 * t ** 3 - d4 * t ** 4) ** -3 - 1]),
    start: 0,
    end,
    y: [0],
    relativeTolerance: 1e-14,
    absoluteTolerance: 1e-14 * end,
  })
  if (!solution.ok) throw new Error(solution.reason)
  const lack = (share: number) => {
    const t = share * end
    return solution.at(t)[0]! - t ** 2 * (t2cof + t * (t3cof + t * (t4cof + t * t5cof)))
  }
  expect(t2cof / cc1).toBeCloseTo(1.5, ROUNDING_DIGITS)
  expect(Math.abs(lack(1))).toBeLessThan(0.1 * t5cof * end ** 5)
  expect(lack(0.5) / lack(1)).toBeLessThan(1 / 60)
})

test('perigees below 220 km and deep space keep only the first drag term', () => {
  const at = (heightKm: number) => near({ heightKm, bstar: BSTAR, incRad: degToRad(54.7) })
  expect([at(219).simple, at(221).simple]).toEqual([1, 0])
  expect([at(219).d2, at(219).t3cof, at(219).t5cof]).toEqual([0, 0, 0])
  expect(at(219).t2cof / at(219).cc1).toBeCloseTo(1.5, ROUNDING_DIGITS)
  expect(at(221).d2).toBeGreaterThan(0)
  // A perigee of 400 km and a period of 226 minutes: deep space, whatever the height.
  const deep = initSgp4(elements({ meanMotionRadPerS: (2 * Math.PI) / (226 * 60), eccentricity: 0.43, bstar: BSTAR }))
  expect([deep.near.simple, deep.deep === undefined]).toEqual([1, false])
})

test('deep space begins at a period of 225 minutes', () => {
  const isDeep = (minutes: number) =>
    initSgp4(elements({ meanMotionRadPerS: (2 * Math.PI) / (minutes * 60), incRad: degToRad(54.735_6) })).deep !==
    undefined
  expect([224.9, 225.1].map(isDeep)).toEqual([false, true])
})

test('s is 78 km below a perigee under 156 km, and at least 20 km', () => {
  // C1 of circular orbits at 150 and 90 km, with the power law from s = 72 and 20 km.
  for (const [heightKm, sKm] of [
    [160, 78],
    [150, 72],
    [90, 20],
  ] as const) {
    const { cc1, meanMotion, semiMajorAxis: a } = near({ heightKm, bstar: BSTAR, incRad: degToRad(54.735_6) })
    const published = BSTAR * ((120 - sKm) / EARTH_RADIUS_KM / (a - 1 - sKm / EARTH_RADIUS_KM)) ** 4 * meanMotion * a
    expect(Math.abs(cc1 / published - 1), `${heightKm} km`).toBeLessThan(2 * DRAG_J2)
  }
})

test('the long-period terms of J3 are proportional to sin i, and stay finite at 180°', () => {
  // J3 is negative: the frozen orbit has its perigee in the north, with e sin ω = −(J3/2 J2) sin i/p, at most 0.001 17.
  const { aycof } = longPeriodTerms(1, 0)
  expect(aycof).toBeCloseTo(0.001_173, FROZEN_DIGITS)
  expect(longPeriodTerms(0, 1).aycof).toBe(0)
  expect(longPeriodTerms(0, 1).xlcof).toBe(0)
  expect(Number.isFinite(longPeriodTerms(1e-9, -1).xlcof)).toBe(true)
  // Near 0° the term of the mean longitude is twice the term of e: the ratio is (3 + 5)/(4 · 2) to 1/2.
  expect(longPeriodTerms(1e-3, 1).xlcof / longPeriodTerms(1e-3, 1).aycof).toBeCloseTo(2, ROUNDING_DIGITS)
})

test('initSgp4() keeps the elements of the model', () => {
  const set = elements({ eccentricity: 0.01, incRad: 1.1 })
  const model = initSgp4(set)
  expect(model.epoch).toBe(EPOCH)
  expect(model.near).toMatchObject({
    eccentricity: 0.01,
    inclination: 1.1,
    node: 0.5,
    argPerigee: 0.7,
    meanAnomaly: 0.3,
  })
  expect(radToDeg(Math.acos(model.near.cosInclination))).toBeCloseTo(radToDeg(1.1), INCLINATION_DEG_DIGITS)
  expect(model.near.con41).toBeCloseTo(3 * Math.cos(1.1) ** 2 - 1, ROUNDING_DIGITS)
})
