import { missing } from '../missing.ts'
import type { ForecastPair } from './crossing-forecast.ts'

/** The forecast of an event's probability at the decision. */
export interface ProbabilityBand {
  /** 5th percentile. */
  readonly low: number
  readonly median: number
  /** 95th percentile. */
  readonly high: number
}

/** A forecast from a history for the probability at the decision, and its quality compared with the last value. */
export interface ProbabilityForecast {
  /** Returns the band; null if there are too few events, or too few with an equally high or low probability. */
  readonly band: (early: number) => ProbabilityBand | null
  /**
   * Mean quantile loss of the three percentiles over the history, in decades, each event forecast from the others (Koenker and Bassett,
   * Econometrica 46, 1978); 0 is perfect. Null: no event of the history could be forecast.
   */
  readonly loss: number | null
  /** The same loss for the forecast that every event keeps its probability. */
  readonly lastValueLoss: number | null
}

/** Probabilities below this count as equal to it: they are practically zero. */
export const LEAST_FORECAST_PROBABILITY = 1e-12
/** The smallest of n values is at the percentile 1/(n + 1): with 19 there are a 5th and a 95th. */
export const NEIGHBOURS = 19
/** The least number of neighbours on each side: otherwise the neighbours of an event would all be smaller, or all larger. */
const LEAST_ON_A_SIDE = 3
const PERCENTILES = [0.05, 0.5, 0.95] as const

/**
 * Returns the probability of an event at the decision, as a median and a band from the 5th to the 95th percentile: of the 19 events of a history
 * that are nearest to it by the logarithm of the early probability (nearest neighbours). Events with a practically zero early probability are not
 * used. Only probabilities are needed, so it works with any history.
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

/** Returns the interpolated quantile of sorted values at the position p (n + 1): Hyndman and Fan, American Statistician 50 (1996), definition 6. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length + 1) - 1
  const before = Math.min(Math.max(Math.floor(place), 0), sorted.length - 1)
  const [low = 0, high = low] = sorted.slice(before, before + 2)
  return low + Math.min(Math.max(place - before, 0), 1) * (high - low)
}

/** Returns the mean over the percentiles of p (y − q) above the forecast q, (p − 1) (y − q) below it. */
function lossOf(percentiles: readonly number[], decided: number): number {
  const losses = percentiles.map((value, i) => {
    const share = PERCENTILES[i] ?? missing()
    return Math.max(share * (decided - value), (share - 1) * (decided - value))
  })
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}
