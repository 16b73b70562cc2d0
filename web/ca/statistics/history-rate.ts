import { DAY_MS } from '@apsis/astro/constants.ts'
import { garwood } from '@apsis/astro/poisson-interval.ts'
import type { AnnualStatistics } from '@apsis/contract/ca/statistics/statistics.ts'

/** With fewer decided events the page gives no rate: even ten counted events allow 4.8 to 18.4 (Garwood 1936). */
const FEWEST_EVENTS = 10

const DAYS_PER_YEAR = 365.25

/** Returns the length of the history in the same way as the server's rates count it: without times that have no data. */
export function historyYears({ assumptions, loaded }: Pick<AnnualStatistics, 'assumptions' | 'loaded'>): number {
  const spanDays = (Date.parse(assumptions.to) - Date.parse(assumptions.from)) / DAY_MS
  return (spanDays - (loaded?.gapDays ?? 0)) / DAYS_PER_YEAR
}

/** True if the satellite's history is too small for a rate, and no flux replaces it. */
export const isFew = ({ closed, counts }: Pick<AnnualStatistics, 'closed' | 'counts'>): boolean =>
  closed === null && counts.decidable < FEWEST_EVENTS

/** Returns the number of events that reached the satellite's threshold, and the yearly rates that this number allows at 95 %. */
export function countedOf(found: AnnualStatistics) {
  const observed =
    found.bootstrap.rates.find(({ threshold }) => threshold === found.assumptions.threshold)?.observed ?? 0
  const [{ lower, upper }, years] = [garwood(observed), historyYears(found)]
  return { observed, lower: lower / years, upper: upper / years }
}
