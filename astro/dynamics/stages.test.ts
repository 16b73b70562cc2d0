import { expect, test } from 'vitest'
import { A, B, C, E3, E5, type Weights } from './dop853.data.ts'
import { combine, STAGES, STAGES_EXTENDED } from './stages.ts'

/** The rounding of sixteen products of weights of up to a few hundred. */
const ROUNDING = 2e-13
/** The error of an order that is not satisfied: the least constant here is 2.7e-5, far above rounding. */
const LEAST_ERROR = 1e-5
/** The error of the third-order estimate for t³ is 0.025. */
const LEAST_THIRD_ORDER_ERROR = 0.02

/** Returns Σ w_j c_j^k: a Runge-Kutta quadrature integrates t^k by such sums. */
const moment = (weights: Weights, power: number) =>
  weights.reduce((sum, [stage, weight]) => sum + weight * (C[stage] ?? Number.NaN) ** power, 0)

// The conditions are Butcher's (Hairer, Norsett and Wanner, Solving Ordinary Differential Equations I, §II.2 and §II.5).

test.each([0, 1, 2, 3, 4, 5, 6, 7])(
  'the weights of DOP853 integrate t^%d over a step, like a method of order 8',
  (k) => {
    expect(Math.abs(moment(B, k) - 1 / (k + 1))).toBeLessThan(ROUNDING)
  },
)

test('the weights of DOP853 have order 8 and not 9', () => {
  expect(Math.abs(moment(B, 8) - 1 / 9)).toBeGreaterThan(LEAST_ERROR)
})

test('the weights of each stage of DOP853 sum to its time, for all sixteen stages', () => {
  expect(A.length).toBe(STAGES_EXTENDED)
  expect(C.length).toBe(STAGES_EXTENDED)
  for (const [stage, weights] of A.entries()) {
    // Stage 12 is the end of the step, with the weights of the method.
    if (stage === STAGES) continue
    expect(Math.abs(moment(weights, 0) - C[stage]!), `stage ${stage}`).toBeLessThan(ROUNDING)
    expect(
      weights.every(([before]) => before < stage),
      `stage ${stage} is explicit`,
    ).toBe(true)
  }
})

test('the stages from the third on integrate t over their part of the step, those from the sixth on t² and t³', () => {
  for (const [stage, weights] of A.entries()) {
    if (stage < 2 || stage === STAGES) continue
    const c = C[stage]!
    expect(Math.abs(moment(weights, 1) - c ** 2 / 2), `t at stage ${stage}`).toBeLessThan(ROUNDING)
    if (stage < 5) continue
    expect(Math.abs(moment(weights, 2) - c ** 3 / 3), `t² at stage ${stage}`).toBeLessThan(ROUNDING)
    expect(Math.abs(moment(weights, 3) - c ** 4 / 4), `t³ at stage ${stage}`).toBeLessThan(ROUNDING)
  }
})

test('the error estimates are zero for polynomials that their lower orders integrate', () => {
  for (let k = 0; k < 3; k += 1) expect(Math.abs(moment(E3, k)), `order 3, t^${k}`).toBeLessThan(ROUNDING)
  for (let k = 0; k < 5; k += 1) expect(Math.abs(moment(E5, k)), `order 5, t^${k}`).toBeLessThan(ROUNDING)
  expect(Math.abs(moment(E3, 3))).toBeGreaterThan(LEAST_THIRD_ORDER_ERROR)
  expect(Math.abs(moment(E5, 5))).toBeGreaterThan(LEAST_ERROR)
})

test('combine() adds the weighted stages of all components to y, and does not change y', () => {
  const y = Float64Array.of(10, 20)
  // Three stages of two components, one after the other.
  const k = Float64Array.of(1, 2, 3, 4, 5, 6)
  const out = Float64Array.of(-1, -1)
  combine(
    out,
    { y, h: 0.5 },
    {
      k,
      weights: [
        [0, 2],
        [2, -4],
      ],
    },
  )
  expect([...out]).toEqual([10 + 0.5 * (2 * 1 - 4 * 5), 20 + 0.5 * (2 * 2 - 4 * 6)])
  expect([...y]).toEqual([10, 20])
  combine(out, { y, h: -3 }, { k, weights: [] })
  expect([...out]).toEqual([10, 20])
})
