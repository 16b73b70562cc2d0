import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { isNamedEphemeris } from '../message/record/message-grade.ts'

/** A decision is asked for so many hours before it has to be made (domain.md C24). */
export const DECISION_HOURS = [6, 12, 24] as const

type Deadline = { readonly commitMs: number; readonly openedMs: number; readonly nowMs: number }

/**
 * How many hours before the decision its reminder is due now: the last that has passed. One that passed before the event was
 * there is left out, as the event itself was told later than that; after the commit time there is none.
 */
export function decisionDue({ commitMs, openedMs, nowMs }: Deadline): (typeof DECISION_HOURS)[number] | undefined {
  if (nowMs >= commitMs) return undefined
  const passed = DECISION_HOURS.find((hours) => nowMs >= commitMs - hours * HOUR_MS)
  return passed !== undefined && openedMs <= commitMs - passed * HOUR_MS ? passed : undefined
}

/** Hours until a decision has to be made, as a notice says them: the decision is due within so many; undefined: the time is over. */
export function hoursLeft({ commitMs, nowMs }: Pick<Deadline, 'commitMs' | 'nowMs'>): number | undefined {
  return nowMs >= commitMs ? undefined : Math.ceil((commitMs - nowMs) / HOUR_MS)
}

/** Passes over a station move by seconds with each new orbit; a deadline that comes so much earlier takes time from whoever decides. */
const EARLIER_MS = 10 * MINUTE_MS

type DueTold = Pick<Deadline, 'commitMs'> & {
  /** Until when it had to be made, as it was last told; not a number: nothing was told of it. */
  readonly toldMs: number
}

/**
 * Whether a decision is due earlier than was last told: whoever goes by that would send the commands when no contact is left (F19). Also where
 * the time is over by now: that nothing can be commanded in time any more is what has to be known first.
 */
export const isDueEarlier = ({ commitMs, toldMs }: DueTold): boolean => toldMs - commitMs >= EARLIER_MS

/** So many files tell how often they come; the waits of fewer are chance. */
const LEAST_FILES = 3

/**
 * From when on the next of a row of files is missing: twice the middle of the waits between those before after the last.
 * Undefined: there are too few to expect one.
 */
export function missingFrom(arrivedMs: readonly number[]): number | undefined {
  const ordered = arrivedMs.toSorted((a, b) => a - b)
  const last = ordered.at(-1)
  if (last === undefined || ordered.length < LEAST_FILES) return undefined
  const waits = ordered.slice(1).map((at, place) => at - (ordered[place] ?? at))
  const middle = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? missing()
  return last + 2 * Math.max(middle, HOUR_MS)
}

/** A message, and the ephemeris that it took the other object's orbit from; null where it took none. */
export type Resting = { readonly originator: string; readonly createdMs: number; readonly ephemeris: string | null }

/**
 * The ephemeris of the other object's operator that messages of an originator rested on until a time, where the newest of them
 * does not rest on one any more: it ended before the closest approach, or the operator gave no further one. Messages name
 * such files and do not say until when they reach, so that this is when it shows. Undefined: nothing was lost.
 */
export function lostEphemeris(
  messages: readonly Resting[],
): { readonly name: string; readonly lastMs: number } | undefined {
  const ordered = messages.toSorted((a, b) => b.createdMs - a.createdMs)
  const [newest] = ordered
  if (newest === undefined || isNamedEphemeris(newest.ephemeris)) return undefined
  const last = ordered.find(
    ({ originator, ephemeris }) => originator === newest.originator && isNamedEphemeris(ephemeris),
  )
  return last?.ephemeris == null ? undefined : { name: last.ephemeris, lastMs: last.createdMs }
}
