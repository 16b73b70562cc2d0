import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import { isNamedEphemeris } from '../message/record/message-grade.ts'

/** The hours before the decision at which a reminder of it is sent (domain.md C24). */
export const DECISION_HOURS = [6, 12, 24] as const

type Deadline = { readonly commitMs: number; readonly openedMs: number; readonly nowMs: number }

/**
 * Returns the hours of the reminder that is due now: the last one that has passed. A reminder whose time passed before the event existed is left
 * out, since the notice of the event itself was sent later; after the commit time no reminder is due.
 */
export function decisionDue({ commitMs, openedMs, nowMs }: Deadline): (typeof DECISION_HOURS)[number] | undefined {
  if (nowMs >= commitMs) return undefined
  const passed = DECISION_HOURS.find((hours) => nowMs >= commitMs - hours * HOUR_MS)
  return passed !== undefined && openedMs <= commitMs - passed * HOUR_MS ? passed : undefined
}

/** Returns the hours until a decision is due, rounded up as in a notice; undefined: the deadline has passed. */
export function hoursLeft({ commitMs, nowMs }: Pick<Deadline, 'commitMs' | 'nowMs'>): number | undefined {
  return nowMs >= commitMs ? undefined : Math.ceil((commitMs - nowMs) / HOUR_MS)
}

/** Passes over a station move by seconds with each new orbit; a deadline counts as earlier only if it moves by at least this. */
const EARLIER_MS = 10 * MINUTE_MS

type DueNotice = Pick<Deadline, 'commitMs'> & {
  /** The deadline in the last notice; not a number if no notice gave one. */
  readonly notifiedMs: number
}

/**
 * Returns true if a decision is due earlier than the last notice said: an operator who relies on the notice would send the commands when no
 * contact is left (F19). Also true if the deadline has already passed: the operator must know first that no command can be sent in time.
 */
export const isDueEarlier = ({ commitMs, notifiedMs }: DueNotice): boolean => notifiedMs - commitMs >= EARLIER_MS

/** The fewest files from which the usual wait is known; the waits of fewer files may be chance. */
const LEAST_FILES = 3

/** Returns the time from which the next file of a series is missing: twice the median wait after the last; undefined for too few files. */
export function missingFrom(arrivedMs: readonly number[]): number | undefined {
  const ordered = arrivedMs.toSorted((a, b) => a - b)
  const last = ordered.at(-1)
  if (last === undefined || ordered.length < LEAST_FILES) return undefined
  const waits = ordered.slice(1).map((at, place) => at - (ordered[place] ?? at))
  const middle = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? missing()
  return last + 2 * Math.max(middle, HOUR_MS)
}

/** A message, and the ephemeris that gave the other object's orbit; null: none. */
export type Resting = { readonly originator: string; readonly createdMs: number; readonly ephemeris: string | null }

/**
 * Returns the ephemeris of the other object's operator that earlier messages of an originator used, if the newest message does not use one.
 * Then the ephemeris ended before the closest approach, or the operator gave no newer one. Messages name such files without the end of
 * their span, so the loss can be found only in this way. Undefined: none was lost.
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
