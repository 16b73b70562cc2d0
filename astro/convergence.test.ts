import { expect, test } from 'vitest'
import { converged, converging, NOT_CONVERGED, NoConvergenceError } from './convergence.ts'
import { integrate } from './quadrature.ts'

/** The quadrature is asked for 1e-12 of the value. */
const SETTLED_DIGITS = 12

test('converging() gives the value of what settles', () => {
  // The integral of a power of x over a unit interval is a textbook value.
  expect(converging(() => integrate((x) => x * x, [0, 1], { relative: 1e-12 }))).toEqual(
    converged(expect.closeTo(1 / 3, SETTLED_DIGITS)),
  )
})

test('converging() says that a quadrature did not settle, also one inside another', () => {
  // A corner at an irrational place is no polynomial on any half: four intervals cannot reach 1e-15.
  const corner = (x: number) => Math.abs(x - Math.SQRT1_2)
  const inner = () => integrate(corner, [0, 1], { relative: 1e-15, intervals: 4 })
  expect(converging(inner)).toEqual(NOT_CONVERGED)
  expect(converging(() => integrate(() => inner(), [0, 1], { relative: 1e-3 }))).toEqual(NOT_CONVERGED)
})

test('converging() lets other errors through', () => {
  expect(() =>
    converging(() => {
      throw new RangeError('a wrong call')
    }),
  ).toThrow(RangeError)
  expect(new NoConvergenceError('x')).not.toBeInstanceOf(RangeError)
})
