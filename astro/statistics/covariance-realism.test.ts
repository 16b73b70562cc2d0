import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom, standardNormal } from '../random.ts'
import { symmetricEigen } from '../symmetric.ts'
import { realBetween } from '../testing/real-between.ts'
import { collectionPath, hasCollection } from '../testing/reference-collection.ts'
import {
  chiSquare3,
  chiSquare3Quantile,
  covarianceRealism,
  FEWEST_ERRORS,
  squaredDistance,
  updateDistance,
} from './covariance-realism.ts'

/** The table prints six digits. */
const TABLE_RELATIVE = 5e-6
/** The rounding of a function and its inverse. */
const ROUND_TRIP_DIGITS = 12
/** The tolerance in covariance_realism.json is 5 %. */
const CARA_SCALE = 0.05
/** 2,000 distances give the factor to 1 % (one standard error of their median); three of these are allowed. */
const THREE_ERRORS = 0.03
/** Closer to a singular matrix, rounding decides whether it is positive definite. */
const SINGULAR = 1e-9
/** The rounding of a sum of three squares. */
const SUM_DIGITS = 12

// Percentage points of χ² with three degrees of freedom (Abramowitz and Stegun, table 26.8).
test.each([
  [0.01, 0.114832],
  [0.05, 0.351846],
  [0.5, 2.36597],
  [0.95, 7.81473],
  [0.99, 11.3449],
])('chiSquare3Quantile(%d) is the published %d', (share, x) => {
  expect(Math.abs(chiSquare3Quantile(share) / x - 1)).toBeLessThan(TABLE_RELATIVE)
  expect(chiSquare3(chiSquare3Quantile(share))).toBeCloseTo(share, ROUND_TRIP_DIGITS)
})

test('chiSquare3() starts at 0, and a fraction must be between 0 and 1', () => {
  expect(chiSquare3(0)).toBe(0)
  expect(chiSquare3(-1)).toBe(0)
  expect(() => chiSquare3Quantile(1)).toThrow(RangeError)
})

// CARA's unit tests of DetermineOptimalScaleFactor; the tolerance in covariance_realism.json is 5 %.
test.skipIf(!hasCollection('beyond')).each([
  [1, 1],
  [2, 0.25],
])('covarianceRealism() finds the published factor of set %i', (set, scale) => {
  const lines = readFileSync(collectionPath(`beyond/covariance_realism_${set}.csv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
  const distances = lines.map((line) => {
    const [r1, r2, r3, c11, c22, c33, c12, c13, c23] = line.split(',').map(Number) as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    return squaredDistance(
      [r1, r2, r3],
      [
        [c11, c12, c13],
        [c12, c22, c23],
        [c13, c23, c33],
      ],
    )!
  })
  const found = covarianceRealism(distances)!
  expect(Math.abs(found.scale / scale - 1)).toBeLessThan(CARA_SCALE)
  expect(found.isRealistic).toBe(scale === 1)
  expect(found.ranked.low).toBeLessThanOrEqual(found.ranked.median)
  expect(found.ranked.median).toBeLessThanOrEqual(found.ranked.high)
})

test('covarianceRealism() finds the factor by which drawn errors are larger than stated', () => {
  const normal = standardNormal(seededRandom(11))
  for (const factor of [0.5, 1, 3]) {
    const distances = Array.from({ length: 2000 }, () => factor ** 2 * (normal() ** 2 + normal() ** 2 + normal() ** 2))
    // 2,000 distances give the factor to 1 % (one standard error of their median).
    expect(Math.abs(covarianceRealism(distances)!.scale / factor - 1)).toBeLessThan(THREE_ERRORS)
  }
})

test("the statistic is Cramér and von Mises's: 1/(12 n) plus the squared differences of the fractions from their expected values", () => {
  // Each of n fractions is 1/(4 n) above its expected value, so the sum is 1/(12 n) + n · (1/(4 n))².
  const count = 2 * FEWEST_ERRORS
  const distances = Array.from({ length: count }, (_, i) => chiSquare3Quantile((i + 0.75) / count))
  expect(covarianceRealism(distances)?.statisticAsStated).toBeCloseTo((1 / 12 + 1 / 16) / count, ROUND_TRIP_DIGITS)
})

test('covarianceRealism() returns null for a few errors, and refuses NaN', () => {
  expect(covarianceRealism(Array.from({ length: FEWEST_ERRORS - 1 }, () => 2))).toBeNull()
  expect(() => covarianceRealism(Array.from({ length: FEWEST_ERRORS }, () => Number.NaN))).toThrow(RangeError)
})

test('squaredDistance() is the sum of squares over the variances, and null for a singular covariance', () => {
  expect(
    squaredDistance(
      [2, 3, 4],
      [
        [4, 0, 0],
        [0, 9, 0],
        [0, 0, 16],
      ],
    ),
  ).toBeCloseTo(3, SUM_DIGITS)
  expect(
    squaredDistance(
      [1, 1, 1],
      [
        [1, 1, 0],
        [1, 1, 0],
        [0, 0, 1],
      ],
    ),
  ).toBeNull()
})

// F28: each later fit contains the earlier data. Means of growing samples are such fits with a known true value.
test('F28: updateDistance() of refined estimates is χ²(3), while the difference over C_early is not', () => {
  const normal = standardNormal(seededRandom(28))
  const mean = (sums: readonly number[], count: number) => sums.map((sum) => sum / count)
  const covariance = (count: number) => [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 1 / count : 0)))
  const [proper, naive]: [number[], number[]] = [[], []]
  for (let trial = 0; trial < 2000; trial += 1) {
    const first = [0, 0, 0].map(() => Math.sqrt(10) * normal())
    const more = first.map((sum) => sum + Math.sqrt(20) * normal())
    const early = { positionM: mean(first, 10), covarianceM2: covariance(10) }
    const late = { positionM: mean(more, 30), covarianceM2: covariance(30) }
    proper.push(updateDistance(early, late)!)
    naive.push(
      squaredDistance(
        early.positionM.map((x, i) => x - late.positionM[i]!),
        early.covarianceM2,
      )!,
    )
  }
  expect(Math.abs(covarianceRealism(proper)!.scale - 1)).toBeLessThan(THREE_ERRORS)
  // √(1 − 10/30): if C_late is neglected, correct covariances appear too large.
  expect(Math.abs(covarianceRealism(naive)!.scale - Math.sqrt(2 / 3))).toBeLessThan(THREE_ERRORS)
  const smaller = { positionM: [0, 0, 0], covarianceM2: covariance(30) }
  expect(updateDistance(smaller, { positionM: [0, 0, 0], covarianceM2: covariance(10) })).toBeNull()
})

test('updateDistance() accepts only pairs of covariances whose difference is positive definite', () => {
  const entry = realBetween(-1, 1)
  fc.assert(
    fc.property(fc.tuple(entry, entry, entry, entry, entry, entry), ([a, b, c, d, e, f]) => {
      // The diagonal is increased, so that about half of the matrices are positive definite.
      const difference = [
        [a + 1, b, c],
        [b, d + 1, e],
        [c, e, f + 1],
      ]
      const least = symmetricEigen(difference).values.at(-1)!
      fc.pre(Math.abs(least) > SINGULAR)
      const late = difference.map((row, i) => row.map((_, j) => (i === j ? 2 : 0.3)))
      const early = difference.map((row, i) => row.map((value, j) => value + late[i]![j]!))
      const at = (covarianceM2: number[][], x: number) => ({ positionM: [x, 0, 0], covarianceM2 })
      expect(updateDistance(at(early, 1), at(late, 0)) !== null).toBe(least > 0)
    }),
    { numRuns: 500 },
  )
})
