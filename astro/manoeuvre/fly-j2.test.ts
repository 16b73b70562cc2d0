import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GM_EARTH, WGS84_RADIUS_M } from '../constants.ts'
import { buildMatrix, entry, multiplyMatrices } from '../matrix.ts'
import type { CartesianState } from '../orbit/elements.ts'
import { realBetween } from '../testing/real-between.ts'
import { cross, dot, norm, type Vec3 } from '../vec3.ts'
import { UNIT_KICKS } from './dynamics.ts'
import { carryJ2, flyJ2, J2_EARTH } from './fly-j2.ts'

/** Energy and momentum over a day: the rounding of some hundred steps. */
const CONSERVED = 1e-12
/** Rates of the first order in J2 neglect its square, 1e-3 of them; the mean over five revolutions has an error from its ends. */
const FIRST_ORDER = 5e-3
/** The stated accuracy of flyJ2 after ten revolutions: rounding, which grows along the orbit. */
const TEN_REVOLUTIONS_M = 1e-4
const DAY_S = 86_400

/**
 * Returns the perigee state at a radius of `radiusM`, with the inclination `inc`, at the angle `u` after the node: position across the velocity.
 */
function perigee(radiusM: number, eccentricity: number, [inc, u]: readonly [number, number]): CartesianState {
  const speed = Math.sqrt((GM_EARTH * (1 + eccentricity)) / radiusM)
  const [c, s, ci, si] = [Math.cos(u), Math.sin(u), Math.cos(inc), Math.sin(inc)]
  return {
    r: [radiusM * c, radiusM * s * ci, radiusM * s * si],
    v: [-speed * s, speed * c * ci, speed * c * si],
  }
}

/** v²/2 + U with U = −µ/r (1 − J2 (R/r)² (3 z²/r² − 1)/2) (Vallado, Fundamentals of Astrodynamics, 4th ed., eq. 8-19). */
function energy({ r, v }: CartesianState): number {
  const d = norm(r)
  const flat = (J2_EARTH * (WGS84_RADIUS_M / d) ** 2 * ((3 * r[2] ** 2) / d ** 2 - 1)) / 2
  return dot(v, v) / 2 - (GM_EARTH / d) * (1 - flat)
}
const momentum = ({ r, v }: CartesianState): Vec3 => cross(r, v)

test('flyJ2() conserves the energy in the potential of J2 and the momentum about the axis, and returns to its start', () => {
  const angle = realBetween(-3, 3)
  fc.assert(
    fc.property(realBetween(6.6e6, 9e6), realBetween(0, 0.7), angle, angle, realBetween(-DAY_S, DAY_S), (...drawn) => {
      const [radiusM, eccentricity, inc, u, seconds] = drawn
      const start = perigee(radiusM, eccentricity, [inc, u])
      const end = flyJ2(start, seconds)
      // Relative to µ/r at perigee, because on an eccentric orbit v²/2 and µ/r are ten times larger than their difference, the energy.
      expect(Math.abs(energy(end) - energy(start)) / (GM_EARTH / radiusM)).toBeLessThan(CONSERVED)
      const [before, after] = [momentum(start), momentum(end)]
      expect(Math.abs(after[2] - before[2]) / norm(before)).toBeLessThan(CONSERVED)
    }),
    { numRuns: 30 },
  )
})

test.each([0.5, 1, 1.3, 1.7])('flyJ2() rotates the node by −3/2 J2 (R/p)² n cos i: i = %d rad', (inc) => {
  const radiusM = 7.2e6
  const start = perigee(radiusM, 0, [inc, 0])
  const rate = Math.sqrt(GM_EARTH / radiusM ** 3)
  const seconds = (5 * 2 * Math.PI) / rate
  const [x, y] = momentum(flyJ2(start, seconds))
  // The node is at z × h = (−h_y, h_x).
  const node = Math.atan2(x, -y)
  const expected = -1.5 * J2_EARTH * (WGS84_RADIUS_M / radiusM) ** 2 * rate * Math.cos(inc) * seconds
  expect(Math.abs(node - expected) / (1.5 * J2_EARTH * rate * seconds)).toBeLessThan(FIRST_ORDER)
})

test('flyJ2() over the equator is a circle with the attraction µ/r² (1 + 3/2 J2 (R/r)²)', () => {
  const radiusM = 7e6
  const rate = Math.sqrt((GM_EARTH / radiusM ** 3) * (1 + 1.5 * J2_EARTH * (WGS84_RADIUS_M / radiusM) ** 2))
  for (const seconds of [Number.MIN_VALUE, 1, 600, 3000, -DAY_S / 2]) {
    const { r, v } = flyJ2({ r: [radiusM, 0, 0], v: [0, radiusM * rate, 0] }, seconds)
    expect(
      Math.hypot(r[0] - radiusM * Math.cos(rate * seconds), r[1] - radiusM * Math.sin(rate * seconds)),
    ).toBeLessThan(TEN_REVOLUTIONS_M)
    expect(Math.abs(norm(v) / (radiusM * rate) - 1)).toBeLessThan(CONSERVED)
    expect(r[2]).toBe(0)
  }
})

test('flyJ2() over no time returns its start, and refuses a fall through the centre', () => {
  const start = perigee(7e6, 0.1, [1, 1])
  expect(flyJ2(start, 0)).toEqual(start)
  for (const r of [
    [0, 0, 0],
    [7e6, 0, 0],
    [3e6, -4e6, 2e6],
    [Number.NaN, 0, 0],
  ] as const)
    expect(() => flyJ2({ r, v: [0, 0, 0] }, DAY_S), r.join(' ')).toThrow('goes through the centre')
})

/** The constant is written with nine digits. */
const WRITTEN_SHARE = 5e-9

test('J2_EARTH agrees with EGM96 to its digits', () => {
  // C20 = −4.84165371736e-4, normalised by √5 (Lemoine et al., NASA/TP-1998-206861).
  expect(Math.abs(J2_EARTH / (4.841_653_717_36e-4 * Math.sqrt(5)) - 1)).toBeLessThan(WRITTEN_SHARE)
})

/** The tolerance of the central difference: its truncation error decreases with the square of the step, its rounding increases with the inverse. */
const DIFFERENCE = 1e-6
const ALL = [0, 1, 2, 3, 4, 5]
/** A unit displacement of each component of a state. */
const EACH = buildMatrix(6, 6, (i, j) => Number(i === j))

/**
 * Differences of propagations 10 m or 1 cm/s away on either side: the derivative of each component at the end with respect to each at the start.
 */
function byFlights(start: CartesianState, seconds: number) {
  const columns = ALL.map((component) => {
    const step = component < 3 ? 10 : 0.01
    const [up, down] = [1, -1].map((sense) => {
      const [x, y, z, vx, vy, vz] = [...start.r, ...start.v].map(
        (value, k) => value + (k === component ? sense * step : 0),
      )
      const { r, v } = flyJ2({ r: [x!, y!, z!], v: [vx!, vy!, vz!] }, seconds)
      return [...r, ...v]
    })
    return up!.map((value, i) => (value - down![i]!) / (2 * step))
  })
  return buildMatrix(6, 6, (i, j) => columns[j]![i]!)
}

test.each([
  ['a circle, forwards', perigee(7e6, 0, [1, 0.3]), 9_000],
  ['a circle, backwards', perigee(7e6, 0, [1, 0.3]), -9_000],
  ['an ellipse of e = 0.6 over its apogee', perigee(6.8e6, 0.6, [0.4, 2]), 20_000],
  ['over the poles', perigee(7.2e6, 0.01, [Math.PI / 2, 1]), 30_000],
])('carryJ2() agrees with differences of propagations: %s', (_name, start, seconds) => {
  const found = carryJ2(start, seconds, EACH)
  const expected = byFlights(start, seconds)
  // All entries as lengths: a velocity is multiplied by the time scale of the orbit.
  const scaleS = Math.sqrt(norm(start.r) ** 3 / GM_EARTH)
  const sized = (value: number, i: number, j: number) => (value * (i < 3 ? 1 : scaleS)) / (j < 3 ? 1 : scaleS)
  const largest = Math.max(...expected.flatMap((row, i) => row.map((value, j) => Math.abs(sized(value, i, j)))))
  for (let i = 0; i < 6; i += 1)
    for (let j = 0; j < 6; j += 1) {
      const apart = sized(entry(found, i, j) - entry(expected, i, j), i, j)
      expect(Math.abs(apart) / largest, `${i}, ${j}`).toBeLessThan(DIFFERENCE)
    }
  // Some of its columns do not change if the others are left out.
  expect(carryJ2(start, seconds, UNIT_KICKS)).toEqual(buildMatrix(6, 3, (i, j) => entry(found, i, j + 3)))
})

/** Rounding over a revolution and a half, which grows along the track; forth and back it affects a product of entries of some tens. */
const BACK = 1e-9
/** Each step conserves areas except for rounding. */
const AREA = 1e-10

test('carryJ2() forth and back is the identity, and conserves areas of positions and momenta (Liouville)', () => {
  const start = perigee(7e6, 0.2, [1, 0.3])
  const there = carryJ2(start, 12_000, EACH)
  const back = carryJ2(flyJ2(start, 12_000), -12_000, EACH)
  const none = multiplyMatrices(back, there)
  const scaleS = Math.sqrt(norm(start.r) ** 3 / GM_EARTH)
  const sized = (value: number, i: number, j: number) => (value * (i < 3 ? 1 : scaleS)) / (j < 3 ? 1 : scaleS)
  // Φᵀ J Φ = J: the flow of a potential is symplectic.
  const form = (k: number, l: number) => (l === k + 3 ? 1 : k === l + 3 ? -1 : 0)
  for (const i of ALL)
    for (const j of ALL) {
      expect(Math.abs(sized(entry(none, i, j), i, j) - Number(i === j)), `${i}, ${j}`).toBeLessThan(BACK)
      let kept = 0
      for (const k of ALL)
        for (const l of ALL) kept += sized(entry(there, k, i), k, i) * form(k, l) * sized(entry(there, l, j), l, j)
      expect(Math.abs(kept - form(i, j)), `${i}, ${j}`).toBeLessThan(AREA)
    }
})
