import { HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import type { ReadingResult } from '@apsis/contract/connections/connection.ts'

/** The memory of the reader of Space-Track's messages, stored in its feed. */
export type SpaceTrackMemory = {
  /** The time when the messages of all satellites are fetched next. */
  readonly pollAt: number
  /** The time when the messages of close and likely events are fetched next. */
  readonly eventsAt: number
  /** The creation time of the newest fetched message. */
  readonly since: string | null
  /** The time that one answer may span, ms; null: no limit. It is halved when an answer is too large. */
  readonly spanMs: number | null
  /** The number of failed attempts since the last success. */
  readonly failures: number
  /** The catalogue numbers of the fleet for which reports were fetched; reports about other objects were not stored. */
  readonly fleet: readonly string[]
}

const FIRST_RETRY_MS = 10 * MINUTE_MS
const LAST_RETRY_MS = 2 * HOUR_MS
const BUSY_RETRY_MS = HOUR_MS
/** Messages of all satellites may be fetched three times a day. */
const SLOT_MS = 8 * HOUR_MS

/** Reads the stored memory of a feed; a new feed has none. */
export function readMemory(stored: Readonly<Record<string, unknown>>): SpaceTrackMemory {
  const { pollAt, eventsAt, since, spanMs, failures, fleet } = stored
  const number = (value: unknown) => (typeof value === 'number' ? value : 0)
  return {
    pollAt: number(pollAt),
    eventsAt: number(eventsAt),
    since: typeof since === 'string' ? since : null,
    spanMs: typeof spanMs === 'number' ? spanMs : null,
    failures: number(failures),
    fleet: Array.isArray(fleet) ? fleet.filter((one) => typeof one === 'string') : [],
  }
}

/** Returns the next time for all messages: in the next third of the day, at a random minute. */
export function nextPoll(now: number, random: () => number): number {
  return (Math.floor(now / SLOT_MS) + 1) * SLOT_MS + minuteOf(random)
}

/** The next time for single events: in the next hour. */
export function nextEvents(now: number, random: () => number): number {
  return (Math.floor(now / HOUR_MS) + 1) * HOUR_MS + minuteOf(random)
}

/** Avoids the start and the end of the hour, when most clients send requests. */
function minuteOf(random: () => number): number {
  const minute = 3 + Math.floor(random() * 52)
  return (minute >= 26 && minute <= 33 ? minute + 8 : minute) * MINUTE_MS + Math.floor(random() * MINUTE_MS)
}

/** Returns the time of the next attempt: a throttled account after an hour, any other failure with growing delays. */
export function retryAt(
  now: number,
  { result, failures }: { readonly result: ReadingResult; readonly failures: number },
  random: () => number,
): number {
  if (result === 'throttled') return now + BUSY_RETRY_MS * (1 + random() / 2)
  return now + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.75 + random() / 2)
}
