import { missing } from '../missing.ts'
import { garwood } from '../poisson-interval.ts'
import type { Random } from '../random.ts'
import { AFTER_BURN_SHARE } from './alert-region.ts'

/** The median of resamples, and an interval of 95 %. */
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

/** An event comes 13 times or more with a probability of 6e-11: in no history. */
const MOST_REPEATS = 13
/** Cumulative probabilities of a Poisson count of mean 1. */
const POISSON_ONE = cumulativePoissonOne()

/** Resamples by default: the ends of a 95 % interval then have 25 beyond them. */
export const RESAMPLES = 1000
/** Beyond each end of a band, of all draws. */
const TAIL = 0.025

/**
 * The second way to the rates, with no model of sigmas: the events of the satellite's own history are drawn again, and each
 * draw is a history that might have been (Efron, Annals of Statistics 7, 1979; for conjunctions Hall, AAS 19-631, 2019).
 * Each event at or above the threshold is a manoeuvre and leaves 0.03 of the threshold, others keep their probability; over
 * the life 1 − ∏(1 − Pᵢ) to the power of life over history, times growth.
 *
 * How many events a history holds is chance as well: each event comes as often as a Poisson count of mean 1 says (Hanley and
 * MacGibbon, Computer Methods and Programs in Biomedicine 83, 2006), so that their number is Poisson. Drawing as many as there
 * were leaves that out: where every event reaches a threshold the interval would have no width.
 *
 * The interval of manoeuvres is Garwood's of the number observed (Biometrika 28, 1936), which covers at least 95 % at every
 * rate; the ends of drawn counts do not where few were observed, and what never happened cannot be drawn.
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
  // Sums of ln(1 − P) over the history, times this, are those over the life.
  const scale = (growth * lifeYears) / years
  const drawnCounts = thresholds.map((): number[] => [])
  const drawnResiduals = thresholds.map((): number[] => [])
  const drawnRisks: number[] = []
  for (let resample = 0; resample < resamples; resample += 1) {
    const counts = new Float64Array(thresholds.length + 1)
    const logs = new Float64Array(thresholds.length + 1)
    for (const { reached, logNone } of events) {
      const times = poissonOne(random())
      if (times === 0) continue
      counts[reached] = (counts[reached] ?? missing()) + times
      logs[reached] = (logs[reached] ?? missing()) + times * logNone
    }
    // From the highest threshold down: what reaches it is answered, the rest keeps its probability.
    const all = logs.reduce((sum, each) => sum + each, 0)
    drawnRisks.push(0 - Math.expm1(scale * all))
    let [answered, answeredLog] = [0, 0]
    for (let index = thresholds.length - 1; index >= 0; index -= 1) {
      answered += counts[index + 1] ?? missing()
      answeredLog += logs[index + 1] ?? missing()
      // Each manoeuvre leaves AFTER_BURN_SHARE of its threshold.
      const left = answered * Math.log1p(-AFTER_BURN_SHARE * (thresholds[index] ?? missing()))
      drawnCounts[index]?.push((growth * answered) / years)
      drawnResiduals[index]?.push(0 - Math.expm1(scale * (all - answeredLog + left)))
    }
  }
  const rates = thresholds.map((threshold, index) => {
    const observed = events.filter(({ reached }) => reached > index).length
    const { lower, upper } = garwood(observed)
    return {
      threshold,
      observed,
      manoeuvresPerYear: {
        median: medianOf(drawnCounts[index] ?? []),
        lower: (growth * lower) / years,
        upper: (growth * upper) / years,
      },
      residualOverLife: bandOf(drawnResiduals[index] ?? []),
    }
  })
  return { rates, riskOverLife: bandOf(drawnRisks) }
}

/**
 * How many of the rising thresholds a probability reaches. Events fall into classes between neighbouring thresholds, so
 * that a draw costs one pass for all thresholds together.
 */
function countReached(thresholds: readonly number[], probability: number): number {
  const above = thresholds.findIndex((threshold) => threshold > probability)
  return above === -1 ? thresholds.length : above
}

/** How often an event comes, from a number of 0 to 1. */
function poissonOne(uniform: number): number {
  let times = 0
  while (uniform >= (POISSON_ONE[times] ?? 1)) times += 1
  return times
}

/** Σ e⁻¹/k!, k = 0, 1, 2, … */
function cumulativePoissonOne(): readonly number[] {
  let [term, sum] = [Math.exp(-1), 0]
  return Array.from({ length: MOST_REPEATS }, (_, times) => {
    if (times > 0) term /= times
    sum += term
    return sum
  })
}

/** The median and the ends of the middle 95 % by rank. */
function bandOf(values: number[]): Band {
  const sorted = Float64Array.from(values).sort()
  return { median: atRank(sorted, 0.5), lower: atRank(sorted, TAIL), upper: atRank(sorted, 1 - TAIL) }
}

const medianOf = (values: number[]): number => atRank(Float64Array.from(values).sort(), 0.5)

const atRank = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? missing()
