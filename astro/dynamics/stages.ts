import { missing } from '../missing.ts'
import type { Weights } from './dop853.data.ts'

/** Writes the derivative of y at time t (s) to `out`; y must not be changed or stored. */
export type Derivative = (t: number, y: Float64Array, out: Float64Array) => void

/**
 * The number of stages of DOP853, without and with the stages of its dense output. An explicit Runge-Kutta method evaluates the derivative at
 * times t + c_s h, each at a state that follows from the previous stages: k_s = f(t + c_s h, y + h Σ a_sj k_j). The numbers a, b and c are its
 * Butcher tableau. Row s of a sums to c_s, and b integrates polynomials of t to degree 7 (Hairer, §II.2).
 */
export const STAGES = 12
export const STAGES_EXTENDED = 16

/**
 * Writes y + h Σ weights · stages to `out`; the stages are stored one after the other in `k`. The tables omit weights of zero: of the 66 entries
 * of the tableau of DOP853 only 50 are nonzero.
 */
export function combine(
  out: Float64Array,
  { y, h }: { readonly y: Float64Array; readonly h: number },
  { k, weights }: { readonly k: Float64Array; readonly weights: Weights },
): void {
  const n = y.length
  out.set(y)
  for (const [stage, weight] of weights) {
    const factor = h * weight
    const from = stage * n
    for (let i = 0; i < n; i += 1) out[i] = (out[i] ?? missing()) + factor * (k[from + i] ?? missing())
  }
}
