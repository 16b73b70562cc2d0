import { missing } from '../missing.ts'
import type { Weights } from './dop853.data.ts'

/** Writes the derivative of y at time t (s) to `out`; y must not be changed or kept. */
export type Derivative = (t: number, y: Float64Array, out: Float64Array) => void

/** Stages of DOP853, and with those of its dense output. */
export const STAGES = 12
export const STAGES_EXTENDED = 16

/** Writes y + h Σ weights · stages to `out`; the stages lie one after the other in `k`. */
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
