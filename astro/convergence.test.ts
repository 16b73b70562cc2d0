import { expect, test } from 'vitest'
import { converged, converging, NOT_CONVERGED, NoConvergenceError } from './convergence.ts'
import { integrate } from './quadrature.ts'

/** The requested relative error of the quadrature is 1e-12. */
const SETTLED_DIGITS = 12

test('converging() returns the value of a calculation that converges', () => {
  // The integral of a power of x over a unit interval is a textbook value.
  expect(converging(() => integrate((x) => x * x, [0, 1], { relative: 1e-12 }))).toEqual(
    converged(expect.closeTo(1 / 3, SETTLED_DIGITS)),
  )
})

test('converging() reports a quadrature that does not converge, also inside another one', () => {
  // A corner at an irrational place always lies inside an interval, so four intervals cannot reach 1e-15.
  const corner = (x: number) => Math.abs(x - Math.SQRT1_2)
  const inner = () => integrate(corner, [0, 1], { relative: 1e-15, intervals: 4 })
  expect(converging(inner)).toEqual(NOT_CONVERGED)
  expect(converging(() => integrate(() => inner(), [0, 1], { relative: 1e-3 }))).toEqual(NOT_CONVERGED)
})

test('converging() passes other errors on', () => {
  expect(() =>
    converging(() => {
      throw new RangeError('a wrong call')
    }),
  ).toThrow(RangeError)
  expect(new NoConvergenceError('x')).not.toBeInstanceOf(RangeError)
})
