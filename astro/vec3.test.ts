import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from './testing/real-between.ts'
import { add, cross, dot, norm, scale, subtract, type Vec3 } from './vec3.ts'

/** The rounding of a dozen products, relative to the whole. */
const PRODUCT_ROUNDING = 1e-14

// Micrometres to ten thousand kilometres, and zero. Products of far smaller numbers would leave the range of a double.
const component = realBetween(-1e7, 1e7).map((x) => Math.round(x * 1e6) / 1e6)
const vector: fc.Arbitrary<Vec3> = fc.tuple(component, component, component)

test('add(), subtract() and scale() work on each component', () => {
  expect(add([1, 2, 3], [10, 20, 30])).toEqual([11, 22, 33])
  expect(subtract([1, 2, 3], [10, 20, 30])).toEqual([-9, -18, -27])
  expect(scale([1, -2, 3], -2)).toEqual([-2, 4, -6])
})

test('norm() is the length', () => {
  expect(norm([2, 3, 6])).toBe(7)
  expect(norm([0, 0, 0])).toBe(0)
})

test('cross() is right-handed', () => {
  expect(cross([1, 0, 0], [0, 1, 0])).toEqual([0, 0, 1])
  expect(cross([0, 1, 0], [0, 0, 1])).toEqual([1, 0, 0])
  expect(cross([0, 0, 1], [1, 0, 0])).toEqual([0, 1, 0])
})

test('cross() is normal to both vectors, and its sign changes with their order', () => {
  fc.assert(
    fc.property(vector, vector, (a, b) => {
      const normal = cross(a, b)
      const rounding = 1e-15 * norm(a) * norm(b)
      expect(Math.abs(dot(normal, a))).toBeLessThanOrEqual(2 * rounding * norm(a))
      expect(Math.abs(dot(normal, b))).toBeLessThanOrEqual(2 * rounding * norm(b))
      expect(norm(add(normal, cross(b, a)))).toBe(0)
    }),
  )
})

test("dot() and cross() fulfil Lagrange's identity", () => {
  fc.assert(
    fc.property(vector, vector, (a, b) => {
      const product = dot(a, a) * dot(b, b)
      expect(Math.abs(dot(a, b) ** 2 + norm(cross(a, b)) ** 2 - product)).toBeLessThanOrEqual(
        PRODUCT_ROUNDING * product,
      )
    }),
  )
})
