import { expect, test } from 'vitest'
import { rotationX, rotationZ } from '../frames/rotation.ts'
import { multiply, transpose } from '../mat3.ts'
import { definiteness } from './definiteness.ts'

/** Diagonal matrices, rotated so that all entries are nonzero: the eigenvalues do not change. */
const TURN = multiply(rotationX(0.7), rotationZ(-1.1))
const turned = (a: number, b: number, c: number) =>
  multiply(
    TURN,
    multiply(
      [
        [a, 0, 0],
        [0, b, 0],
        [0, 0, c],
      ],
      transpose(TURN),
    ),
  )

test.each([
  [[4, 9, 100], 'positive-definite'],
  [[1e-6, 1, 1e6], 'positive-definite'],
  [[-0.09, 1, 0.5], 'not-positive-definite'],
  [[-9.9, 100, 100], 'not-positive-definite'],
  [[-10.1, 100, 100], 'no-covariance'],
  [[-1, 1, 1], 'no-covariance'],
  [[-4, -9, -100], 'no-covariance'],
  [[-1, -1, 100], 'not-positive-definite'],
] as const)('definiteness() of a covariance with the eigenvalues %j: %s', ([a, b, c], expected) => {
  expect(definiteness(turned(a, b, c))).toBe(expected)
  // Velocities have no effect.
  const six = [...turned(a, b, c).map((row) => [...row, 7, 7, 7]), ...[3, 4, 5].map(() => [7, 7, 7, -9, -9, -9])]
  expect(definiteness(six)).toBe(expected)
})

test('definiteness() of zeros and of a flat covariance, whose eigenvalues are exact', () => {
  const diagonal = (a: number, b: number, c: number) =>
    definiteness([
      [a, 0, 0],
      [0, b, 0],
      [0, 0, c],
    ])
  expect(diagonal(0, 0, 0)).toBe('no-covariance')
  expect(diagonal(0, 4, 9)).toBe('not-positive-definite')
  // A tenth exactly still counts as repairable.
  expect(diagonal(-1, 10, 10)).toBe('not-positive-definite')
})
