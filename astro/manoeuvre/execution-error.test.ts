import { expect, test } from 'vitest'
import { dot, scale, type Vec3 } from '../vec3.ts'
import { executionCovariance, sumMatrices } from './execution-error.ts'

/** Sums and products of a dozen numbers. */
const ROUNDING = 1e-14

const form = (m: readonly (readonly number[])[], a: Vec3, b: Vec3) =>
  m.reduce((sum, row, i) => sum + a[i as 0]! * dot(row as unknown as Vec3, b), 0)

test.each<[string, Vec3, readonly [Vec3, Vec3, Vec3]]>([
  [
    'along x',
    [5, 0, 0],
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  ],
  [
    'backwards along z',
    [0, 0, -5],
    [
      [0, 0, -1],
      [1, 0, 0],
      [0, 1, 0],
    ],
  ],
  [
    'aslant',
    [3, -4, 0],
    [
      [0.6, -0.8, 0],
      [0.8, 0.6, 0],
      [0, 0, 1],
    ],
  ],
  [
    'out of every plane',
    [5 / 3, 10 / 3, -10 / 3],
    [
      [1 / 3, 2 / 3, -2 / 3],
      [2 / 3, 1 / 3, 2 / 3],
      [2 / 3, -2 / 3, -1 / 3],
    ],
  ],
])('executionCovariance() of a burn %s is that of Gates along it and across', (_name, deltaV, [along, one, other]) => {
  const error = { magnitude: 0.02, pointingRad: 0.01, fixedMagnitudeMps: 0.3, fixedPointingMps: 0.2 }
  const covariance = executionCovariance(deltaV, error)
  // 5 m/s: 0.1² + 0.3² along, 0.05² + 0.2² across.
  expect(form(covariance, along, along)).toBeCloseTo(0.1, 14)
  for (const across of [one, other]) expect(form(covariance, across, across)).toBeCloseTo(0.0425, 14)
  for (const [a, b] of [
    [along, one],
    [along, other],
    [one, other],
  ] as const)
    expect(Math.abs(form(covariance, a, b))).toBeLessThan(ROUNDING)
  // Without fixed parts twice the burn has four times the covariance.
  const shares = { magnitude: 0.02, pointingRad: 0.01 }
  const [single, twice] = [executionCovariance(deltaV, shares), executionCovariance(scale(deltaV, 2), shares)]
  expect(form(single, along, along)).toBeCloseTo(0.01, 14)
  expect(form(single, one, one)).toBeCloseTo(0.0025, 14)
  expect(form(twice, one, one)).toBeCloseTo(0.01, 14)
})

test('executionCovariance() of no burn is nothing, fixed parts or not', () => {
  const error = { magnitude: 0.02, pointingRad: 0.01, fixedMagnitudeMps: 0.3, fixedPointingMps: 0.2 }
  expect(executionCovariance([0, 0, 0], error)).toEqual([0, 1, 2].map(() => [0, 0, 0]))
})

test('sumMatrices() adds entry by entry, and refuses matrices of other sizes', () => {
  expect(sumMatrices([[1, 2, 3]], [[10, 20, 30]])).toEqual([[11, 22, 33]])
  expect(() =>
    sumMatrices(
      [
        [1, 2],
        [3, 4],
      ],
      [[1, 2]],
    ),
  ).toThrow()
})
