import type { PathScreening } from '@apsis/contract/ca/plan/path-screening.ts'
import { TaskLimitError } from '../../../platform/thread/task.ts'

/** Fresh data is looked at, and what took too long tried again, no more often than so: the catalogue changes with every set that comes. */
const RESCREEN_LEAST_S = 600
/** A path whose flight takes more than it may is flown so often, at up to a minute of a processor each. */
export const MOST_FLIGHTS = 3

const isUnasked = ({ result, runningId }: PathScreening) => result === 'WAITING' && runningId === null

/** How often the path was flown in vain since it last was screened. */
export function flightsInVain({ causes }: PathScreening): number {
  return Number(causes.find(({ code }) => code === 'path-not-begun')?.values.flights ?? 0)
}

/** The flights in vain, with one that has just been refused; none where another flight would be refused for the same reason. */
export function flightsAfter(path: PathScreening | undefined, refused: Error): number | undefined {
  const { cause } = refused
  if (!(cause instanceof TaskLimitError)) return undefined
  // What takes too much memory takes it the next time, too.
  return cause.isOfTime ? (path === undefined ? 0 : flightsInVain(path)) + 1 : MOST_FLIGHTS
}

type Turn = {
  readonly known: readonly PathScreening[]
  /** What they would be compared with has not changed since. */
  readonly isSame: boolean
  /** Since they were asked for; a screening that nobody has asked for: any. */
  readonly ageMs: number
}

/**
 * The screenings to ask for: those that nobody has asked for yet; else, once in a while, all where something has changed, and those
 * whose path took too long to fly. One that did so too often is tried again only where something has changed.
 */
export function typesToAsk({ known, isSame, ageMs }: Turn): PathScreening['type'][] {
  const unasked = known.filter(isUnasked)
  const isSoon = ageMs < RESCREEN_LEAST_S * 1_000 || known.some(({ runningId }) => runningId !== null)
  const again = isSame ? known.filter((path) => flightsInVain(path) > 0 && flightsInVain(path) < MOST_FLIGHTS) : known
  return (unasked.length > 0 || isSoon ? unasked : again).map(({ type }) => type)
}
