import { expect, test } from 'vitest'
import { GM_EARTH } from '../../constants.ts'
import { buildMatrix, entry, type Matrix, multiplyMatrices } from '../../matrix.ts'
import { toCartesian } from '../../orbit/elements.ts'
import { propagateTwoBody } from '../../orbit/two-body.ts'
import { norm, subtract, type Vec3 } from '../../vec3.ts'
import type { EncounterObject } from '../conjunction-plane.ts'
import {
  type ElementGaussian,
  invertClipped,
  positionBlock,
  relativeAtMeans,
  relativeAtPeakOverlap,
  toElementGaussian,
} from './peak-overlap.ts'

/** Transition matrices are computed from differences of orbits, whose steps cause an error of 1e-6. */
const LINEAR_RELATIVE = 1e-5
/** The rounding of a determinant of three rows. */
const DETERMINANT_DIGITS = 12
/** Eigenvalues with a ratio of a million are found to 1e-16 of the largest. */
const CLIPPED_DIGITS = 10

/** States of 7000 km and 7.5 km/s through elements and back: a relative 1e-15, times the condition of the Jacobian. */
const STATE_M = 1e-6
/** The tolerance of elements of the covariance, relative to the product of their standard deviations, through two inversions. */
const CORRELATION = 1e-7
/** Half of a small difference over the curvature of an orbit of 7000 km: 1e-2 m² of position over 1.4e7 m. */
const CURVED = 1e-4
/** The rounding of a 3×3 inverse by its eigenvectors. */
const INVERSE = 1e-12

const diagonal = (sigmas: readonly number[]): Matrix =>
  buildMatrix(sigmas.length, sigmas.length, (i, j) => (i === j ? sigmas[i]! ** 2 : 0))
const SMALL = diagonal([10, 20, 5, 0.01, 0.02, 0.005])

/** All these orbits meet at the node; `aside` is the angle along the orbit from there, rad. */
function object(incRad: number, covariance = SMALL, aside = 0): EncounterObject {
  const elements = { semiMajorAxisM: 7.1e6, eccentricity: 0.003, incRad, raanRad: 0.4, argPeriapsisRad: 0.9 }
  return { ...toCartesian({ ...elements, trueAnomalyRad: aside - 0.9 }, GM_EARTH), covariance }
}
const gaussian = (of: EncounterObject): ElementGaussian => toElementGaussian(of)!
const vector = (mean: readonly number[], from = 0) => mean.slice(from, from + 3) as unknown as Vec3

/** Returns how far two covariances are apart, in units of standard deviations. */
function apart(a: Matrix, b: Matrix): number {
  const sigma = (i: number) => Math.sqrt(entry(b, i, i))
  const all = [0, 1, 2, 3, 4, 5].flatMap((i) =>
    [0, 1, 2, 3, 4, 5].map((j) => Math.abs(entry(a, i, j) - entry(b, i, j)) / (sigma(i) * sigma(j))),
  )
  return Math.max(...all)
}

test('at TCA the relative state is the difference of the states, and its covariance is the sum of both', () => {
  const [one, other] = [object(0.9), object(1.7, diagonal([30, 8, 12, 0.02, 0.03, 0.01]))]
  const { mean, covariance } = relativeAtMeans(gaussian(one), gaussian(other), 0)
  expect(norm(subtract(vector(mean), subtract(other.r, one.r)))).toBeLessThan(STATE_M)
  expect(norm(subtract(vector(mean, 3), subtract(other.v, one.v)))).toBeLessThan(STATE_M)
  const sum = buildMatrix(6, 6, (i, j) => entry(one.covariance, i, j) + entry(other.covariance, i, j))
  expect(apart(covariance, sum)).toBeLessThan(CORRELATION)
})

test('later it is the relative state of two Kepler orbits, with the covariance from differences of propagations', () => {
  const [one, other] = [object(0.9), object(1.7)]
  const seconds = 700
  const { mean, covariance } = relativeAtMeans(gaussian(one), gaussian(other), seconds)
  const fly = (of: { r: Vec3; v: Vec3 }) => propagateTwoBody(of, seconds, GM_EARTH).state
  expect(norm(subtract(vector(mean), subtract(fly(other).r, fly(one).r)))).toBeLessThan(STATE_M)
  // The transition matrix of each object by central differences over 10 m and 1 cm/s.
  const transition = ({ r, v }: EncounterObject): Matrix => {
    const columns = [0, 1, 2, 3, 4, 5].map((k) => {
      const by = k < 3 ? 10 : 0.01
      const moved = (sign: number) => {
        const y = [...r, ...v].map((value, i) => value + (i === k ? sign * by : 0))
        const state = fly({ r: vector(y), v: vector(y, 3) })
        return [...state.r, ...state.v]
      }
      const [up, down] = [moved(1), moved(-1)]
      return up.map((value, i) => (value - down[i]!) / (2 * by))
    })
    return buildMatrix(6, 6, (i, j) => columns[j]![i]!)
  }
  const carried = [one, other].map((of) => {
    const phi = transition(of)
    const turned = buildMatrix(6, 6, (i, j) => entry(phi, j, i))
    return multiplyMatrices(multiplyMatrices(phi, of.covariance), turned)
  })
  const sum = buildMatrix(6, 6, (i, j) => entry(carried[0]!, i, j) + entry(carried[1]!, i, j))
  expect(apart(covariance, sum)).toBeLessThan(LINEAR_RELATIVE)
})

test('small distributions overlap where the tangents at both means show it: the peak changes nothing', () => {
  const [one, other] = [gaussian(object(0.9)), gaussian(object(1.7, SMALL, 2e-6))]
  const atMeans = relativeAtMeans(one, other, 0)
  const atPeak = relativeAtPeakOverlap(one, other, { seconds: 0, radiusM: 10 })!
  expect(norm(subtract(vector(atPeak.mean), vector(atMeans.mean)))).toBeLessThan(CURVED)
  expect(apart(atPeak.covariance, atMeans.covariance)).toBeLessThan(CURVED)
})

test('exchanging the objects reverses the relative state and keeps its covariance', () => {
  const wide = diagonal([50, 900, 40, 0.9, 0.05, 0.05])
  const [one, other] = [gaussian(object(0.9, wide)), gaussian(object(1.0, SMALL, 1e-5))]
  const there = relativeAtPeakOverlap(one, other, { seconds: 20, radiusM: 10 })!
  const back = relativeAtPeakOverlap(other, one, { seconds: 20, radiusM: 10 })!
  expect(norm(subtract(vector(there.mean), vector(back.mean.map((value) => -value))))).toBeLessThan(CURVED)
  expect(apart(there.covariance, back.covariance)).toBeLessThan(CURVED)
})

test('a distribution that is long along its orbit is curved: its tangent at the other object is on the orbit', () => {
  // A sigma of 20 km along the orbit, and an object 60 km ahead on it, 3 sigmas: the straight tangent at the mean passes 254 m above the orbit
  // there, which is 60 km squared over twice 7.08e6 m.
  const one = object(0.9, diagonal([1, 1, 1, 1e-3, 1e-3, 1e-3]))
  const { r, v } = one
  const along = v.map((value) => value / norm(v)) as unknown as Vec3
  const long = buildMatrix(
    6,
    6,
    (i, j) => (i < 3 && j < 3 ? 2e4 ** 2 * along[i]! * along[j]! : 0) + (i === j ? (i < 3 ? 1 : 1e-6) : 0),
  )
  const lineUp = { r, v, covariance: long }
  const ahead = propagateTwoBody({ r, v }, 60_000 / norm(v), GM_EARTH).state
  const other = { ...ahead, covariance: diagonal([1, 1, 1, 1e-3, 1e-3, 1e-3]) }
  const [cloud, point] = [gaussian(lineUp), gaussian(other)]
  const up = (mean: readonly number[]) => {
    const radial = ahead.r.map((value) => value / norm(ahead.r)) as unknown as Vec3
    const [x, y, z] = vector(mean)
    return x * radial[0] + y * radial[1] + z * radial[2]
  }
  const straight = relativeAtMeans(cloud, point, 0)
  const bent = relativeAtPeakOverlap(cloud, point, { seconds: 0, radiusM: 10 })!
  expect(Math.abs(up(straight.mean))).toBeGreaterThan(100)
  // The tangent at the peak touches the other end of the distribution: relative to this tangent, the mean is below the line by the curvature
  // of the orbit.
  expect(Math.sign(up(bent.mean))).toBe(-Math.sign(up(straight.mean)))
  expect(norm(vector(bent.mean))).toBeGreaterThan(55_000)
})

test('an unbound orbit has no elements, and a covariance of positions only is refused', () => {
  const open = { ...object(0.9), v: object(0.9).v.map((value) => 1.5 * value) as unknown as Vec3 }
  expect(toElementGaussian(open)).toBeNull()
  expect(() => toElementGaussian({ ...object(0.9), covariance: diagonal([1, 1, 1]) })).toThrow(RangeError)
})

test('invertClipped() is the inverse if the covariance is as wide as the hard body, and raises thin ones', () => {
  const full = [
    [40, 3, -5],
    [3, 60, 7],
    [-5, 7, 20],
  ]
  const { inverse, determinant } = invertClipped(full, 10)
  const product = multiplyMatrices(full, inverse)
  for (const i of [0, 1, 2])
    for (const j of [0, 1, 2]) expect(Math.abs(entry(product, i, j) - (i === j ? 1 : 0))).toBeLessThan(INVERSE)
  // 40·(60·20 − 49) − 3·(60 + 35) − 5·(21 + 300) by the first row.
  expect(determinant / (40 * 1151 - 3 * 95 - 5 * 321)).toBeCloseTo(1, DETERMINANT_DIGITS)
  // 1e-4 of 100 m, squared: 1e-4 m². A negative eigenvalue is raised as well.
  const thin = invertClipped(
    diagonal([5, 1e-5, 0]).map((row, i) => (i === 2 ? [0, 0, -3] : [...row])),
    100,
  )
  expect(thin.determinant / (25 * 1e-4 * 1e-4)).toBeCloseTo(1, CLIPPED_DIGITS)
  expect(entry(thin.inverse, 1, 1) / 1e4).toBeCloseTo(1, CLIPPED_DIGITS)
  expect(entry(thin.inverse, 2, 2) / 1e4).toBeCloseTo(1, CLIPPED_DIGITS)
  expect(entry(thin.inverse, 0, 0) / 0.04).toBeCloseTo(1, CLIPPED_DIGITS)
})

test('positionBlock() is the upper left block of a covariance', () => {
  const whole = buildMatrix(6, 6, (i, j) => 10 * i + j)
  expect(positionBlock(whole)).toEqual([
    [0, 1, 2],
    [10, 11, 12],
    [20, 21, 22],
  ])
})
