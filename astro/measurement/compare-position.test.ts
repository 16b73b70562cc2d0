import { expect, test } from 'vitest'
import { inertialRsw } from '../frames/local.ts'
import { transform, transpose } from '../mat3.ts'
import { invert } from '../matrix.ts'
import { addSeconds } from '../time/epoch.ts'
import { add, dot, scale, type Vec3 } from '../vec3.ts'
import { comparePosition } from './compare-position.ts'
import { EPOCH, FLY, TRUTH } from './testing/simulate.ts'

const flight = FLY(TRUTH)
if (flight === null) throw new Error('the truth does not fly')
const { stateAt } = flight
const at = addSeconds(EPOCH, 1_800)
const state = stateAt(at)
const OFF: Vec3 = [3, -40, 7]
/** The rounding of a difference of positions of 1e7 m is 2e-9 m. */
const DIGITS = 6
const position = (off: Vec3) => add(state.r, transform(transpose(inertialRsw(state)), off))
const seen = (covariance: readonly (readonly number[])[]) =>
  comparePosition({ kind: 'position', epoch: at, sensorId: 'GPS', positionM: position(OFF), covariance }, stateAt)

test('a position ahead of its orbit has an in-track residual, measured minus computed, along the axes of the orbit', () => {
  const rows = seen([
    [25, 0, 0],
    [0, 25, 0],
    [0, 0, 25],
  ])
  expect(rows.map(({ quantity }) => quantity)).toEqual(['radial', 'in-track', 'cross-track'])
  rows.forEach(({ residual, sigma }, i) => {
    expect(residual).toBeCloseTo(OFF[i as 0 | 1 | 2], DIGITS)
    expect(sigma).toBeCloseTo(5, DIGITS)
  })
  // In-track is along the velocity of a nearly circular orbit, radial away from the Earth.
  expect(dot(rows[1]?.byPosition ?? [0, 0, 0], state.v)).toBeGreaterThan(0)
  expect(dot(rows[0]?.byPosition ?? [0, 0, 0], state.r)).toBeGreaterThan(0)
})

test('the numbers of correlated positions are independent: their squares add up to yᵀ C⁻¹ y', () => {
  const covariance = [
    [40, 12, -5],
    [12, 90, 20],
    [-5, 20, 30],
  ]
  const off = add(position(OFF), scale(state.r, -1))
  const inverse = invert(covariance)
  if (inverse === null) throw new Error('the covariance has no inverse')
  const expected = off.reduce(
    (sum, a, i) => sum + off.reduce((part, b, j) => part + a * b * (inverse[i]?.[j] ?? 0), 0),
    0,
  )
  const rows = seen(covariance)
  expect(rows.reduce((sum, { residual, sigma }) => sum + (residual / sigma) ** 2, 0)).toBeCloseTo(expected, DIGITS)
  // A displacement changes each number by its slope, so the fit uses the same independent numbers.
  const moved = comparePosition(
    {
      kind: 'position',
      epoch: at,
      sensorId: 'GPS',
      positionM: add(position(OFF), [1, 2, 3]),
      covariance,
    },
    stateAt,
  )
  rows.forEach((row, i) => {
    expect((moved[i]?.residual ?? 0) - row.residual).toBeCloseTo(dot(row.byPosition, [1, 2, 3]), DIGITS)
  })
})

test('an invalid covariance is refused', () => {
  expect(() =>
    seen([
      [1, 2, 0],
      [2, 1, 0],
      [0, 0, 1],
    ]),
  ).toThrow(/not positive definite/)
})
