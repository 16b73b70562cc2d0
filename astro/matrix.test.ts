import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildMatrix,
  cholesky,
  dotRows,
  entry,
  invert,
  invertScaled,
  type Matrix,
  mapCovariance,
  multiplyMatrices,
  solve,
  transformRow,
  transposeMatrix,
} from './matrix.ts'
import { symmetricEigen } from './symmetric.ts'

/** Unknowns up to 1000, from rows whose scales differ by up to 1e15: pivoting keeps thirteen digits. */
const SOLVED = 1e-10
/** A diagonally dominant matrix of six rows loses a digit or two. */
const INVERTED = 1e-13
/** The rounding of six squares and products for each entry. */
const ROOT_ROUNDING = 1e-14
/** A small eigenvalue is the determinant over the large one, and keeps its digits. */
const DETERMINANT_DIGITS = 12

const value = fc.integer({ min: -1000, max: 1000 })
const square = fc.array(fc.array(value, { minLength: 6, maxLength: 6 }), { minLength: 6, maxLength: 6 })
const identity = buildMatrix(6, 6, (i, j) => (i === j ? 1 : 0))

/** The rounding of a closed form of five operations, against an elimination of two rows. */
const ROUNDING = 1e-14

function largest(m: Matrix): number {
  return Math.max(...m.flat().map(Math.abs))
}

function difference(a: Matrix, b: Matrix): number {
  return largest(a.map((row, i) => row.map((x, j) => x - entry(b, i, j))))
}

test('multiplyMatrices(), transformRow() and transposeMatrix() work by rows and columns', () => {
  const a = [
    [1, 2, 3],
    [4, 5, 6],
  ]
  expect(multiplyMatrices(a, transposeMatrix(a))).toEqual([
    [14, 32],
    [32, 77],
  ])
  expect(transformRow(a, [1, 0, -1])).toEqual([-2, -2])
  expect(() => dotRows([1], [1, 2])).toThrow(RangeError)
  expect(() => entry(a, 2, 0)).toThrow(RangeError)
})

test('solve() finds the unknowns that were multiplied, at any scale of the rows', () => {
  fc.assert(
    fc.property(square, fc.array(value, { minLength: 6, maxLength: 6 }), (m, x) => {
      const dominant = m.map((row, i) => row.map((y, j) => (i === j ? y + 7000 : y) * 10 ** (3 * i - 9)))
      const b = transformRow(dominant, x).map((y) => [y])
      const found = solve(dominant, b)!
      expect(
        difference(
          found,
          x.map((y) => [y]),
        ),
      ).toBeLessThan(SOLVED)
    }),
  )
})

test('invert() returns an inverse that gives the identity, and null for a singular matrix', () => {
  fc.assert(
    fc.property(square, (m) => {
      const dominant = m.map((row, i) => row.map((y, j) => (i === j ? y + 7000 : y)))
      expect(difference(multiplyMatrices(dominant, invert(dominant)!), identity)).toBeLessThan(INVERTED)
    }),
  )
  expect(
    invert([
      [1, 2],
      [2, 4],
    ]),
  ).toBeNull()
  expect(
    invert([
      [0, 0],
      [0, 1],
    ]),
  ).toBeNull()
})

// Two parameters with correlation ρ have the scaled inverse (1, −ρ; −ρ, 1) / (1 − ρ²).
test('invertScaled() inverts mixed units, and returns null where the parameters cannot be separated', () => {
  const [sigmaA, sigmaB, rho] = [1e9, 1e-9, 0.6]
  const mixed = [
    [sigmaA ** 2, rho * sigmaA * sigmaB],
    [rho * sigmaA * sigmaB, sigmaB ** 2],
  ]
  const inflation = 1 / (1 - rho ** 2)
  const expected = [
    [inflation / sigmaA ** 2, (-rho * inflation) / (sigmaA * sigmaB)],
    [(-rho * inflation) / (sigmaA * sigmaB), inflation / sigmaB ** 2],
  ]
  const inverse = invertScaled(mixed, 2)!
  expected.forEach((row, i) => {
    row.forEach((value, j) => {
      expect(Math.abs(entry(inverse, i, j) / value - 1)).toBeLessThan(ROUNDING)
    })
  })
  expect(invertScaled(mixed, inflation * (1 - ROUNDING))).toBeNull()
  expect(invertScaled(mixed, inflation * (1 + ROUNDING))).not.toBeNull()
})

test.each([
  [
    'a variance of zero',
    [
      [0, 0],
      [0, 1],
    ],
  ],
  [
    'a negative variance',
    [
      [1, 0],
      [0, -1],
    ],
  ],
  [
    'a correlation of one',
    [
      [1, 1],
      [1, 1],
    ],
  ],
  [
    'a correlation above one',
    [
      [1, 2],
      [2, 1],
    ],
  ],
  [
    'an infinite variance',
    [
      [Number.POSITIVE_INFINITY, 0],
      [0, 1],
    ],
  ],
])('invertScaled() returns null for %s', (_what, m) => {
  expect(invertScaled(m, 1e14)).toBeNull()
})

test('cholesky() returns the root of a positive definite matrix, and null for any other', () => {
  fc.assert(
    fc.property(square, (m) => {
      const positive = mapCovariance(m, identity).map((row, i) => row.map((y, j) => (i === j ? y + 1 : y)))
      const root = cholesky(positive)!
      expect(difference(multiplyMatrices(root, transposeMatrix(root)), positive)).toBeLessThan(
        ROOT_ROUNDING * largest(positive),
      )
    }),
  )
  expect(
    cholesky([
      [1, 2],
      [2, 1],
    ]),
  ).toBeNull()
})

// Six sweeps rotate each row of 6 × 6 five times, and each rotation rounds it six times by 1.1e-16 of its norm.
const TURNED = (6 * 5 * 6 * Number.EPSILON) / 2

test('symmetricEigen() returns unit vectors that rebuild the matrix, largest value first', () => {
  fc.assert(
    fc.property(square, (m) => {
      const symmetric = buildMatrix(6, 6, (i, j) => entry(m, Math.max(i, j), Math.min(i, j)))
      const { values, vectors } = symmetricEigen(symmetric)
      const rebuilt = mapCovariance(
        transposeMatrix(vectors),
        buildMatrix(6, 6, (i, j) => (i === j ? values[i]! : 0)),
      )
      // The matrix is rotated on both sides, and its norm is up to six times its largest entry.
      expect(difference(rebuilt, symmetric)).toBeLessThanOrEqual(2 * TURNED * 6 * largest(symmetric))
      expect(difference(multiplyMatrices(vectors, transposeMatrix(vectors)), identity)).toBeLessThan(2 * TURNED)
      expect([...values].sort((a, b) => b - a)).toEqual(values)
    }),
  )
})

test('symmetricEigen() keeps the digits of a small eigenvalue next to a large one', () => {
  // 1e12 along (0.6, 0.8) and 1e-3 across it. The small value is lost in the rounding of 1e12, not in the method.
  const { values } = symmetricEigen([
    [1e6, 1e-3],
    [1e-3, 1e-6],
  ])
  // By hand: the determinant over the trace, 1 − 1e-6 over 1e6.
  expect(values[1]! / ((1 - 1e-6) / 1e6)).toBeCloseTo(1, DETERMINANT_DIGITS)
  expect(() => symmetricEigen([[Number.NaN]])).toThrow(RangeError)
})
