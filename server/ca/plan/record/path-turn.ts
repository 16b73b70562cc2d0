import type { PathScreening } from '@apsis/contract/ca/plan/path-screening.ts'
import { TaskLimitError } from '../../../platform/thread/task.ts'

/** The least time between screenings of fresh data, and between retries of slow ones, since the catalogue changes with every set. */
const RESCREEN_LEAST_S = 600
/** A path whose propagation exceeds its limit is tried this many times, at up to a minute of a processor each. */
export const MOST_FLIGHTS = 3

const isUnasked = ({ result, runningId }: PathScreening) => result === 'WAITING' && runningId === null

/** Returns the number of failed propagations of the path since it was last screened. */
export function flightsInVain({ causes }: PathScreening): number {
  return Number(causes.find(({ code }) => code === 'path-not-begun')?.values.flights ?? 0)
}

/** Returns the number of failed propagations with the one that exceeded its limit; undefined for a refusal that would be repeated. */
export function flightsAfter(path: PathScreening | undefined, refused: Error): number | undefined {
  const { cause } = refused
  if (!(cause instanceof TaskLimitError)) return undefined
  // A propagation that needs too much memory needs it the next time, too.
  return cause.isOfTime ? (path === undefined ? 0 : flightsInVain(path)) + 1 : MOST_FLIGHTS
}

type Turn = {
  readonly known: readonly PathScreening[]
  /** True if the input of the screenings has not changed since the last request. */
  readonly isSame: boolean
  /** The age of the request; any number for a screening that was never requested. */
  readonly ageMs: number
}

/**
 * Returns the screenings to request: those that were never requested. If there are none, it returns at intervals all
 * of them if something has changed, and those whose path took too long to propagate. A path that took too long too
 * often is tried again only if something has changed.
 */
export function typesToAsk({ known, isSame, ageMs }: Turn): PathScreening['type'][] {
  const unasked = known.filter(isUnasked)
  const isSoon = ageMs < RESCREEN_LEAST_S * 1_000 || known.some(({ runningId }) => runningId !== null)
  const again = isSame ? known.filter((path) => flightsInVain(path) > 0 && flightsInVain(path) < MOST_FLIGHTS) : known
  return (unasked.length > 0 || isSoon ? unasked : again).map(({ type }) => type)
}
