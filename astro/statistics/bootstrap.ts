import { missing } from '../missing.ts'
import { garwood } from '../poisson-interval.ts'
import type { Random } from '../random.ts'
import { AFTER_BURN_SHARE } from './alert-region.ts'

/** The median of resamples and the interval that holds 95 % of them. */
export interface Band {
  readonly median: number
  readonly lower: number
  readonly upper: number
}

/** What a history says of one accepted probability. */
export interface BootstrapRates {
  readonly threshold: number
  /** Events of the history at and above it. */
  readonly observed: number
  readonly manoeuvresPerYear: Band
  /** The probability of a collision over the life, with every event at and above it answered. */
  readonly residualOverLife: Band
}

/** A bootstrap of a history: rates by threshold, and the probability over the life if nothing is done. */
export interface Bootstrap {
  readonly rates: readonly BootstrapRates[]
  readonly riskOverLife: Band
}

export interface BootstrapInput {
  /** The probability of each event at commit time, those of 0 with them. */
  readonly probabilities: readonly number[]
  /** How long the history is, years. */
  readonly years: number
  readonly thresholds: readonly number[]
  readonly lifeYears: number
  readonly growth?: number | undefined
  readonly resamples?: number | undefined
  readonly random: Random
}

/** Resamples by default: the ends of a 95 % interval then have 25 beyond them. */
export const RESAMPLES = 1000
const TAIL = 0.025

/**
 * The second way to the rates, with no model of sigmas: the events of the satellite's own history are drawn again with
 * replacement, as many as there were, and each draw is a history that might have been (Efron, Annals of Statistics 7, 1979;
 * for conjunctions Hall, AAS 19-631, 2019). Each event at or above the threshold is a manoeuvre and leaves 0.03 of the
 * threshold, others keep their probability; over the life 1 − ∏(1 − Pᵢ) to the power of life over history, times growth.
 *
 * What never happened in the history cannot be drawn: where nothing reached a threshold every draw has 0, which says nothing of
 * how many could have. There the upper end is that of Garwood's interval of 0, 3.69 in the time of the history.
 */
export function bootstrap(input: BootstrapInput): Bootstrap {
  const { probabilities, years, lifeYears, growth = 1, resamples = RESAMPLES, random } = input
  if (!(years > 0 && lifeYears > 0)) throw new RangeError('a history and a life take more than 0 years')
  const thresholds = [...input.thresholds].sort((a, b) => a - b)
  const events = probabilities.map((probability) => ({
    // How many of the thresholds it reaches: those before that place are answered.
    reached: countReached(thresholds, probability),
    logNone: Math.log1p(-Math.min(probability, 1 - Number.EPSILON)),
  }))
  const scale = (growth * lifeYears) / years
  const drawnCounts = thresholds.map((): number[] => [])
  const drawnResiduals = thresholds.map((): number[] => [])
  const drawnRisks: number[] = []
  for (let resample = 0; resample < resamples; resample += 1) {
    const counts = new Float64Array(thresholds.length + 1)
    const logs = new Float64Array(thresholds.length + 1)
    for (let draw = 0; draw < events.length; draw += 1) {
      const event = events[Math.floor(random() * events.length)]
      if (event === undefined) continue
      counts[event.reached] = (counts[event.reached] ?? missing()) + 1
      logs[event.reached] = (logs[event.reached] ?? missing()) + event.logNone
    }
    // From the highest threshold down: what reaches it is answered, the rest keeps its probability.
    const all = logs.reduce((sum, each) => sum + each, 0)
    drawnRisks.push(0 - Math.expm1(scale * all))
    let [answered, answeredLog] = [0, 0]
    for (let index = thresholds.length - 1; index >= 0; index -= 1) {
      answered += counts[index + 1] ?? missing()
      answeredLog += logs[index + 1] ?? missing()
      const left = answered * Math.log1p(-AFTER_BURN_SHARE * (thresholds[index] ?? missing()))
      drawnCounts[index]?.push((growth * answered) / years)
      drawnResiduals[index]?.push(0 - Math.expm1(scale * (all - answeredLog + left)))
    }
  }
  const mostOfNone = (growth * garwood(0).upper) / years
  const rates = thresholds.map((threshold, index) => {
    const observed = events.filter(({ reached }) => reached > index).length
    const drawn = bandOf(drawnCounts[index] ?? [])
    return {
      threshold,
      observed,
      manoeuvresPerYear: observed === 0 ? { ...drawn, upper: mostOfNone } : drawn,
      residualOverLife: bandOf(drawnResiduals[index] ?? []),
    }
  })
  return { rates, riskOverLife: bandOf(drawnRisks) }
}

/** How many of the rising thresholds a probability reaches. */
function countReached(thresholds: readonly number[], probability: number): number {
  const above = thresholds.findIndex((threshold) => threshold > probability)
  return above === -1 ? thresholds.length : above
}

/** The median and the ends of the middle 95 % by rank. */
function bandOf(values: number[]): Band {
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? missing()
  return { median: at(0.5), lower: at(TAIL), upper: at(1 - TAIL) }
}
