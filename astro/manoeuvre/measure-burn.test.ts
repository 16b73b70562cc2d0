import { expect, test } from 'vitest'
import { GM_EARTH } from '../constants.ts'
import type { Matrix } from '../matrix.ts'
import { seededRandom, standardNormal } from '../random.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import { type BurnDifference, judgeBurn, measureBurn } from './measure-burn.ts'

type State = { readonly r: Vec3; readonly v: Vec3 }

/**
 * Propagates Kepler's motion by f and g of the change of eccentric anomaly (Battin, An Introduction to the Mathematics and Methods of
 * Astrodynamics, 1999, §4.3), solved by bisection. It shares nothing with propagateTwoBody, which uses universal variables.
 */
function kepler({ r, v }: State, seconds: number): State {
  const [size, speed2] = [norm(r), dot(v, v)]
  const a = 1 / (2 / size - speed2 / GM_EARTH)
  const sigma = dot(r, v) / Math.sqrt(GM_EARTH)
  const n = Math.sqrt(GM_EARTH / a ** 3)
  const timeOf = (e: number) =>
    (e - (1 - size / a) * Math.sin(e) + (sigma / Math.sqrt(a)) * (1 - Math.cos(e))) / n - seconds
  let [low, high] = [n * seconds - 3, n * seconds + 3]
  for (let k = 0; k < 200; k += 1) {
    const middle = (low + high) / 2
    if (timeOf(middle) < 0) low = middle
    else high = middle
  }
  const e = (low + high) / 2
  const f = 1 - (a / size) * (1 - Math.cos(e))
  const g = seconds - (e - Math.sin(e)) / n
  const end = add(scale(r, f), scale(v, g))
  const radius = norm(end)
  const fDot = (-Math.sqrt(GM_EARTH * a) / (size * radius)) * Math.sin(e)
  const gDot = 1 - (a / radius) * (1 - Math.cos(e))
  return { r: end, v: add(scale(r, fDot), scale(v, gDot)) }
}

const START: State = { r: [7_078_000, 120_000, -40_000], v: [60, 3_900, 6_400] }

/** Adds a Δv along R, T and N of a state, in inertial axes. */
function pushed({ r, v }: State, [radial, along, across]: Vec3): State {
  const [rHat, nHat] = [scale(r, 1 / norm(r)), scale(cross(r, v), 1 / norm(cross(r, v)))]
  const tHat = cross(nHat, rHat)
  return { r, v: add(v, add(scale(rHat, radial), add(scale(tHat, along), scale(nHat, across)))) }
}

/** Two orbits with independent errors of 2 m and 2 mm/s in every axis. */
const [SIGMA_M, SIGMA_MPS] = [2, 0.002]
const COVARIANCE: Matrix = Array.from({ length: 6 }, (_, i) =>
  Array.from({ length: 6 }, (_v, j) => (i === j ? (i < 3 ? SIGMA_M : SIGMA_MPS) ** 2 : 0)),
)

/** A burn `burnS` after START, with an orbit `seenS` after START; the burn was planned `plannedS` after START. */
function flown(deltaV: Vec3, { burnS, seenS, plannedS = burnS }: { burnS: number; seenS: number; plannedS?: number }) {
  const seen = kepler(pushed(kepler(START, burnS), deltaV), seenS - burnS)
  return {
    without: kepler(START, seenS),
    seen,
    covariance: COVARIANCE,
    startS: plannedS - seenS,
    durationS: 0,
    earliestS: -seenS,
    latestS: 0,
  } satisfies BurnDifference
}

/** A tenth of a millimetre per second of 1 m/s, far below the accuracy of orbits. */
const REACHED_SHARE = 1e-4
/** The rounding of a root up to a hundredth in double precision: 2e-18. */
const SIGMA_DIGITS = 16

test.each([
  [0.0374, 'an hour after', [0, 0.0374, 0], { burnS: 600, seenS: 4_200 }],
  [0.01, 'at once', [0, -0.01, 0], { burnS: 600, seenS: 600 }],
  [0.3, 'three revolutions after', [0.1, 0.2, -0.2], { burnS: 300, seenS: 18_000 }],
  [1, 'half a revolution after', [0, 0.6, 0.8], { burnS: 300, seenS: 3_300 }],
] as const)('measureBurn() finds a burn of %s m/s that another propagator flew, %s', (size, _, deltaV, times) => {
  const found = measureBurn(flown(deltaV, times))!
  expect(norm(subtract(found.deltaVRtn, deltaV))).toBeLessThan(REACHED_SHARE * size)
  expect(found.misfit).toBeLessThan(0.01)
})

test('measureBurn() finds the time and the Δv of a burn that was 20 minutes late', () => {
  const found = measureBurn(flown([0, 0.5, 0], { burnS: 1_800, seenS: 5_000, plannedS: 600 }))!
  // 2 m of position over 0.5 m/s are 4 s at the burn; later, the time and the Δv are correlated.
  expect(found.lateSigmaS!).toBeLessThan(60)
  expect(Math.abs(found.lateS! - 1_200)).toBeLessThan(found.lateSigmaS!)
  expect(Math.abs(found.deltaVRtn[1] - 0.5)).toBeLessThan(REACHED_SHARE * 0.5)
})

test('the covariance and the misfit from measureBurn() agree with a thousand noisy orbits', () => {
  const normal = standardNormal(seededRandom(11))
  const exact = flown([0, 0.05, 0], { burnS: 600, seenS: 4_200 })
  const draws = Array.from({ length: 1_000 }, () => {
    const off = (v: Vec3, sigma: number): Vec3 => [
      v[0] + sigma * normal(),
      v[1] + sigma * normal(),
      v[2] + sigma * normal(),
    ]
    // With a closed window the planned time is used.
    const seen = { r: off(exact.seen.r, SIGMA_M), v: off(exact.seen.v, SIGMA_MPS) }
    return measureBurn({ ...exact, seen, earliestS: 0, latestS: 0 })!
  })
  const along = draws.map(({ deltaVRtn }) => deltaVRtn[1] - 0.05)
  const spread = Math.sqrt(along.reduce((sum, value) => sum + value ** 2, 0) / draws.length)
  const told = Math.sqrt(measureBurn({ ...exact, earliestS: 0, latestS: 0 })!.covarianceRtn[1]![1]!)
  // 1,000 draws give a sigma to 2.2 %, one standard error.
  expect(Math.abs(spread / told - 1)).toBeLessThan(3 * 0.022)
  const chi2 = draws.reduce((sum, { misfit }) => sum + 3 * misfit ** 2, 0) / draws.length
  expect(Math.abs(chi2 - 3)).toBeLessThan(3 * Math.sqrt(6 / draws.length))
})

test('a covariance that is singular except for rounding gives no burn', () => {
  const exact = flown([0, 0.05, 0], { burnS: 600, seenS: 4_200 })
  // One error moves all six numbers together: five of the six directions have no error.
  const together = [1.1, 2.3, 0.7, 0.0013, 0.0017, 0.0019]
  const covariance = together.map((a) => together.map((b) => a * b))
  expect(measureBurn({ ...exact, covariance })).toBeNull()
})

test("orbits that no burn connects have a large misfit, and the burn's uncertainty is increased accordingly", () => {
  const exact = flown([0, 0.05, 0], { burnS: 600, seenS: 4_200 })
  const apart = measureBurn({ ...exact, seen: { ...exact.seen, r: add(exact.seen.r, [0, 400, 300]) } })!
  expect(apart.misfit).toBeGreaterThan(10)
  const verdict = judgeBurn({
    ...apart,
    plannedRtn: [0, 0.05, 0],
    foundRtn: apart.deltaVRtn,
    executionError: null,
  }).verdict
  expect(verdict).toBe('NOT_YET')
})

const EYE = (sigma: number): Matrix => [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? sigma ** 2 : 0)))
const PLAIN = { executionError: null, lateS: null, lateSigmaS: null }

// Flight rule F17: |found − planned| ≤ 3σ with σ ≤ 10 % of planned, otherwise the burn cannot be verified yet.
test.each([
  ['as planned', [0, 0.1, 0], 0.01, 'AS_PLANNED'],
  ['2.9σ too weak', [0, 0.071, 0], 0.01, 'AS_PLANNED'],
  ['3.1σ too weak', [0, 0.069, 0], 0.01, 'DIFFERENT'],
  ['σ of 11 %', [0, 0.1, 0], 0.011, 'NOT_YET'],
  ['nothing', [0, 0.002, 0.001], 0.005, 'MISSED'],
  ['half', [0, 0.05, 0], 0.005, 'DIFFERENT'],
  ['the other way', [0, -0.1, 0], 0.005, 'DIFFERENT'],
  ['across', [0, 0.1, 0.05], 0.005, 'DIFFERENT'],
] as const)('judgeBurn(): %s', (_, foundRtn, sigma, verdict) => {
  const judged = judgeBurn({ plannedRtn: [0, 0.1, 0], foundRtn, covarianceRtn: EYE(sigma), ...PLAIN })
  expect(judged.verdict).toBe(verdict)
  expect(judged.sigmaMps).toBeCloseTo(sigma, SIGMA_DIGITS)
})

test.each([
  ['a minute', 59, 1, 'AS_PLANNED'],
  ['ten minutes', 600, 10, 'DIFFERENT'],
  ['ten minutes, known to five', 600, 300, 'AS_PLANNED'],
] as const)('judgeBurn(): %s late', (_, lateS, lateSigmaS, verdict) => {
  const same = { plannedRtn: [0, 0.1, 0], foundRtn: [0, 0.1, 0], covarianceRtn: EYE(0.005) } as const
  expect(judgeBurn({ ...same, executionError: null, lateS, lateSigmaS }).verdict).toBe(verdict)
})

/** 5 % of the size and 2° about each axis, 1σ: for 0.1 m/s this is 5 mm/s along the burn and 3.5 mm/s across it (Gates 1963). */
const ENGINE = { magnitude: 0.05, pointingRad: (2 * Math.PI) / 180 }

// The orbit is known to 0.1 % of the burn, so the difference is the engine's.
test.each([
  ['2.9σ of the engine too weak', [0, 0.0855, 0], ENGINE, 'AS_PLANNED'],
  ['3.1σ of the engine too weak', [0, 0.0845, 0], ENGINE, 'DIFFERENT'],
  ['2.9σ of the engine across', [0.0101, 0.1, 0], ENGINE, 'AS_PLANNED'],
  ['5σ of the engine across', [0.0175, 0.1, 0], ENGINE, 'DIFFERENT'],
  ['too weak by as much, where no error was allowed for', [0, 0.0855, 0], null, 'DIFFERENT'],
  ['nothing, of an engine that may fail by all', [0, 0.0001, 0], { ...ENGINE, magnitude: 0.5 }, 'MISSED'],
] as const)('judgeBurn() with the error of the engine: %s', (_, foundRtn, executionError, verdict) => {
  const sigma = 0.0001
  const given = { plannedRtn: [0, 0.1, 0], foundRtn, covarianceRtn: EYE(sigma), ...PLAIN } as const
  const judged = judgeBurn({ ...given, executionError })
  expect(judged.verdict).toBe(verdict)
  expect(judged.sigmaMps).toBeCloseTo(sigma, SIGMA_DIGITS)
})

test("judgeBurn(): the engine's error does not delay a verdict, and does not replace an accurate orbit", () => {
  const given = { plannedRtn: [0, 0.1, 0], foundRtn: [0, 0.1, 0], ...PLAIN } as const
  const wide = { ...ENGINE, magnitude: 0.5 }
  const verdictOf = (sigma: number) => judgeBurn({ ...given, covarianceRtn: EYE(sigma), executionError: wide }).verdict
  expect([0.0001, 0.011].map(verdictOf)).toEqual(['AS_PLANNED', 'NOT_YET'])
})
