import { missing } from '../missing.ts'
import type { ForecastPair } from './crossing-forecast.ts'

/** Where the probability of an event will stand when it is decided. */
export interface ProbabilityBand {
  /** 5th percentile. */
  readonly low: number
  readonly median: number
  /** 95th percentile. */
  readonly high: number
}

/** What a history says of the probability at the decision, and whether it is worth more than the last value. */
export interface ProbabilityForecast {
  /** Null: too few events, or the history has hardly any so high or so low. */
  readonly band: (early: number) => ProbabilityBand | null
  /**
   * Mean quantile loss of the three percentiles over the history, in decades, each event forecast by the others (Koenker and Bassett,
   * Econometrica 46, 1978); 0 is perfect. Null: no event of the history could be forecast.
   */
  readonly loss: number | null
  /** The same of who says that every event stays where it is. */
  readonly lastValueLoss: number | null
}

/** Below this a probability is as good as none: what falls further is not told apart. */
export const LEAST_FORECAST_PROBABILITY = 1e-12
/** Of n values the smallest is at the percentile 1/(n + 1): 19 are the fewest that have a 5th and a 95th. */
export const NEIGHBOURS = 19
/** So many of them on either side: beyond that the neighbours of an event would all be smaller, or all larger. */
const LEAST_ON_A_SIDE = 3
const PERCENTILES = [0.05, 0.5, 0.95] as const

/**
 * The probability that an event has when it is decided, as a median and a band from the 5th to the 95th percentile: those of
 * the 19 events of a history that stood nearest to it, by the logarithm of the early probability (nearest neighbours). Events
 * whose early probability was as good as none teach nothing. Only probabilities are used, so any history has it.
 */
export function probabilityForecast(history: readonly ForecastPair[]): ProbabilityForecast {
  const known = history
    .filter(({ early }) => early > LEAST_FORECAST_PROBABILITY)
    .map(({ early, decided }) => ({ early: decades(early), decided: decades(decided) }))
  const percentilesAt = (early: number, others: readonly ForecastCase[]) => {
    const near = nearest(others, early)
    const above = near.filter((one) => one.early >= early).length
    const below = near.filter((one) => one.early <= early).length
    if (near.length < NEIGHBOURS || Math.min(above, below) < LEAST_ON_A_SIDE) return null
    const sorted = near.map(({ decided }) => decided).sort((a, b) => a - b)
    return PERCENTILES.map((share) => quantile(sorted, share))
  }
  const scored = known.flatMap(({ early, decided }, place) => {
    const percentiles = percentilesAt(early, known.toSpliced(place, 1))
    if (percentiles === null) return []
    return [{ forecast: lossOf(percentiles, decided), naive: lossOf([early, early, early], decided) }]
  })
  const meanOf = (values: readonly number[]) =>
    values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    band: (early) => {
      if (!(early > LEAST_FORECAST_PROBABILITY)) return null
      const percentiles = percentilesAt(decades(early), known)
      if (percentiles === null) return null
      const [low = 0, median = 0, high = 0] = percentiles.map((value) => 10 ** value)
      return { low, median, high }
    },
    loss: meanOf(scored.map(({ forecast }) => forecast)),
    lastValueLoss: meanOf(scored.map(({ naive }) => naive)),
  }
}

type ForecastCase = { readonly early: number; readonly decided: number }

const decades = (probability: number) => Math.log10(Math.max(probability, LEAST_FORECAST_PROBABILITY))

const nearest = (events: readonly ForecastCase[], early: number) =>
  [...events].sort((a, b) => Math.abs(a.early - early) - Math.abs(b.early - early)).slice(0, NEIGHBOURS)

/** The mean of sorted values about the place p (n + 1): Hyndman and Fan, American Statistician 50 (1996), definition 6. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length + 1) - 1
  const before = Math.min(Math.max(Math.floor(place), 0), sorted.length - 1)
  const [low = 0, high = low] = sorted.slice(before, before + 2)
  return low + Math.min(Math.max(place - before, 0), 1) * (high - low)
}

/** The mean over the percentiles of p (y − q) above the forecast q, (p − 1) (y − q) below it. */
function lossOf(percentiles: readonly number[], decided: number): number {
  const losses = percentiles.map((value, i) => {
    const share = PERCENTILES[i] ?? missing()
    return Math.max(share * (decided - value), (share - 1) * (decided - value))
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}
