import { expect, test } from 'vitest'
import { multiplyMatrices, transposeMatrix } from './matrix.ts'
import { symmetricEigen } from './symmetric.ts'

/** The rounding of a matrix of this size, relative to its largest eigenvalue. */
const ROUNDING = 2e-15

/** Rosser's matrix (J. Res. Nat. Bur. Stand. 47 (1951) 291). Its eigenvalues include a double one, zero, and two that are nearly equal. */
const ROSSER = [
  [611, 196, -192, 407, -8, -52, -49, 29],
  [196, 899, 113, -192, -71, -43, -8, -44],
  [-192, 113, 899, 196, 61, 49, 8, 52],
  [407, -192, 196, 611, 8, 44, 59, -23],
  [-8, -71, 61, 8, 411, -599, 208, 208],
  [-52, -43, 49, 44, -599, 411, 208, 208],
  [-49, -8, 8, 59, 208, 208, 99, -911],
  [29, -44, 52, -23, 208, 208, -911, 99],
]
const ROSSER_VALUES = [
  10 * Math.sqrt(10_405),
  1020,
  510 + 100 * Math.sqrt(26),
  1000,
  1000,
  510 - 100 * Math.sqrt(26),
  0,
  -10 * Math.sqrt(10_405),
]

test("symmetricEigen() finds the eigenvalues of Rosser's matrix, the largest first", () => {
  const { values } = symmetricEigen(ROSSER)
  expect(values.length).toBe(8)
  for (const [k, value] of ROSSER_VALUES.entries())
    expect(Math.abs(values[k]! - value)).toBeLessThan(ROUNDING * ROSSER_VALUES[0]!)
})

test.each([2, 3, 6, 12])('symmetricEigen() of the second differences of %d points is 2 − 2 cos(kπ/(n + 1))', (n) => {
  const differences = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_unused, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0)),
  )
  const { values } = symmetricEigen(differences)
  for (const [place, value] of values.entries())
    expect(Math.abs(value - (2 - 2 * Math.cos(((n - place) * Math.PI) / (n + 1))))).toBeLessThan(4 * ROUNDING)
})

test('symmetricEigen() keeps all digits of an eigenvalue 1e20 times smaller than the largest', () => {
  // Their product is the determinant, 1e-4 − 1e-24.
  const [large, small] = symmetricEigen([
    [1e8, 1e-12],
    [1e-12, 1e-12],
  ]).values
  expect(large).toBe(1e8)
  expect(Math.abs(small! / 1e-12 - 1)).toBeLessThan(ROUNDING)
})

test('symmetricEigen() returns orthogonal unit vectors that rebuild the matrix', () => {
  const { values, vectors } = symmetricEigen(ROSSER)
  const back = multiplyMatrices(
    transposeMatrix(vectors),
    vectors.map((row, k) => row.map((x) => x * values[k]!)),
  )
  const unit = multiplyMatrices(vectors, transposeMatrix(vectors))
  for (const [i, row] of ROSSER.entries()) {
    for (const [j, entry] of row.entries()) {
      expect(Math.abs(back[i]![j]! - entry)).toBeLessThan(ROUNDING * ROSSER_VALUES[0]!)
      expect(Math.abs(unit[i]![j]! - (i === j ? 1 : 0))).toBeLessThan(ROUNDING)
    }
  }
})

test('symmetricEigen() reads only the lower triangle, and refuses entries that are not finite', () => {
  const lower = ROSSER.map((row, i) => row.map((x, j) => (j > i ? Number.NaN : x)))
  expect(symmetricEigen(lower)).toEqual(symmetricEigen(ROSSER))
  expect(() => symmetricEigen([[Number.POSITIVE_INFINITY]])).toThrow(RangeError)
  expect(symmetricEigen([[7]])).toEqual({ values: [7], vectors: [[1]] })
})
