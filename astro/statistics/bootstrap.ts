import { missing } from '../missing.ts'
import { garwood } from '../poisson-interval.ts'
import type { Random } from '../random.ts'
import { AFTER_BURN_SHARE } from './alert-region.ts'

/** The median of the resamples, and a 95 % interval. */
export interface Band {
  readonly median: number
  readonly lower: number
  readonly upper: number
}

/** The rates of a history at one accepted probability. */
export interface BootstrapRates {
  readonly threshold: number
  /** The number of events of the history at or above it. */
  readonly observed: number
  readonly manoeuvresPerYear: Band
  /** The probability of a collision over the life, if every event at or above it is answered by a manoeuvre. */
  readonly residualOverLife: Band
}

/** The bootstrap of a history: rates by threshold, and the probability over the life without manoeuvres. */
export interface Bootstrap {
  readonly rates: readonly BootstrapRates[]
  readonly riskOverLife: Band
}

export interface BootstrapInput {
  /** The probability of each event at commit time, including events with 0. */
  readonly probabilities: readonly number[]
  /** The length of the history, years. */
  readonly years: number
  readonly thresholds: readonly number[]
  readonly lifeYears: number
  readonly growth?: number | undefined
  readonly resamples?: number | undefined
  readonly random: Random
}

/** The limit of a Poisson count of mean 1: the probability of 13 or more is 6e-11. */
const MOST_REPEATS = 13
/** Cumulative probabilities of a Poisson count of mean 1. */
const POISSON_ONE = cumulativePoissonOne()

/** The default number of resamples: 25 of them are then beyond each end of a 95 % interval. */
export const RESAMPLES = 1000
/** The fraction of all draws beyond each end of a band. */
const TAIL = 0.025

/**
 * Returns the rates by the second method, without a model of sigmas: the events of the satellite's own history are drawn again, and each draw is
 * a possible history (Efron, Annals of Statistics 7, 1979; for conjunctions Hall, AAS 19-631, 2019). Each event at or above the threshold is a
 * manoeuvre with a remaining 0.03 of the threshold; other events keep their probability. The risk over the life is 1 − ∏(1 − Pᵢ)^x, where x is
 * the life over the length of the history, times growth.
 *
 * The number of events in a history is random as well: each event is repeated by a Poisson count of mean 1 (Hanley and MacGibbon, Computer
 * Methods and Programs in Biomedicine 83, 2006), so the total number has a Poisson distribution. Drawing a fixed number would neglect this: if
 * every event reaches a threshold, the interval would have no width.
 *
 * The interval of manoeuvres is Garwood's for the observed number (Biometrika 28, 1936), which covers at least 95 % at every rate. The ends of
 * drawn counts do not cover 95 % if few events were observed, and an event that never happened cannot be drawn.
 */
export function bootstrap(input: BootstrapInput): Bootstrap {
  const { probabilities, years, lifeYears, growth = 1, resamples = RESAMPLES, random } = input
  if (!(years > 0 && lifeYears > 0)) throw new RangeError('a history and a life take more than 0 years')
  const thresholds = [...input.thresholds].sort((a, b) => a - b)
  const events = probabilities.map((probability) => ({
    // The number of thresholds that it reaches; these are the lowest ones.
    reached: countReached(thresholds, probability),
    logNone: Math.log1p(-Math.min(probability, 1 - Number.EPSILON)),
  }))
  // Sums of ln(1 − P) over the history, multiplied by this, are the sums over the life.
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
    // From the highest threshold down: events that reach it are answered, the others keep their probability.
    const all = logs.reduce((sum, each) => sum + each, 0)
    drawnRisks.push(0 - Math.expm1(scale * all))
    let [answered, answeredLog] = [0, 0]
    for (let index = thresholds.length - 1; index >= 0; index -= 1) {
      answered += counts[index + 1] ?? missing()
      answeredLog += logs[index + 1] ?? missing()
      // After each manoeuvre AFTER_BURN_SHARE of its threshold remains.
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
 * Returns how many of the ascending thresholds a probability reaches. Events are in classes between neighbouring thresholds, so that one pass per
 * draw is enough for all thresholds.
 */
function countReached(thresholds: readonly number[], probability: number): number {
  const above = thresholds.findIndex((threshold) => threshold > probability)
  return above === -1 ? thresholds.length : above
}

/** Returns a Poisson count of mean 1 from a uniform number between 0 and 1. */
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

/** Returns the median and the ends of the middle 95 % by rank. */
function bandOf(values: number[]): Band {
  const sorted = Float64Array.from(values).sort()
  return { median: atRank(sorted, 0.5), lower: atRank(sorted, TAIL), upper: atRank(sorted, 1 - TAIL) }
}

const medianOf = (values: number[]): number => atRank(Float64Array.from(values).sort(), 0.5)

const atRank = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? missing()
