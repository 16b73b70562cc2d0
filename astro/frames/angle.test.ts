import { expect, test } from 'vitest'
import { arcsecPolynomial, polynomial, RAD_PER_ARCSEC } from './angle.ts'

/** The rounding of one product and one sum of numbers about one. */
const ROUNDING_DIGITS = 14

test('polynomial() starts with the lowest power, and angles stay within one turn', () => {
  expect(polynomial(2, [1, 10, 100, 1000])).toBe(1 + 20 + 400 + 8000)
  expect(polynomial(5, [])).toBe(0)
  expect(arcsecPolynomial(1, [0, 1_296_000])).toBe(0)
  expect(arcsecPolynomial(-1, [0, 1_296_000 + 3600])).toBeCloseTo(-Math.PI / 180, ROUNDING_DIGITS)
  expect(180 * 3600 * RAD_PER_ARCSEC).toBeCloseTo(Math.PI, ROUNDING_DIGITS)
})
