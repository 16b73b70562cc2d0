import { DAY_MS, SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import type {
  ConnectionFeed,
  ConnectionKind,
  ConnectionState,
  FeedKind,
  ReadingResult,
} from '@apsis/contract/connections/connection.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { Check } from '@apsis/contract/status/status.ts'
import type { TenantDb } from '../platform/database/database.ts'
import { type ConnectionRow, type FeedRow, listConnections, listFeedRows } from './connection.repository.ts'
import { type FeedDay, listDays } from './reading.repository.ts'
import { readDetail, sayDetail } from './reading-fact.service.ts'

/** The present state of a feed of a connection. */
export type Feed = {
  readonly connectionId: string
  /** The name of its connection; the kind of data follows if the connection may bring two kinds. */
  readonly name: string
  readonly source: ConnectionKind
  readonly kind: FeedKind
  readonly state: ConnectionState
  readonly lastSuccessAt: Date | null
  readonly lastMessageAt: Date | null
  /** The reason why it cannot be read now, as a sentence; null if there is none. */
  readonly lastError: string | null
  /** The source is not read again before this time. */
  readonly nextAt: Date | null
  /** The usual time between two deliveries. */
  readonly periodS: number
  readonly createdAt: Date
  readonly volume: Volume
}

/** The number of messages that a feed brought in the last 24 h, and the usual number in 24 h. */
export type Volume = {
  readonly newInDay: number
  readonly refusedInDay: number
  readonly usualInDay: number | null
  readonly isRead: boolean
}

/** Messages of an object in low orbit normally come every 8 h (ux.md §5). */
export const USUAL_PERIOD_S = 8 * SECONDS_PER_HOUR
/** A feed is late, and very late, after these numbers of its periods: 12 and 24 h for a period of 8 h (ux.md §5). */
const CAUTION_PERIODS = 1.5
const SERIOUS_PERIODS = 3
/** The usual volume is the median of these days. */
const DAYS_COMPARED = 14
/** Fewer days are not enough to know the usual volume. */
const LEAST_DAYS = 5
/** If the usual volume is below this number, a drop by half may be chance. */
const LEAST_USUAL = 20
/** A fleet of this size gets messages every day: fewer satellites may have a day without any. */
const LEAST_SATELLITES = 20

/** Returns the time since which a feed has been silent, and whether that is longer than its own period allows (flight rule F30). */
export function silenceOf({ lastSuccessAt, createdAt, periodS }: Feed, now: number) {
  const since = lastSuccessAt ?? createdAt
  const ageS = Math.max(0, Math.round((now - since.getTime()) / 1000))
  return { since, ageS, isSilent: now - since.getTime() > CAUTION_PERIODS * periodS * 1000 }
}

/** Returns the finding about a silent source. */
export function silenceFinding(feed: Feed, now: number): Finding {
  const { name, periodS, lastSuccessAt, lastError } = feed
  const never = lastSuccessAt === null ? { never: 1 } : {}
  const trouble = lastError === null ? {} : { trouble: lastError }
  return { code: 'feed-silent', values: { feed: name, ageS: silenceOf(feed, now).ageS, periodS, ...never, ...trouble } }
}

/**
 * Returns the reason to doubt a feed, or null: an empty answer may be a fault, and does not prove that there are no conjunctions.
 * `satellites` is the number of satellites for which the feed should bring messages.
 */
export function doubtOf(feed: Feed, { now, satellites }: { readonly now: number; readonly satellites: number }) {
  const { isRead, newInDay, usualInDay } = feed.volume
  if (silenceOf(feed, now).isSilent) return 'SILENT'
  if (!isRead || feed.kind !== 'MESSAGES') return null
  if (usualInDay !== null && usualInDay >= LEAST_USUAL && newInDay < usualInDay / 2)
    return newInDay === 0 ? 'NOTHING' : 'HALF'
  const isOld = now - feed.createdAt.getTime() > DAY_MS
  return newInDay === 0 && isOld && satellites >= LEAST_SATELLITES ? 'NOTHING' : null
}

/** Returns the finding about a feed that is read and brings too little; undefined if there is none. */
export function volumeFinding(
  feed: Feed,
  about: { readonly now: number; readonly satellites: number },
): Finding | undefined {
  const doubt = doubtOf(feed, about)
  if (doubt !== 'NOTHING' && doubt !== 'HALF') return undefined
  const { newInDay, usualInDay } = feed.volume
  const usual = usualInDay === null ? {} : { usual: usualInDay }
  return { code: 'feed-small', values: { feed: feed.name, count: newInDay, satellites: about.satellites, ...usual } }
}

/** Returns the feeds of the organisation, in the order of the names of their connections. */
export async function listFeeds(tx: TenantDb, now: number): Promise<Feed[]> {
  const [connections, rows] = [await listConnections(tx), await listFeedRows(tx)]
  const days = await listDays(tx, new Date(now), DAYS_COMPARED + 1)
  return connections.flatMap((connection) =>
    rows
      .filter((row) => row.connection_id === connection.id)
      .map((row) =>
        feedOf(
          connection,
          row,
          days.filter((day) => day.connection_id === connection.id && day.kind === row.kind),
        ),
      ),
  )
}

export function feedOf(connection: ConnectionRow, row: FeedRow, days: readonly FeedDay[]): Feed {
  const { last_result: result, last_detail: detail, last_failed_at } = row
  const isFailing = result !== null && (last_failed_at !== null || result === 'some-refused')
  const error = connection.state === 'ACTIVE' ? (isFailing ? sayResult(result, detail) : null) : sayState(connection)
  return {
    connectionId: connection.id,
    // A connection may bring messages and reports, so their feeds need different names.
    name: row.kind === 'REPORTED' ? `${connection.name} cdm_public` : connection.name,
    source: connection.kind,
    kind: row.kind,
    state: connection.state,
    lastSuccessAt: row.last_success_at,
    lastMessageAt: row.last_message_at,
    lastError: error,
    nextAt: row.next_at,
    periodS: row.period_s,
    createdAt: row.created_at,
    volume: volumeOf(days),
  }
}

function volumeOf(days: readonly FeedDay[]): Volume {
  const today = days.find(({ days_ago }) => days_ago === 0)
  // A day on which the feed was not read says nothing about its volume.
  const before = days.filter(({ days_ago, good }) => days_ago > 0 && good > 0).map(({ accepted }) => accepted)
  return {
    newInDay: today?.accepted ?? 0,
    refusedInDay: today?.refused ?? 0,
    usualInDay: before.length < LEAST_DAYS ? null : medianOf(before),
    isRead: (today?.good ?? 0) > 0,
  }
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? missing()) + (sorted[Math.floor(middle)] ?? missing())) / 2
}

/** Returns a feed as the API shows it. */
export function presentFeed(
  feed: Feed,
  row: FeedRow,
  about: { readonly now: number; readonly satellites: number },
): ConnectionFeed {
  const time = (at: Date | null) => at?.toISOString() ?? null
  const { newInDay, refusedInDay, usualInDay } = feed.volume
  return {
    feed: feed.kind,
    lastReadAt: time(feed.lastSuccessAt),
    lastNewAt: time(feed.lastMessageAt),
    lastResult: row.last_result,
    lastDetail: readDetail(row.last_detail).detail,
    lastFact: readDetail(row.last_detail).fact,
    lastFailedAt: time(row.last_failed_at),
    nextAt: time(feed.nextAt),
    newInDay,
    refusedInDay,
    usualInDay,
    doubt: doubtOf(feed, about),
  }
}

/** Makes a check for each feed: the age of its last delivery, and its error. */
export function feedChecks(feeds: readonly Feed[], now: number): Check[] {
  return feeds.map((feed): Check => {
    const { name, lastSuccessAt, lastError, periodS } = feed
    const { ageS, isSilent } = silenceOf(feed, now)
    const isVeryLate = ageS > SERIOUS_PERIODS * periodS
    const level = isVeryLate ? 'serious' : isSilent || lastError !== null ? 'caution' : 'ok'
    const age = ageS < SECONDS_PER_HOUR ? `${Math.round(ageS / 60)} min` : `${(ageS / SECONDS_PER_HOUR).toFixed(1)} h`
    const lastRead = lastSuccessAt === null ? `Nothing was read yet, for ${age}.` : `Last read ${age} ago.`
    const message = lastError === null ? lastRead : `${lastRead} ${lastError}`
    const code = lastSuccessAt === null ? 'feed-never-read' : 'feed-read'
    const finding: Finding = {
      code,
      values: { feed: name, ageS, ...(lastError === null ? {} : { trouble: lastError }) },
    }
    return { name: `feed ${name}`, level, message, value: ageS, unit: 's', finding }
  })
}

function sayState({ state, state_detail: detail }: ConnectionRow): string {
  const said = detail === null ? '' : `: ${detail}`
  if (state === 'PAUSED') return `The connection is paused${said}.`
  if (state === 'REFUSED') return `The service refuses the account or its password, and waits for a person${said}.`
  return `The service has suspended the account, and nothing is asked until a person resumes the connection${said}.`
}

const RESULTS: Readonly<Record<ReadingResult, string>> = {
  new: 'Something new came',
  'nothing-new': 'Nothing new came',
  empty: 'The answer was empty',
  'some-refused': 'Some of what came could not be taken',
  password: 'The service refuses the account or its password',
  suspended: 'The service has suspended the account',
  'no-rights': 'The account may not read this',
  throttled: 'The service limits the requests of the account',
  'limit-reached': 'The limits of the service allow no further request now',
  unreachable: 'The service was not reached, or broke off',
  certificate: 'The certificate of the service is not valid',
  'cut-off': 'The answer was cut off',
  'too-large': 'The answer was too large',
  'too-small': 'The answer held less than half of what is usual, and was not taken',
  blocked: 'The service has blocked this address',
  page: 'The service answered a page and no data: it may be under maintenance',
  redirected: 'The service sends elsewhere, which is not followed',
  'wrong-type': 'The answer has another format',
  failed: 'The service answered with an error',
  folder: 'The folder cannot be used',
}

/** Returns a sentence about the result of a reading. */
export const sayResult = (result: ReadingResult, detail: string | null): string =>
  detail === null ? `${RESULTS[result]}.` : `${RESULTS[result]}: ${sayDetail(detail)}.`
