import { missing } from '../missing.ts'
import { A, C, D } from './dop853.data.ts'
import { combine, type Derivative, STAGES, STAGES_EXTENDED } from './stages.ts'

/** Coefficients of the polynomial for each component. */
const POLYNOMIALS = 7

/** A step from t to t + h, and the polynomials for times in between. */
export interface DenseStep {
  readonly t: number
  readonly h: number
  readonly y: Float64Array
  readonly polynomials: Float64Array
}

/** A finished step: its values at both ends and the derivatives of its stages, stage by stage. */
interface Stages {
  readonly t: number
  readonly h: number
  readonly y: Float64Array
  readonly yEnd: Float64Array
  readonly k: Float64Array
}

/**
 * Returns the polynomials of order 7 over a step whose 13 stages are in `k`; three more are computed (Hairer, §II.10). The first three
 * coefficients are those of cubic Hermite interpolation: the change Δ of y, h f0 − Δ and 2 Δ − h (f0 + f1). The other four are combinations D of
 * all 16 stages, which raise the order from 3 to 7.
 */
export function makeDenseStep(derivative: Derivative, { t, h, y, yEnd, k }: Stages): DenseStep {
  const n = y.length
  const trial = new Float64Array(n)
  // Stage 12 is the slope at the end of the step, which the next step needs anyway; 13 to 15 are only for this polynomial.
  for (let s = STAGES + 1; s < STAGES_EXTENDED; s += 1) {
    combine(trial, { y, h }, { k, weights: A[s] ?? [] })
    derivative(t + (C[s] ?? missing()) * h, trial, k.subarray(s * n, (s + 1) * n))
  }
  const polynomials = new Float64Array(POLYNOMIALS * n)
  for (let i = 0; i < n; i += 1) {
    const change = (yEnd[i] ?? missing()) - (y[i] ?? missing())
    const [first, last] = [k[i] ?? missing(), k[STAGES * n + i] ?? missing()]
    polynomials[i] = change
    polynomials[n + i] = h * first - change
    polynomials[2 * n + i] = 2 * change - h * (first + last)
    for (const [row, weights] of D.entries()) {
      let sum = 0
      for (const [stage, weight] of weights) sum += weight * (k[stage * n + i] ?? missing())
      polynomials[(3 + row) * n + i] = h * sum
    }
  }
  return { t, h, y, polynomials }
}

/**
 * Returns y at a time in the step. With x = (time − t)/h the polynomial is the nested product y + x (c0 + (1 − x) (c1 + x (c2 + (1 − x) (c3 + x
 * (c4 + (1 − x) (c5 + x c6)))))), evaluated from the inside: it gives exactly y at x = 0 and y + c0 at x = 1, so that consecutive steps join
 * without a jump.
 */
export function evaluateStep({ t, h, y, polynomials }: DenseStep, time: number): Float64Array {
  const n = y.length
  const x = (time - t) / h
  const out = new Float64Array(n)
  for (let i = 0; i < n; i += 1) {
    let value = 0
    for (let row = POLYNOMIALS - 1; row >= 0; row -= 1) {
      value = (value + (polynomials[row * n + i] ?? missing())) * ((POLYNOMIALS - 1 - row) % 2 === 0 ? x : 1 - x)
    }
    out[i] = (y[i] ?? missing()) + value
  }
  return out
}
