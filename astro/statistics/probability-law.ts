import { erfc } from '../error-function.ts'
import { missing } from '../missing.ts'

/**
 * How events spread over probability where the errors of the messages are not known: how many more there are for every e-fold
 * that the probability falls, far below the peaks; and the distribution of the peaks, a normal one of their logarithm.
 */
export interface ProbabilityLaw {
  readonly perEFold: number
  readonly medianPeak: number
  readonly logSpread: number
}

const LOWEST_PEAK = 1e-9
const PEAK_STEPS = 100
const SPREADS = Array.from({ length: 40 }, (_, i) => 0.1 * (i + 1))
/** Probabilities are counted in bins of half a decade. */
const BIN = Math.log(10) / 2

/**
 * The law that makes a history most likely, from the events at and above `from`; below it a screening box leaves events out.
 *
 * It is the closed form of threshold-rates.ts averaged over errors that are not known: an encounter adds 2π σ₁σ₂ to every
 * e-fold of probability below its peak R²/(2 σ₁σ₂). With a log-normal peak the number of events at and above P is
 * K s [z Φ(z) + φ(z)], z = (ln P̃ − ln P)/s, which falls linearly in ln P and rounds off where the peaks end. Fitted by the
 * largest Poisson likelihood of counts in half decades, over a grid of P̃ and s with the best K of each. Null below ten events.
 */
export function fitProbabilityLaw(probabilities: readonly number[], from: number): ProbabilityLaw | null {
  const logs = probabilities.filter((p) => p >= from).map((p) => Math.log(p / from))
  if (logs.length < 10) return null
  const bins = Math.ceil(-Math.log(from) / BIN)
  const counts = Array.from({ length: bins }, (_, i) => logs.filter((x) => x >= i * BIN && x < (i + 1) * BIN).length)
  let best: { readonly likelihood: number; readonly law: ProbabilityLaw } | null = null
  for (let step = 0; step <= PEAK_STEPS; step += 1) {
    const medianPeak = LOWEST_PEAK ** (1 - step / PEAK_STEPS)
    for (const logSpread of SPREADS) {
      const unit = { perEFold: 1, medianPeak, logSpread }
      const above = Array.from({ length: bins + 1 }, (_, i) => countAbove(unit, from * Math.exp(i * BIN)))
      const total = (above[0] ?? missing()) - (above[bins] ?? missing())
      const perEFold = logs.length / total
      // The terms of the Poisson likelihood that depend on the law; their sum over the expected counts is always the same.
      const likelihood = counts.reduce((sum, count, i) => {
        const expected = perEFold * ((above[i] ?? missing()) - (above[i + 1] ?? missing()))
        return count === 0 ? sum : sum + count * Math.log(Math.max(expected, Number.MIN_VALUE))
      }, 0)
      if (best === null || likelihood > best.likelihood) best = { likelihood, law: { ...unit, perEFold } }
    }
  }
  return best?.law ?? null
}

/** The number of events at and above a probability by a law, over the time of the history it was fitted to. */
export function countAbove({ perEFold, medianPeak, logSpread }: ProbabilityLaw, probability: number): number {
  const z = Math.log(medianPeak / probability) / logSpread
  const share = erfc(-z / Math.SQRT2) / 2
  const density = Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)
  return perEFold * logSpread * (z * share + density)
}
