import { expect, test } from 'vitest'
import { type DenseStep, evaluateStep, makeDenseStep } from './dense-output.ts'
import { STAGES, STAGES_EXTENDED } from './stages.ts'

/** The rounding of sums of sixteen stages with weights of up to a hundred. */
const ROUNDING = 1e-12

/** The rounding of numbers up to 1 from a few products: 5e-16. */
const LAST_BIT_DIGITS = 15

/**
 * Returns the step of y' = n t^(n−1), y = t^n. The derivative does not depend on y, so all 13 stages follow from the times c of the method
 * (Hairer, Norsett and Wanner, §II.5, table 5.2 and the code DOP853).
 */
function powerStep(n: number, t: number, h: number): DenseStep {
  const derivative = (at: number, _y: Float64Array, out: Float64Array) => {
    out[0] = n * at ** (n - 1)
  }
  const root = Math.sqrt(6)
  const nodes = [
    ...[0, (6 - root) / 67.5, (6 - root) / 45, (6 - root) / 30, (6 + root) / 30, 1 / 3, 1 / 4],
    ...[4 / 13, 127 / 195, 3 / 5, 6 / 7, 1, 1],
  ]
  const k = new Float64Array(STAGES_EXTENDED)
  for (const [stage, c] of nodes.entries()) k[stage] = n * (t + c * h) ** (n - 1)
  expect(nodes.length).toBe(STAGES + 1)
  return makeDenseStep(derivative, { t, h, y: Float64Array.of(t ** n), yEnd: Float64Array.of((t + h) ** n), k })
}

test.each([1, 2, 3, 4, 5, 6, 7])(
  'the polynomials of a step of order 7 are exact for t^%d, forwards and backwards',
  (n) => {
    for (const [t, h] of [
      [1, 0.5],
      [2, -0.75],
      [-0.5, 1],
    ] as const) {
      const step = powerStep(n, t, h)
      for (const x of [0, 0.1, 1 / 3, 0.5, 0.77, 1]) {
        const exact = (t + x * h) ** n
        expect(Math.abs(evaluateStep(step, t + x * h)[0]! - exact)).toBeLessThan(ROUNDING * 100)
      }
      // The ends are exact, so that steps join.
      expect(evaluateStep(step, t)[0]).toBe(t ** n)
    }
  },
)

/** A step from 0 to `h` on which y is x (1 − x) (polynomial c1) and z is x, where x is the fraction of the step. */
const parabola = (h: number): DenseStep => ({
  t: 0,
  h,
  y: Float64Array.of(0, 0),
  polynomials: Float64Array.from({ length: 14 }, (_, k) => (k === 1 || k === 2 ? 1 : 0)),
})

test('evaluateStep() gives a parabola and a line from their coefficients', () => {
  for (const h of [10, -10])
    for (const x of [0, 0.2, 0.5, 1]) {
      const [bow, line] = evaluateStep(parabola(h), x * h)
      expect(bow).toBeCloseTo(x * (1 - x), LAST_BIT_DIGITS)
      expect(line).toBeCloseTo(x, LAST_BIT_DIGITS)
    }
})
