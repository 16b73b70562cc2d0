import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realBetween } from '../testing/real-between.ts'
import type { Vec3 } from '../vec3.ts'
import { hermite, lagrange } from './polynomial.ts'

/** Times of 1e5 s have a resolution of 1.5e-11 s. */
const CLOSE_TIMES_DIGITS = 9
/** The rounding of weights that sum to one. */
const WEIGHTS_DIGITS = 13

/** Polynomials through at most eight nodes at least 1 apart in ±10 amplify the rounding of their values by some thousands. */
const MAGNIFIED_ROUNDING = 1e-9

type Coefficients = readonly number[]

/** Returns the n-th derivative of a polynomial, term by term: k (k−1) … (k−n+1) c t^(k−n). */
const derivative = (coefficients: Coefficients, n: number, t: number) =>
  coefficients.reduce((sum, c, k) => {
    if (k < n) return sum
    const falling = Array.from({ length: n }, (_, i) => k - i).reduce((product, factor) => product * factor, 1)
    return sum + c * falling * t ** (k - n)
  }, 0)

const vector = (three: readonly Coefficients[], n: number, t: number) =>
  three.map((coefficients) => derivative(coefficients, n, t)) as unknown as Vec3

/** Nodes, the number of known values at each, and three polynomials of exactly the degree that these determine. */
const problems = (orders: fc.Arbitrary<number>) =>
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: -10, max: 10 }), orders), {
      minLength: 1,
      maxLength: 5,
      selector: ([time]: [number, number]) => time,
    })
    .chain((nodes) => {
      const terms = nodes.reduce((sum, [, order]) => sum + order, 0)
      const polynomial = fc.array(realBetween(-1, 1), { minLength: terms, maxLength: terms })
      return fc.record({ nodes: fc.constant(nodes), three: fc.tuple(polynomial, polynomial, polynomial) })
    })

/** Returns the largest possible value of a polynomial with these coefficients, as the scale of its rounding. */
const sizeOf = (terms: number) => Math.max(1, terms) ** 2 * 10 ** Math.max(0, terms - 1)

test('lagrange() is the polynomial through as many values as it has coefficients', () => {
  fc.assert(
    fc.property(problems(fc.constant(1)), realBetween(-10, 10), ({ nodes, three }, t) => {
      const samples = nodes.map(([time]) => ({ time, values: [vector(three, 0, time)] }))
      const found = lagrange(samples, t)
      const limit = MAGNIFIED_ROUNDING * sizeOf(nodes.length)
      for (const [k, value] of vector(three, 0, t).entries()) expect(Math.abs(found[k]! - value)).toBeLessThan(limit)
      for (const { time, values } of samples) expect(lagrange(samples, time)).toEqual(values[0])
    }),
    { numRuns: 50 },
  )
})

test('hermite() is the polynomial with these values and derivatives, and its slope', () => {
  fc.assert(
    fc.property(problems(fc.integer({ min: 1, max: 3 })), realBetween(-10, 10), ({ nodes, three }, t) => {
      const samples = nodes.map(([time, order]) => ({
        time,
        values: Array.from({ length: order }, (_, n) => vector(three, n, time)),
      }))
      const terms = three[0].length
      const limit = MAGNIFIED_ROUNDING * sizeOf(terms)
      const found = hermite(samples, t)
      for (const k of [0, 1, 2] as const) {
        expect(Math.abs(found.value[k] - derivative(three[k], 0, t))).toBeLessThan(limit)
        expect(Math.abs(found.slope[k] - derivative(three[k], 1, t))).toBeLessThan(limit)
      }
    }),
    { numRuns: 50 },
  )
})

test('lagrange() keeps its digits for times of days in seconds that are close together', () => {
  // t² about 1e5 s at a tenth of a second: without a common scale the weights would be 1e3 and more.
  const samples = [-2, -1, 0, 1, 2].map((n) => {
    const time = 1e5 + n / 10
    return { time, values: [[(n / 10) ** 2, n / 10, 1] as Vec3] }
  })
  const [square, line, one] = lagrange(samples, 1e5 + 0.05)
  expect(square).toBeCloseTo(0.0025, CLOSE_TIMES_DIGITS)
  expect(line).toBeCloseTo(0.05, CLOSE_TIMES_DIGITS)
  expect(one).toBeCloseTo(1, WEIGHTS_DIGITS)
})

test('lagrange() accepts many times that are close together: weights without a common scale would overflow', () => {
  // 61 times a nanosecond apart: the product of the reciprocals of 60 differences is near 1e475.
  const grain = 1e-9
  const samples = Array.from({ length: 61 }, (_, n) => ({ time: (n - 30) * grain, values: [[n - 30, 1, 0] as Vec3] }))
  const [line, one] = lagrange(samples, grain / 2)
  expect(line).toBeCloseTo(0.5, CLOSE_TIMES_DIGITS)
  expect(one).toBeCloseTo(1, WEIGHTS_DIGITS)
})
