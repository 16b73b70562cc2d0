import type { ReadingResult } from '@apsis/contract/connections/connection.ts'
import {
  type ConnectionWays,
  claimFeed,
  ledgerOf,
  type ReadableFeed,
  recordReading,
} from '../../connections/reader.service.ts'
import { writeFact } from '../../connections/reading-fact.service.ts'
import type { SpaceTrackSession } from '../../connections/space-track.service.ts'
import type { WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { takeInReports } from '../event/reported-approach.service.ts'
import { readFleet } from '../satellite/record/fleet.ts'
import { readReport } from './read-report.ts'
import { nextPoll, readMemory, retryAt, type SpaceTrackMemory } from './space-track-plan.ts'
import { fetchInSession, newestOf, queriedSpan, stateOf } from './space-track-session.ts'

/** The number of reports in one transaction: everybody else who changes events of the organisation waits for it. */
const REPORTS_AT_ONCE = 500

/** Fetches the reports of class cdm_public, three times a day, and keeps those about satellites of the organisation. */
export async function readReports(platform: WorkPlatform, ways: ConnectionWays, feed: ReadableFeed): Promise<void> {
  const due = await claim(platform, ways, feed)
  if (due === undefined) return
  await fetchInSession(platform, { ways, feed, asked: 'cdm-public' }, (session) =>
    fetchReports(platform, { ways, feed, session, ...due }),
  )
}

/** A fetch of reports: the time that its query spans, ms, and the catalogue numbers of the fleet for which it is made. */
type DueFetch = { readonly spanMs: number; readonly numbers: readonly string[] }

/**
 * Returns the fetch that is due, and postpones it before it is tried; undefined if none is. Reports about objects outside the fleet were
 * not stored, so the reports of the last days are fetched again if a satellite was added since.
 */
async function claim(
  { db, now }: WorkPlatform,
  ways: ConnectionWays,
  feed: ReadableFeed,
): Promise<DueFetch | undefined> {
  const ledger = ledgerOf(db, feed.connection, ways)
  const waitMs = await ledger.wait('cdm-public')
  const claimed = await db.tenant(feed.tenantId, (tx) =>
    claimFeed(tx, feed, async (stored) => {
      const at = now()
      const memory = readMemory(stored.memory)
      if (stored.nextAt !== null && memory.pollAt > at) return undefined
      const claimOf = (pollAt: number, due: DueFetch | undefined) => ({ ...stateOf({ ...memory, pollAt }), due })
      if (waitMs > 0) return claimOf(at + waitMs, undefined)
      const retryMs = retryAt(at, { result: 'failed', failures: memory.failures + 1 }, ways.random)
      const numbers = [...(await readFleet(tx)).byNumber.keys()]
      const read = new Set(memory.fleet)
      const since = numbers.every((number) => read.has(number)) ? memory.since : null
      return claimOf(retryMs, { spanMs: queriedSpan({ ...memory, since }, at), numbers })
    }),
  )
  if (claimed !== undefined && claimed.due === undefined) await ledger.queue('cdm-public', waitMs)
  return claimed?.due
}

type Fetching = DueFetch & {
  readonly ways: ConnectionWays
  readonly feed: ReadableFeed
  readonly session: SpaceTrackSession
}

async function fetchReports(platform: WorkPlatform, { ways, feed, session, spanMs, numbers }: Fetching): Promise<void> {
  const { db, now, log } = platform
  const { tenantId, connection } = feed
  const { records } = await session.ask('cdm-public', queryFor(new Date(now() - spanMs)))
  const fleet = await db.tenant(tenantId, readFleet)
  const rows = records.map((row) => readReport(row, (designator) => fleet.byNumber.has(designator)))
  const reports = rows.flatMap((row) => (row.kind === 'report' ? [row.report] : []))
  const reasons = rows.flatMap((row) => (row.kind === 'refused' ? [row.reason] : []))
  const unknown = new Set(rows.flatMap((row) => (row.kind === 'report' ? row.unknown : [])))
  if (reasons.length > 0) log.warn({ refused: reasons.slice(0, 10) }, 'reports of Space-Track were refused')
  const counts = { received: records.length, accepted: 0, known: 0, refused: reasons.length }
  for (let from = 0; from < reports.length; from += REPORTS_AT_ONCE) {
    const some = reports.slice(from, from + REPORTS_AT_ONCE)
    const taking = { tenantId, now: new Date(now()), isSimulated: connection.is_staging, reports: some }
    const taken = await db.tenant(tenantId, (tx) => takeInReports(tx, taking))
    counts.accepted += taken.accepted
    counts.known += taken.known
  }
  const at = new Date(now())
  await db.tenant(tenantId, (tx) =>
    recordReading(tx, feed, at, ({ memory: stored }) => {
      const memory = readMemory(stored)
      const next: SpaceTrackMemory = {
        ...memory,
        failures: 0,
        pollAt: nextPoll(at.getTime(), ways.random),
        since: newestOf(records, 'CREATED') ?? memory.since,
        spanMs: null,
        fleet: numbers,
      }
      return { ...counts, ...outcomeOf(counts, { reasons, unknown }), state: stateOf(next) }
    }),
  )
}

type Faults = { readonly reasons: readonly string[]; readonly unknown: ReadonlySet<string> }

/**
 * Returns the result of a fetch. The class has reports about the objects of all operators, so an empty answer may be a fault, and is no
 * delivery.
 */
function outcomeOf(
  { received, accepted }: { readonly received: number; readonly accepted: number },
  { reasons, unknown }: Faults,
): { readonly result: ReadingResult; readonly detail: string | null; readonly isDelivery: boolean } {
  if (received === 0) return { result: 'empty', detail: writeFact('nobody'), isDelivery: false }
  const said = [...reasons.slice(0, 1), ...(unknown.size === 0 ? [] : [`fields that are not known: ${unknown.size}`])]
  const result = reasons.length > 0 ? 'some-refused' : accepted > 0 ? 'new' : 'nothing-new'
  return { result, detail: said.length === 0 ? null : said.join('; '), isDelivery: true }
}

/** Returns the query for the reports that were created since a time, oldest first. */
function queryFor(from: Date): string {
  const since = from.toISOString().slice(0, 19)
  return `/basicspacedata/query/class/cdm_public/CREATED/%3E${since}/orderby/CREATED%20asc/format/json/emptyresult/show`
}
