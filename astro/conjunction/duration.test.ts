import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invert } from '../matrix.ts'
import { realBetween } from '../testing/real-between.ts'
import { add, dot, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import type { EncounterObject } from './conjunction-plane.ts'
import { encounterDuration } from './duration.ts'

/** The rounding of times of some hundredths of a second, from lengths over a speed. */
const ROUNDING_S_DIGITS = 12
/** If errors are added in another order, only the last digit changes. */
const SAME_ERRORS_S_DIGITS = 14

/** The error of two inverses of matrices with condition numbers up to 1e4, and of the tail function between them. */
const TWO_INVERSES = 1e-9
/** The next term of the tail's series, 15/(8x⁶) at x = 5.9. */
const NEXT_TERM = 5e-5
/** P(|x| > 2σ) of a Gaussian, the 95.45 % rule: erfc(√2) to the digits of tables. */
const OUTSIDE_TWO_SIGMA = 0.045_500_263_896_358_4

const V1: Vec3 = [0, 7500, 0]
const NOTHING = [0, 1, 2].map(() => [0, 0, 0])

/** A primary without errors, and a secondary that passes it by `miss` with a relative velocity along `dv` and has all the errors. */
function pair(miss: Vec3, dv: Vec3, covariance: readonly (readonly number[])[]): [EncounterObject, EncounterObject] {
  const r: Vec3 = [7e6, 0, 0]
  return [
    { r, v: V1, covariance: NOTHING },
    { r: add(r, miss), v: add(V1, dv), covariance },
  ]
}

test('encounterDuration() of errors along the axes is a number of sigmas along the path, plus the radius before it', () => {
  const covariance = [
    [100, 0, 0],
    [0, 2500, 0],
    [0, 0, 900],
  ]
  const [primary, secondary] = pair([40, 0, 0], [0, 0, 1000], covariance)
  const found = encounterDuration(primary, secondary, { radiusM: 12, outside: OUTSIDE_TWO_SIGMA })!
  // The duration extends 2 σ of 30 m to either side, at 1 km/s. Coppola's bounds add R √(1 + |b|²) before and R |b| after, with b = 0 here.
  expect(found.startS).toBeCloseTo(-(60 + 12) / 1000, ROUNDING_S_DIGITS)
  expect(found.endS).toBeCloseTo(60 / 1000, ROUNDING_S_DIGITS)
  const usual = encounterDuration(primary, secondary, { radiusM: 12 })!
  // By default 1e-16 is outside: erfc(x) ~ exp(−x²)/(x√π) (1 − 1/(2x²) + 3/(4x⁴)) (Abramowitz and Stegun, 7.1.23), x = t v/(√2 σ).
  const x = (usual.endS * 1000) / (Math.SQRT2 * 30)
  const tail = (Math.exp(-x * x) / (x * Math.sqrt(Math.PI))) * (1 - 1 / (2 * x * x) + 3 / (4 * x ** 4))
  expect(Math.abs(tail / 1e-16 - 1)).toBeLessThan(NEXT_TERM)
})

/**
 * Along the line r + v t the density of the errors is a Gaussian in t. With Λ = P⁻¹ and z the direction of v, its mean is −rᵀΛz / (v zᵀΛz) and
 * its sigma 1 / (v √zᵀΛz); |b|, the tilt of the ellipsoid, is the component of Λz normal to z over zᵀΛz.
 */
function byPrecision(covariance: readonly (readonly number[])[], miss: Vec3, dv: Vec3) {
  const precision = invert(covariance)!
  const speed = norm(dv)
  const z = scale(dv, 1 / speed)
  const row = (i: number) => precision[i] as unknown as Vec3
  const pulled: Vec3 = [dot(row(0), z), dot(row(1), z), dot(row(2), z)]
  const zz = dot(z, pulled)
  const lean = norm(subtract(pulled, scale(z, zz))) / zz
  return { mean: -dot(miss, pulled) / (speed * zz), sigma: 1 / (speed * Math.sqrt(zz)), lean, speed }
}

test('encounterDuration() of tilted errors agrees with the density along the relative path', () => {
  const length = realBetween(10, 300)
  const slant = realBetween(-0.9, 0.9)
  fc.assert(
    fc.property(length, length, length, slant, slant, realBetween(-500, 500), realBetween(0, 50), (...drawn) => {
      const [a, b, c, p, q, missM, radiusM] = drawn
      // L Lᵀ is positive definite for a triangular matrix with a positive diagonal.
      const [l21, l31, l32] = [p * a, q * a, p * q * b]
      const covariance = [
        [a * a, a * l21, a * l31],
        [a * l21, l21 ** 2 + b * b, l21 * l31 + b * l32],
        [a * l31, l21 * l31 + b * l32, l31 ** 2 + l32 ** 2 + c * c],
      ]
      const dv: Vec3 = [3000, -9000, 4000]
      // The miss is normal to the relative velocity, as at a closest approach.
      const miss = scale([4, 0, -3], missM / 5)
      const [primary, secondary] = pair(miss, dv, covariance)
      const found = encounterDuration(primary, secondary, { radiusM, outside: OUTSIDE_TWO_SIGMA })!
      const { mean, sigma, lean, speed } = byPrecision(covariance, miss, dv)
      const size = sigma + Math.abs(mean) + radiusM / speed
      const start = mean - 2 * sigma - (radiusM * Math.sqrt(1 + lean ** 2)) / speed
      const end = mean + 2 * sigma + (radiusM * lean) / speed
      expect(Math.abs(found.startS - start) / size).toBeLessThan(TWO_INVERSES)
      expect(Math.abs(found.endS - end) / size).toBeLessThan(TWO_INVERSES)
    }),
  )
})

test('encounterDuration() adds the errors of both objects, in any distribution between them', () => {
  const errors = [
    [400, 30, -20],
    [30, 2500, 700],
    [-20, 700, 900],
  ]
  const half = errors.map((row) => row.map((value) => value / 2))
  const [primary, secondary] = pair([30, 0, 0], [0, -7500, 7500], errors)
  const of = (one: typeof errors, other: typeof errors) =>
    encounterDuration({ ...primary, covariance: one }, { ...secondary, covariance: other }, { radiusM: 5 })!
  for (const [one, other] of [
    [errors, NOTHING],
    [half, half],
  ] as const) {
    expect(of(one, other).startS).toBeCloseTo(of(NOTHING, errors).startS, SAME_ERRORS_S_DIGITS)
    expect(of(one, other).endS).toBeCloseTo(of(NOTHING, errors).endS, SAME_ERRORS_S_DIGITS)
  }
})

test('encounterDuration() is infinite for objects that stay together, and null for a flat covariance', () => {
  const round = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 100 : 0)))
  const of = (dv: Vec3, covariance: readonly (readonly number[])[]) =>
    encounterDuration(...pair([40, 0, 0], dv, covariance), { radiusM: 5 })
  expect(of([0, 0, 0], round)).toEqual({ startS: -Infinity, endS: Infinity })
  // x is normal to the velocity along z: without errors there, or with impossible ones, the plane has no density.
  const withX = (xx: number, xy = 0) => [
    [xx, xy, 0],
    [xy, 0.5, 0],
    [0, 0, 100],
  ]
  for (const flat of [withX(0), withX(-1), withX(0.5, 0.5), withX(0.5, 0.6)]) expect(of([0, 0, 1000], flat)).toBeNull()
  expect(
    of(
      [0, 0, 1000],
      withX(-1, 0).map((row, i) => (i === 1 ? [0, -1, 0] : row)),
    ),
  ).toBeNull()
  // Variances below 1 m² and a determinant below 1 m⁴ are valid.
  expect(of([0, 0, 1000], withX(0.5, 0.1))).not.toBeNull()
})
