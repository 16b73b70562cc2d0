import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'

/** The state of the connector between runs, stored in its feed. */
export type SpaceTrackMemory = {
  /** The times when the requests of the last hour were sent, ms since 1970. */
  readonly requests: readonly number[]
  /** The time when the messages of all satellites are fetched next. */
  readonly pollAt: number
  /** The time when the messages of close and likely events are fetched next. */
  readonly eventsAt: number
  /** The creation time of the newest fetched message. */
  readonly since: string | null
  /** The place where the next run continues; null: the last run was complete. */
  readonly rest: Place | null
  /** The number of failed attempts since the last success. */
  readonly failures: number
  /** The login that was refused: it is not tried again for a day, unless the login has changed. */
  readonly refused: string | null
}

/** The start of a query: messages created after `since`, without the first `skip` of them. */
export type Place = { readonly since: string; readonly skip: number }

/** Less than Space-Track allows (30 a minute and 300 an hour), because a person may use the account at the same time. */
export const MOST_PER_MINUTE = 25
export const MOST_PER_HOUR = 250
const SECOND_MS = 1_000
/** The rest of a run is fetched after this time: five requests each time stay below the limit of an hour. */
export const REST_AFTER_MS = 2 * MINUTE_MS
/** Messages of all satellites may be fetched three times a day. */
const SLOT_MS = 8 * HOUR_MS
export const SPACE_TRACK_PERIOD_S = SLOT_MS / 1_000
const FIRST_RETRY_MS = 10 * MINUTE_MS
const LAST_RETRY_MS = 2 * HOUR_MS
const BUSY_RETRY_MS = HOUR_MS

/** Reads the stored state of a feed, whatever an older version wrote there. */
export function readMemory(stored: Readonly<Record<string, unknown>>): SpaceTrackMemory {
  const { requests, pollAt, eventsAt, since, rest, failures, refused } = stored
  const number = (value: unknown) => (typeof value === 'number' ? value : 0)
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    requests: Array.isArray(requests) ? requests.filter((one): one is number => typeof one === 'number') : [],
    pollAt: number(pollAt),
    eventsAt: number(eventsAt),
    since: text(since),
    rest: isPlace(rest) ? { since: rest.since, skip: rest.skip } : null,
    failures: number(failures),
    refused: text(refused),
  }
}

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' &&
  value !== null &&
  'since' in value &&
  'skip' in value &&
  typeof value.since === 'string' &&
  typeof value.skip === 'number'

/**
 * Returns the start of the page after a full one: one second before its newest message, since others of the same time may not have fitted in it.
 * If the whole page is of one time, the messages already fetched are skipped by their number.
 */
export function placeAfter(
  place: Place,
  { count, newest }: { readonly count: number; readonly newest: string },
): Place {
  const since = new Date(Date.parse(`${newest}Z`) - SECOND_MS).toISOString().slice(0, 19)
  return since > place.since ? { since, skip: 0 } : { since: place.since, skip: place.skip + count }
}

/** Returns the requests of the last hour with one more, or the time when the next one is allowed. */
export function spend(
  requests: readonly number[],
  now: number,
): { readonly requests: readonly number[] } | { readonly again: number } {
  const recent = requests.filter((at) => at > now - HOUR_MS)
  const inMinute = recent.filter((at) => at > now - MINUTE_MS)
  const [oldest, oldestInMinute] = [recent[0] ?? now, inMinute[0] ?? now]
  if (recent.length >= MOST_PER_HOUR) return { again: oldest + HOUR_MS }
  if (inMinute.length >= MOST_PER_MINUTE) return { again: oldestInMinute + MINUTE_MS }
  return { requests: [...recent, now] }
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
  return (minute >= 28 && minute <= 32 ? minute + 7 : minute) * MINUTE_MS + Math.floor(random() * MINUTE_MS)
}

export const FAILURES = ['password', 'suspended', 'busy', 'broken', 'unreachable'] as const
export type Failure = (typeof FAILURES)[number]

/** Returns the time of the next attempt: a refused login after a day, a throttled one after an hour, any other failure with growing delays. */
export function retryAt(
  now: number,
  failed: { readonly kind: Failure; readonly failures: number; readonly retryAfterMs: number },
  random: () => number,
): number {
  const { kind, failures, retryAfterMs } = failed
  const jitter = 0.75 + random() / 2
  if (kind === 'password' || kind === 'suspended') return now + DAY_MS
  if (kind === 'busy') return now + Math.max(retryAfterMs, BUSY_RETRY_MS * (1 + random() / 2))
  return now + Math.max(retryAfterMs, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * jitter)
}
