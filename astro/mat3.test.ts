import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMatrices, IDENTITY, type Mat3, multiply, rotateForm, transform, transpose } from './mat3.ts'
import { realBetween } from './testing/real-between.ts'
import { dot, norm, subtract, type Vec3 } from './vec3.ts'

/** The rounding of nine products and their sums, relative to their size. */
const PRODUCT_ROUNDING = 1e-15
/** The rounding of three sums of three products on each side. */
const TRANSPOSED_ROUNDING = 4e-15

// Rounded to a micrometre, because products of far smaller numbers would leave the range of a double.
const component = realBetween(-1e6, 1e6).map((x) => Math.round(x * 1e6) / 1e6)
const vector: fc.Arbitrary<Vec3> = fc.tuple(component, component, component)
const matrix: fc.Arbitrary<Mat3> = fc.tuple(vector, vector, vector)
const EXAMPLE: Mat3 = [
  [1, 2, 3],
  [4, 5, 6],
  [7, 8, 10],
]

test('transform() multiplies the matrix with the vector, row by row', () => {
  expect(transform(EXAMPLE, [1, 0, -1])).toEqual([-2, -2, -3])
  expect(transform(IDENTITY, [1, 2, 3])).toEqual([1, 2, 3])
})

test('multiply() applies b first, then a', () => {
  fc.assert(
    fc.property(matrix, matrix, vector, (a, b, v) => {
      const together = transform(multiply(a, b), v)
      const oneByOne = transform(a, transform(b, v))
      const size = 9 * Math.max(...a.map(norm)) * Math.max(...b.map(norm)) * norm(v)
      expect(norm(subtract(together, oneByOne))).toBeLessThanOrEqual(PRODUCT_ROUNDING * size)
    }),
  )
})

test('transpose() moves a matrix to the other side of a scalar product', () => {
  fc.assert(
    fc.property(matrix, vector, vector, (m, a, b) => {
      const size = 3 * Math.max(...m.map(norm)) * norm(a) * norm(b)
      expect(Math.abs(dot(transform(m, a), b) - dot(a, transform(transpose(m), b)))).toBeLessThanOrEqual(
        TRANSPOSED_ROUNDING * size,
      )
    }),
  )
})

test('addMatrices() adds each entry', () => {
  expect(addMatrices(EXAMPLE, IDENTITY)).toEqual([
    [2, 2, 3],
    [4, 6, 6],
    [7, 8, 11],
  ])
})

test('rotateForm() is m · p · mᵀ in each entry, and exactly symmetric', () => {
  fc.assert(
    fc.property(matrix, matrix, (m, half) => {
      const form = addMatrices(half, transpose(half))
      const turned = rotateForm(m, form)
      expect(turned).toEqual(transpose(turned))
      const size = 27 * Math.max(...m.map(norm)) ** 2 * Math.max(...form.map(norm))
      // The entry i, j is mᵢ · (p mⱼ).
      for (const [i, row] of turned.entries())
        for (const [j, entry] of row.entries())
          expect(Math.abs(entry - dot(m[i]!, transform(form, m[j]!)))).toBeLessThanOrEqual(PRODUCT_ROUNDING * size)
    }),
  )
})

test('rotateForm() keeps the trace and the symmetry under a rotation', () => {
  const quarterTurnAboutZ: Mat3 = [
    [0, 1, 0],
    [-1, 0, 0],
    [0, 0, 1],
  ]
  const form: Mat3 = [
    [4, 1, 0],
    [1, 9, 2],
    [0, 2, 16],
  ]
  expect(rotateForm(quarterTurnAboutZ, form)).toEqual([
    [9, -1, 2],
    [-1, 4, 0],
    [2, 0, 16],
  ])
})
