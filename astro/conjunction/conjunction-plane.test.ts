import { expect, test } from 'vitest'
import { cross, dot, norm, type Vec3 } from '../vec3.ts'
import { planeAxes } from './conjunction-plane.ts'

/** Components of unit vectors from cross products of positions and speeds of seven digits: rounding, with a margin of three digits. */
const UNIT_VECTOR_DIGITS = 12

/** Returns the axes for a primary at `r` with `v`, and a secondary with the relative velocity `dv`. */
const axesOf = (r: Vec3, v: Vec3, dv: Vec3) => planeAxes({ r, v }, { r, v: [v[0] + dv[0], v[1] + dv[1], v[2] + dv[2]] })

function expectVector(found: Vec3 | undefined, expected: Vec3): void {
  for (const [k, value] of expected.entries()) expect(found?.[k]).toBeCloseTo(value, UNIT_VECTOR_DIGITS)
}

test('planeAxes() has z along the relative velocity, x horizontal, and y as the third axis', () => {
  const [x, y, z] = axesOf([7e6, 0, 0], [0, 7_500, 0], [0, -7_500, 7_500]) ?? []
  // z = (0, −1, 1)/√2, x = z × r / |…| = (0, 1, 1)/√2, y = z × x = (−1, 0, 0).
  expectVector(z, [0, -Math.SQRT1_2, Math.SQRT1_2])
  expectVector(x, [0, Math.SQRT1_2, Math.SQRT1_2])
  expectVector(y, [-1, 0, 0])
})

test("planeAxes() of an approach along the radius has x normal to the primary's velocity", () => {
  const [x, y, z] = axesOf([7e6, 0, 0], [0, 7_000, 1_000], [100, 0, 0]) ?? []
  expectVector(z, [1, 0, 0])
  // z × v = (0, −1000, 7000).
  expectVector(x, [0, -1_000 / Math.hypot(1_000, 7_000), 7_000 / Math.hypot(1_000, 7_000)])
  expectVector(y, cross([1, 0, 0], x as Vec3))
})

test.each<[Vec3, Vec3]>([
  [
    [1, 0, 0],
    [0, -1, 0],
  ],
  [
    [0, 0, 1],
    [0, 1, 0],
  ],
])('planeAxes() if radius, velocity and approach are all along %j', (along, expected) => {
  const scaled = (length: number) => along.map((value) => value * length) as unknown as Vec3
  const [x, y, z] = axesOf(scaled(7e6), scaled(5_000), scaled(100)) ?? []
  expectVector(z, along)
  // x is normal to z and to the axis of the Earth; if z is that axis, x is normal to z and to the first axis.
  expectVector(x, expected)
  expect([norm(y as Vec3), dot(x as Vec3, y as Vec3)]).toEqual([1, 0])
})

test('planeAxes() returns null without relative motion', () => {
  expect(axesOf([7e6, 0, 0], [0, 7_500, 0], [0, 0, 0])).toBeNull()
})
