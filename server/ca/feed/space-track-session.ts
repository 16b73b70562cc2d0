import { DAY_MS, HOUR_MS } from '@apsis/astro/constants.ts'
import {
  accountOf,
  type ConnectionWays,
  type FeedState,
  failureOf,
  ledgerOf,
  lineOf,
  type ReadableFeed,
  recordReading,
  stopConnection,
} from '../../connections/reader.service.ts'
import { openSpaceTrack, type SpaceTrackSession } from '../../connections/space-track.service.ts'
import type { WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { readMemory, retryAt, type SpaceTrackMemory } from './space-track-plan.ts'

const FIRST_DAYS = 7
/** A record may be published some time after it was created. */
const OVERLAP_MS = 2 * HOUR_MS
const LEAST_SPAN_MS = HOUR_MS

export const stateOf = (memory: SpaceTrackMemory): FeedState => ({ nextAt: new Date(memory.pollAt), memory })
const halfOf = (spanMs: number) => Math.max(LEAST_SPAN_MS, spanMs / 2)

/** Returns the time that a query spans, ms. */
export function queriedSpan({ since, spanMs }: Pick<SpaceTrackMemory, 'since' | 'spanMs'>, now: number): number {
  const wanted = since === null ? FIRST_DAYS * DAY_MS : now - Date.parse(`${since}Z`) + OVERLAP_MS
  return Math.min(wanted, spanMs ?? wanted)
}

/**
 * Returns the newest time in a field of all records, as it is written, but with a T before the clock time; null if no record has the field.
 */
export function newestOf(records: readonly unknown[], field: 'CREATION_DATE' | 'CREATED'): string | null {
  const dates = records.flatMap((one) => {
    const value: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, field) : null
    const text = typeof value === 'string' ? value.replace(' ', 'T') : ''
    return Number.isNaN(Date.parse(`${text}Z`)) ? [] : [text]
  })
  return dates.sort().at(-1) ?? null
}

/**
 * Fetches in a session of the connection's account, with one request of class `asked`. A failure is recorded, with the time of the next
 * attempt.
 */
export async function fetchInSession(
  { db, now, signal }: WorkPlatform,
  {
    ways,
    feed,
    asked,
  }: { readonly ways: ConnectionWays; readonly feed: ReadableFeed; readonly asked: 'cdm' | 'cdm-event' | 'cdm-public' },
  fetch: (session: SpaceTrackSession) => Promise<void>,
): Promise<void> {
  const ledger = ledgerOf(db, feed.connection, ways)
  try {
    await fetch(openSpaceTrack(accountOf(feed.connection, ways.box), lineOf(ways, signal), ledger))
  } catch (error) {
    const failure = failureOf(error, now())
    if (failure === undefined) throw error
    // A stopped run is not a failure.
    if (signal.aborted) return
    const at = new Date(now())
    // Another organisation with the same account has used the limit: the service has not failed, and the other kind of fetch keeps its time.
    const isShared = failure.result === 'limit-reached'
    if (isShared) await ledger.queue(asked, Math.max(0, failure.againMs - at.getTime()))
    else await ledger.leave(asked)
    await db.tenant(feed.tenantId, async (tx) => {
      await recordReading(tx, feed, at, ({ memory: stored }) => {
        const memory = readMemory(stored)
        if (isShared) {
          const due = asked === 'cdm-event' ? 'eventsAt' : 'pollAt'
          return { ...failure, state: stateOf({ ...memory, [due]: failure.againMs }) }
        }
        const failures = memory.failures + 1
        const retryMs = retryAt(at.getTime(), { result: failure.result, failures }, ways.random)
        const pollAt = Math.max(retryMs, failure.againMs)
        const spanMs = failure.result === 'too-large' ? halfOf(queriedSpan(memory, at.getTime())) : memory.spanMs
        return { ...failure, state: stateOf({ ...memory, failures, pollAt, spanMs }) }
      })
      await stopConnection(tx, feed, failure, at)
    })
  }
}
