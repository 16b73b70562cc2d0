import { erfc } from '../error-function.ts'
import { missing } from '../missing.ts'

/**
 * The distribution of events over probability if the errors of the messages are unknown: the increase of their number for every e-fold of lower
 * probability, far below the peaks, and the distribution of the peaks, which is normal in their logarithm.
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
 * Returns the law of maximum likelihood for a history, from the events at or above `from`; below it a screening box excludes events.
 *
 * It is the closed form of threshold-rates.ts averaged over unknown errors: an encounter adds 2π σ₁σ₂ to every e-fold of probability below its
 * peak R²/(2 σ₁σ₂). With a log-normal peak the number of events at and above P is K s [z Φ(z) + φ(z)], z = (ln P̃ − ln P)/s, which decreases
 * linearly in ln P and flattens where the peaks end. It is fitted by the maximum Poisson likelihood of counts in half decades, over a grid of P̃
 * and s with the best K for each. Null below ten events.
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
      // The terms of the Poisson likelihood that depend on the law; the sum of the expected counts is constant.
      const likelihood = counts.reduce((sum, count, i) => {
        const expected = perEFold * ((above[i] ?? missing()) - (above[i + 1] ?? missing()))
        return count === 0 ? sum : sum + count * Math.log(Math.max(expected, Number.MIN_VALUE))
      }, 0)
      if (best === null || likelihood > best.likelihood) best = { likelihood, law: { ...unit, perEFold } }
    }
  }
  return best?.law ?? null
}

/** Returns the number of events at or above a probability by a law, for the duration of the fitted history. */
export function countAbove({ perEFold, medianPeak, logSpread }: ProbabilityLaw, probability: number): number {
  const z = Math.log(medianPeak / probability) / logSpread
  const share = erfc(-z / Math.SQRT2) / 2
  const density = Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)
  return perEFold * logSpread * (z * share + density)
}
