/** One event as it was known early and when it was decided. */
export interface ForecastPair {
  readonly early: number
  readonly decided: number
}

/** The probability that an event with such an early probability reaches the threshold when it is decided. */
export type CrossingForecast = (early: number) => number

/** Edges of the classes of early probabilities, in decades from the threshold. */
const EDGES_DECADES = [-8, -4, -2, -1, 0, 1]
/** Half an event of each outcome before anything is seen (Jeffreys, Proc. R. Soc. A 186, 1946). */
const PRIOR = 0.5

/**
 * How often events reached a threshold when they were decided, by how far from it they were before: the share of a history in
 * classes of the early probability, (k + ½)/(n + 1). Most events that stand at a threshold days ahead fall far below it, as a
 * growing knowledge of the miss excludes a collision in most of them; the last value alone does not tell (Hejduk and Snow,
 * AMOS 2019). Only probabilities are used, so any history has it.
 */
export function crossingForecast(history: readonly ForecastPair[], threshold: number): CrossingForecast {
  const classOf = (early: number) => {
    const decades = Math.log10(early / threshold)
    const above = EDGES_DECADES.findIndex((edge) => decades < edge)
    return above === -1 ? EDGES_DECADES.length : above
  }
  const shares = Array.from({ length: EDGES_DECADES.length + 1 }, (_, place) => {
    const some = history.filter(({ early }) => classOf(early) === place)
    const reached = some.filter(({ decided }) => decided >= threshold).length
    return (reached + PRIOR) / (some.length + 2 * PRIOR)
  })
  return (early) => shares[classOf(early)] ?? PRIOR
}
