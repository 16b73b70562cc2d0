import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Mat3, multiply, transform, transpose } from '../mat3.ts'
import { buildMatrix, multiplyMatrices, transformRow, transposeMatrix } from '../matrix.ts'
import { realBetween } from '../testing/real-between.ts'
import { cross, norm, scale, subtract, type Vec3 } from '../vec3.ts'
import {
  chain,
  type FrameRotation,
  fixedRotation,
  invert,
  NO_ROTATION,
  rotateCovariance,
  rotateState,
  rotationX,
  rotationY,
  rotationZ,
  stateJacobian,
} from './rotation.ts'

/** The rounding of numbers of the order of 1. */
const ROUNDING = 1e-14
/** Central differences over 1e-5 s of rotations up to 1 rad/s have an error of 1e-10 from truncation and rounding. */
const DIFFERENCED = 1e-9

const angle = realBetween(-Math.PI, Math.PI)
const part = realBetween(-1, 1)
const vector = fc.tuple(part, part, part) as fc.Arbitrary<Vec3>
/** Three rotations around x, y and z give every orientation. */
const matrix = fc
  .tuple(angle, angle, angle)
  .map(([a, b, c]) => multiply(rotationZ(c), multiply(rotationY(b), rotationX(a))))
const rotation = fc.record({ matrix, omegaRadS: vector })

const far = (a: Vec3, b: Vec3) => norm(subtract(a, b))
const farMatrix = (a: Mat3, b: Mat3) => Math.max(...a.map((row, i) => far(row, b[i as 0 | 1 | 2])))

test('rotationX(), rotationY() and rotationZ() rotate the axes right-handed: y to z, z to x, x to y', () => {
  const [c, s] = [Math.cos(0.3), Math.sin(0.3)]
  // An axis towards which the frame rotates gets a positive component (Vallado, eq. 3-15).
  expect(transform(rotationX(0.3), [0, 1, 0])).toEqual([0, c, -s])
  expect(transform(rotationX(0.3), [0, 0, 1])).toEqual([0, s, c])
  expect(transform(rotationY(0.3), [0, 0, 1])).toEqual([-s, 0, c])
  expect(transform(rotationY(0.3), [1, 0, 0])).toEqual([c, 0, s])
  expect(transform(rotationZ(0.3), [1, 0, 0])).toEqual([c, -s, 0])
  expect(transform(rotationZ(0.3), [0, 1, 0])).toEqual([s, c, 0])
  for (const [turn, axis] of [
    [rotationX, [1, 0, 0]],
    [rotationY, [0, 1, 0]],
    [rotationZ, [0, 0, 1]],
  ] as const)
    expect(transform(turn(1.1), axis)).toEqual(axis)
})

test('rotations are orthogonal and right-handed, and rotations around one axis add up', () => {
  fc.assert(
    fc.property(matrix, angle, angle, (m, a, b) => {
      expect(farMatrix(multiply(m, transpose(m)), NO_ROTATION.matrix)).toBeLessThan(ROUNDING)
      expect(far(cross(m[0], m[1]), m[2])).toBeLessThan(ROUNDING)
      for (const turn of [rotationX, rotationY, rotationZ])
        expect(farMatrix(multiply(turn(b), turn(a)), turn(a + b))).toBeLessThan(ROUNDING)
    }),
  )
})

/** A frame that is tilted by `tilt` and then rotates around its own z axis at a constant `rate`, in closed form. */
const turning = (tilt: Mat3, rate: number, t: number): FrameRotation => ({
  matrix: multiply(rotationZ(rate * t), tilt),
  omegaRadS: [0, 0, rate],
})

test('rotateState() agrees with differences of the position in the rotating frame', () => {
  fc.assert(
    fc.property(matrix, part, vector, vector, realBetween(-5, 5), (tilt, rate, r, v, t) => {
      const seen = (at: number): Vec3 =>
        transform(turning(tilt, rate, at).matrix, [r[0] + v[0] * at, r[1] + v[1] * at, r[2] + v[2] * at])
      const h = 1e-5
      const slope = scale(subtract(seen(t + h), seen(t - h)), 1 / (2 * h))
      const here: Vec3 = [r[0] + v[0] * t, r[1] + v[1] * t, r[2] + v[2] * t]
      const found = rotateState(turning(tilt, rate, t), { r: here, v })
      expect(far(found.r, seen(t))).toBeLessThan(ROUNDING)
      expect(far(found.v, slope)).toBeLessThan(DIFFERENCED)
    }),
  )
})

test('chain() applies one rotation after the other, and invert() undoes it', () => {
  fc.assert(
    fc.property(rotation, rotation, vector, vector, (first, second, r, v) => {
      const state = { r, v }
      const stepwise = rotateState(second, rotateState(first, state))
      const atOnce = rotateState(chain(first, second), state)
      expect(far(atOnce.r, stepwise.r)).toBeLessThan(ROUNDING)
      expect(far(atOnce.v, stepwise.v)).toBeLessThan(ROUNDING)
      const back = rotateState(invert(first), rotateState(first, state))
      expect(far(back.r, r)).toBeLessThan(ROUNDING)
      expect(far(back.v, v)).toBeLessThan(ROUNDING)
      const same = rotateState(NO_ROTATION, state)
      expect(far(same.r, r) + far(same.v, v)).toBe(0)
      expect(far(rotateState(fixedRotation(first.matrix), state).v, transform(first.matrix, v))).toBe(0)
    }),
  )
})

test('stateJacobian() times a state is the rotated state, and rotateCovariance() is J P Jᵀ', () => {
  fc.assert(
    fc.property(rotation, vector, vector, (turn, r, v) => {
      const jacobian = stateJacobian(turn)
      const found = rotateState(turn, { r, v })
      const product = transformRow(jacobian, [...r, ...v])
      for (const [k, value] of [...found.r, ...found.v].entries())
        expect(Math.abs(product[k]! - value)).toBeLessThan(ROUNDING)
      // x xᵀ becomes (J x)(J x)ᵀ.
      const six = [...r, ...v]
      const seen = [...found.r, ...found.v]
      const turned = rotateCovariance(
        turn,
        buildMatrix(6, 6, (i, j) => six[i]! * six[j]!),
      )
      const place = rotateCovariance(
        turn,
        buildMatrix(3, 3, (i, j) => six[i]! * six[j]!),
      )
      turned.forEach((row, i) => {
        row.forEach((value, j) => {
          expect(Math.abs(value - seen[i]! * seen[j]!)).toBeLessThan(10 * ROUNDING)
          expect(value).toBe(turned[j]![i])
          if (i < 3 && j < 3) expect(Math.abs(place[i]![j]! - value)).toBeLessThan(10 * ROUNDING)
        })
      })
    }),
  )
  const twice = multiplyMatrices(stateJacobian(NO_ROTATION), transposeMatrix(stateJacobian(NO_ROTATION)))
  expect(twice).toEqual(buildMatrix(6, 6, (i, j) => (i === j ? 1 : 0)))
})

test.each([
  ['2 × 2', buildMatrix(2, 2, () => 1)],
  ['3 × 6', buildMatrix(3, 6, () => 1)],
  ['6 × 3', buildMatrix(6, 3, () => 1)],
  ['7 × 7', buildMatrix(7, 7, () => 1)],
  ['ragged', [[1, 0, 0], [0, 1, 0], [0]]],
])('rotateCovariance() refuses %s', (_name, covariance) => {
  expect(() => rotateCovariance(NO_ROTATION, covariance)).toThrow('is neither 3 × 3 nor 6 × 6')
})
