import { missing } from '../missing.ts'

/** One event: its early probability, and its probability at the decision. */
export interface ForecastPair {
  readonly early: number
  readonly decided: number
}

/** A forecast from a history, and its quality compared with the last value. */
export interface CrossingForecast {
  /** Returns the probability that an event with this early probability reaches the threshold at the decision. */
  readonly reaches: (early: number) => number
  /** Returns the number of events of the history in the same class. */
  readonly alike: (early: number) => number
  /**
   * Mean square of forecast minus outcome over the history, each event forecast from all others (Brier, Monthly Weather Review 78, 1950); 0 is
   * perfect. Null: there is no history.
   */
  readonly brier: number | null
  /** The same score for the forecast that every event keeps its probability. */
  readonly lastValueBrier: number | null
}

/** Edges of the classes of early probabilities, in decades from the threshold. */
const EDGES_DECADES = [-8, -4, -2, -1, 0, 1]
/** The prior: half an event of each outcome (Jeffreys, Proc. R. Soc. A 186, 1946). */
const PRIOR = 0.5

/**
 * Returns how often events reached a threshold at the decision, as a function of their early distance from it: the fraction of a history in
 * classes of the early probability, (k + ½)/(n + 1). Most events that are at a threshold days ahead fall far below it, because better knowledge
 * of the miss excludes a collision in most of them; the last value alone does not show this (Hejduk and Snow, AMOS 2019). Only probabilities are
 * needed, so it works with any history.
 */
export function crossingForecast(history: readonly ForecastPair[], threshold: number): CrossingForecast {
  const classOf = (early: number) => {
    const decades = Math.log10(early / threshold)
    const above = EDGES_DECADES.findIndex((edge) => decades < edge)
    return above === -1 ? EDGES_DECADES.length : above
  }
  const events = history.map(({ early, decided }) => ({
    place: classOf(early),
    early,
    hasReached: decided >= threshold,
  }))
  const classes = Array.from({ length: EDGES_DECADES.length + 1 }, (_, place) => {
    const some = events.filter((event) => event.place === place)
    return { count: some.length, reached: some.filter(({ hasReached }) => hasReached).length }
  })
  const at = (place: number) => classes[place] ?? missing()
  const share = (reached: number, count: number) => (reached + PRIOR) / (count + 2 * PRIOR)
  const meanOf = (squares: readonly number[]) =>
    squares.length === 0 ? null : squares.reduce((sum, square) => sum + square, 0) / squares.length
  return {
    reaches: (early) => share(at(classOf(early)).reached, at(classOf(early)).count),
    alike: (early) => at(classOf(early)).count,
    brier: meanOf(
      events.map(({ place, hasReached }) => {
        const [reached, outcome] = [at(place).reached, hasReached ? 1 : 0]
        return (share(reached - outcome, at(place).count - 1) - outcome) ** 2
      }),
    ),
    lastValueBrier: meanOf(events.map(({ early, hasReached }) => (early >= threshold === hasReached ? 0 : 1))),
  }
}
