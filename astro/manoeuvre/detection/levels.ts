import { SECONDS_PER_DAY } from '../../constants.ts'
import { missing } from '../../missing.ts'
import { type Epoch, secondsBetween } from '../../time/epoch.ts'
import { around, quantile } from './neighbourhood.ts'

/** Element sets whose median stands for the orbit before and after a step. */
export const LEVEL_SETS = 3
/** A drift is not taken from sets nearer than this: it would be their noise. */
const LEAST_SPAN_S = 0.2 * SECONDS_PER_DAY

/** An element over a history of sets. */
interface Levels {
  /** From the set before to each one, drift taken off. */
  readonly jumps: readonly number[]
  /** From the level before a place to that from it on, drift taken off; of no more sets to either side than are given. */
  readonly changeAt: (k: number, within?: { readonly behind: number; readonly ahead: number }) => number
}

/**
 * The levels of an element; its drift is the median of the rates nearby, which a burn does not move. With the drift ẏ,
 * a set at t_i stands for y_i + ẏ (t_k − t_i) at place k; the level before k is the median of three sets before it,
 * that from k on the median of three from it on, and the change at k is their difference. One outlier among three sets
 * does not move a median, while it moves a mean by a third of itself.
 */
export function levelsOf(sets: readonly { readonly epoch: Epoch }[], values: readonly number[]): Levels {
  const [first] = sets
  const times = sets.map(({ epoch }) => secondsBetween((first ?? missing()).epoch, epoch))
  const t = (k: number) => times[k] ?? missing()
  const y = (k: number) => values[k] ?? missing()
  const rates = values.map((_, k) => (k === 0 ? 0 : (y(k) - y(k - 1)) / Math.max(LEAST_SPAN_S, t(k) - t(k - 1))))
  const drift = rates.map((_, k) => quantile(around(rates, k), 0.5))
  const jumps = values.map((_, k) => (k === 0 ? 0 : y(k) - y(k - 1) - (drift[k] ?? missing()) * (t(k) - t(k - 1))))
  const changeAt: Levels['changeAt'] = (k, { behind, ahead } = { behind: LEVEL_SETS, ahead: LEVEL_SETS }) => {
    const level = (from: number, count: number) =>
      quantile(
        Array.from({ length: count }, (_v, n) => y(from + n) + (drift[k] ?? missing()) * (t(k) - t(from + n))),
        0.5,
      )
    const before = Math.min(LEVEL_SETS, behind, k)
    return level(k, Math.min(LEVEL_SETS, ahead, values.length - k)) - level(k - before, before)
  }
  return { jumps, changeAt }
}
