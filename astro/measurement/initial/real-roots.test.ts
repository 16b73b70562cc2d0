import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realRoots } from './real-roots.ts'

/** Seven neighbouring roots, 14 to 20: the rounding of terms of 1e10 is 1e-6, and the slope between them is 36. */
const NEIGHBOURS = 1e-7
/** Separate roots: a few units of double precision. */
const ROOT_DIGITS = 12
/** The accuracy of a double root is the square root of double precision. */
const DOUBLE_ROOT_DIGITS = 7

/** The coefficients of the product of (x − root). */
function fromRoots(roots: readonly number[]): number[] {
  let product = [1]
  for (const root of roots) product = [0, ...product].map((value, k) => value - root * (product[k] ?? 0))
  return product
}

test('realRoots() finds the roots from which the polynomial was made', () => {
  expect(realRoots(fromRoots([1, 2, 4]), 0, 10)).toEqual([1, 2, 4].map((root) => expect.closeTo(root, ROOT_DIGITS)))
  expect(realRoots([-4, 0, 1], -10, 10)).toEqual([-2, 2].map((root) => expect.closeTo(root, ROOT_DIGITS)))
})

test('realRoots() finds any number of separate roots', () => {
  const whole = fc.uniqueArray(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 7 })
  fc.assert(
    fc.property(whole, (roots) => {
      const found = realRoots(fromRoots(roots), -30, 30)
      const wanted = [...roots].sort((a, b) => a - b)
      expect(found.length).toBe(wanted.length)
      wanted.forEach((root, k) => {
        expect(Math.abs(found[k]! - root)).toBeLessThan(NEIGHBOURS)
      })
    }),
  )
})

test('realRoots() finds a double root once, and returns none if there is none', () => {
  expect(realRoots(fromRoots([3, 3]), 0, 10)).toEqual([expect.closeTo(3, DOUBLE_ROOT_DIGITS)])
  expect(realRoots([1, 0, 1], -10, 10)).toEqual([])
  expect(realRoots([5], -10, 10)).toEqual([])
})

test('realRoots() excludes roots outside the bounds', () => {
  expect(realRoots(fromRoots([1, 5, 9]), 2, 8)).toEqual([expect.closeTo(5, ROOT_DIGITS)])
})
