import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import type { Finding } from '@apsis/contract/finding.ts'
import type { Check } from '@apsis/contract/status/status.ts'
import type { TenantDb } from '../../platform/database/database.ts'
import { type FeedRow, type FeedSource, listFeedRows } from './feed.repository.ts'

/** The present state of a source of messages. */
export type Feed = {
  readonly name: string
  readonly source: FeedSource
  readonly lastSuccessAt: Date | null
  readonly lastMessageAt: Date | null
  readonly lastError: string | null
  readonly lastErrorAt: Date | null
  /** The source is not queried again before this time. */
  readonly nextAt: Date | null
  /** The usual time between two deliveries. */
  readonly periodS: number
  readonly createdAt: Date
}

/** The name of the feed that shows the watched folder of ephemerides. */
export const EPHEMERIS_DROP = 'ephemeris-drop'

/** Messages of an object in low orbit normally come every 8 h (ux.md §5). */
export const USUAL_PERIOD_S = 8 * SECONDS_PER_HOUR
/** The number of its periods after which a feed is late, and very late: 12 and 24 h for a period of 8 h (ux.md §5). */
const CAUTION_PERIODS = 1.5
const SERIOUS_PERIODS = 3

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

/** The sources of messages of the organisation, by name. */
export async function listFeeds(tx: TenantDb): Promise<Feed[]> {
  return (await listFeedRows(tx)).map(presentFeed)
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

function presentFeed(row: FeedRow): Feed {
  return {
    name: row.name,
    source: row.source,
    lastSuccessAt: row.last_success_at,
    lastMessageAt: row.last_message_at,
    lastError: row.last_error,
    lastErrorAt: row.last_error_at,
    nextAt: row.next_at,
    periodS: row.period_s,
    createdAt: row.created_at,
  }
}
