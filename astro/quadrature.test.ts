import { expect, test } from 'vitest'
import { NoConvergenceError } from './convergence.ts'
import { maximise } from './maximise.ts'
import { integrate } from './quadrature.ts'

/** The requested relative error. */
const ASKED_RELATIVE = 1e-11

/** A maximum is flat, so its place has half the digits. */
const MAXIMUM_DIGITS = 6
/** Digits of the value at the maximum. */
const VALUE_DIGITS = 12

test('integrate() reaches the requested digits for smooth integrands, and for integrands with peaks or kinks', () => {
  const cases: [(x: number) => number, number[], number][] = [
    [Math.exp, [0, 1], Math.E - 1],
    [(x) => 1 / (1 + x * x), [-5, 5], 2 * Math.atan(5)],
    [(x) => Math.exp(-((x - 0.3) ** 2) / 2e-6), [0, 0.3, 1], Math.sqrt(2e-6 * Math.PI)],
    [Math.abs, [-1, 0.25, 2], 2.5],
    [(x) => Math.sqrt(x), [0, 1], 2 / 3],
  ]
  for (const [f, points, expected] of cases) {
    expect(Math.abs(integrate(f, points, { relative: 1e-11 }) / expected - 1)).toBeLessThan(ASKED_RELATIVE)
  }
})

test('integrate() throws for values that are not finite and for sums that do not converge', () => {
  expect(() => integrate((x) => 1 / (x - 0.5), [0, 1], { relative: 1e-9 })).toThrow(RangeError)
  expect(() => integrate((x) => Math.sin(1 / x) / x, [1e-9, 1], { relative: 1e-12, intervals: 40 })).toThrow(
    NoConvergenceError,
  )
  expect(integrate(() => 1, [2, 2], { relative: 1e-9 })).toBe(0)
})

test('maximise() finds a maximum inside the interval and one at its end', () => {
  const top = maximise((x) => -((x - 1.25) ** 2), 0, 10)
  expect(top.at).toBeCloseTo(1.25, MAXIMUM_DIGITS)
  expect(top.value).toBeCloseTo(0, VALUE_DIGITS)
  expect(maximise((x) => x, 0, 10).at).toBeCloseTo(10, MAXIMUM_DIGITS)
})
