import { HOUR_MS } from '@apsis/astro/constants.ts'
import type { ReadingResult } from '@apsis/contract/connections/connection.ts'
import { ServiceError } from '../../connections/ask.service.ts'
import { READER_WORKS } from '../../connections/connection.service.ts'
import {
  type ConnectionWays,
  claimFeed,
  ledgerOf,
  listReadable,
  type ReadableFeed,
  recordReading,
  SATELLITES_QUERY,
} from '../../connections/reader.service.ts'
import { writeFact } from '../../connections/reading-fact.service.ts'
import type { SpaceTrackSession } from '../../connections/space-track.service.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { BULK_LIMITS, takeInCdms } from '../message/intake.service.ts'
import { listUrgentObjects } from './space-track.repository.ts'
import { nextEvents, nextPoll, readMemory, retryAt, type SpaceTrackMemory } from './space-track-plan.ts'
import { readReports } from './space-track-reported.ts'
import { fetchInSession, newestOf, queriedSpan, stateOf } from './space-track-session.ts'

const URGENT = { probability: 1e-5, hours: 72 } as const
/** The most messages of one file, so that reading the file stays within its limits. */
const MESSAGES_PER_FILE = 5_000
const SOURCE = 'space-track'

/**
 * Fetches the data of each connected account: all messages three times a day, messages of urgent events every hour, and the public reports
 * three times a day.
 */
export function spaceTrackWork(ways: ConnectionWays): RecurringWork {
  return {
    ...READER_WORKS.SPACE_TRACK,
    async turn(platform, tenantId) {
      for (const [kind, read] of [
        ['MESSAGES', readMessages],
        ['REPORTED', readReports],
      ] as const) {
        const wanted = { connection: 'SPACE_TRACK', feed: kind } as const
        // The list is read again for each kind, because reading the first kind may have stopped the connection.
        for (const feed of await platform.db.tenant(tenantId, (tx) => listReadable(tx, tenantId, wanted)))
          if (!platform.signal.aborted) await read(platform, ways, feed)
      }
    },
  }
}

/** The messages to fetch: of all satellites, or between these objects, from the last `spanMs`. */
type Due = { readonly objects: readonly string[] | 'all'; readonly spanMs: number }

const classOf = ({ objects }: Pick<Due, 'objects'>) => (objects === 'all' ? 'cdm' : 'cdm-event')

async function readMessages(platform: WorkPlatform, ways: ConnectionWays, feed: ReadableFeed): Promise<void> {
  const due = await claim(platform, ways, feed)
  if (due === undefined) return
  await fetchInSession(platform, { ways, feed, asked: classOf(due) }, (session) =>
    fetchDue(platform, { ways, feed, session }, due),
  )
}

/**
 * Returns the fetch that is due, and postpones it before it is tried, so that a worker that crashes sends no more requests. A feed without a next
 * time is new, or a person has changed its connection: it is due at once, if the limits of the service allow it.
 */
async function claim({ db, now }: WorkPlatform, ways: ConnectionWays, feed: ReadableFeed): Promise<Due | undefined> {
  const ledger = ledgerOf(db, feed.connection, ways)
  const waits = { all: await ledger.wait('cdm'), events: await ledger.wait('cdm-event') }
  const claimed = await db.tenant(feed.tenantId, (tx) =>
    claimFeed(tx, feed, async (stored) => {
      const at = now()
      const memory = readMemory(stored.memory)
      const claimOf = (next: SpaceTrackMemory, objects: readonly string[] | 'all', waitMs = 0) => ({
        ...stateOf(next),
        due: { objects, spanMs: queriedSpan(memory, at) },
        waitMs,
      })
      if (stored.nextAt === null || memory.pollAt <= at) {
        if (waits.all > 0) return claimOf({ ...memory, pollAt: at + waits.all }, 'all', waits.all)
        const pollAt = retryAt(at, { result: 'failed', failures: memory.failures + 1 }, ways.random)
        return claimOf({ ...memory, pollAt }, 'all')
      }
      if (memory.eventsAt > at) return undefined
      const range = { from: new Date(at), to: new Date(at + URGENT.hours * HOUR_MS) }
      const objects = await listUrgentObjects(tx, { ...range, ...URGENT })
      if (objects.length === 0) return undefined
      if (waits.events > 0) return claimOf({ ...memory, eventsAt: at + waits.events }, objects, waits.events)
      return claimOf({ ...memory, eventsAt: nextEvents(at, ways.random) }, objects)
    }),
  )
  if (claimed === undefined || claimed.waitMs === 0) return claimed?.due
  await ledger.queue(classOf(claimed.due), claimed.waitMs)
  return undefined
}

type Fetching = { readonly ways: ConnectionWays; readonly feed: ReadableFeed; readonly session: SpaceTrackSession }

async function fetchDue(platform: WorkPlatform, { ways, feed, session }: Fetching, due: Due): Promise<void> {
  const { db, now, log } = platform
  const { tenantId } = feed
  const isAll = due.objects === 'all'
  const from = new Date(now() - due.spanMs).toISOString().slice(0, 19)
  const { bytes, records } = await session.ask(isAll ? 'cdm' : 'cdm-event', queryFor(from, due))
  const newest = newestOf(records, 'CREATION_DATE')
  const counts = { received: records.length, accepted: 0, known: 0, refused: 0 }
  for (const file of filesOf(bytes, records)) {
    const at = new Date(now())
    const name = `space-track-${at.toISOString().replace(/\D/g, '').slice(0, 14)}-${file.number}.json`
    const files = [{ name, bytes: file.bytes }]
    // Data of a test service are not operational data; they are shown and counted as simulated.
    const isStaging = feed.connection.is_staging
    const source = isStaging ? 'space-track-staging' : SOURCE
    const options = { source, isSimulated: isStaging, now: at, limits: BULK_LIMITS } as const
    const answers = await takeInCdms(platform, { tenantId, subject: SOURCE }, files, options)
    const refused = answers.filter(({ status }) => status === 'refused')
    if (refused.length > 0) log.warn({ refused: refused.slice(0, 10) }, 'messages of Space-Track were refused')
    counts.accepted += answers.filter(({ status }) => status === 'accepted').length
    counts.known += answers.filter(({ status }) => status === 'duplicate').length
    counts.refused += refused.length
  }
  const found = isAll && records.length === 0 ? await askWhatIsReadable(session) : { result: resultFor(counts) }
  const at = new Date(now())
  await db.tenant(tenantId, (tx) =>
    recordReading(tx, feed, at, ({ memory: stored }) => {
      const memory = readMemory(stored)
      const read = { pollAt: nextPoll(at.getTime(), ways.random), since: newest ?? memory.since, spanMs: null }
      return { ...counts, ...found, state: stateOf({ ...memory, failures: 0, ...(isAll ? read : {}) }) }
    }),
  )
}

/** An empty answer has two possible causes, since an account that may read no satellite gets it, too: this function tells them apart. */
async function askWhatIsReadable(session: SpaceTrackSession) {
  const { records } = await session.ask('satellite', SATELLITES_QUERY)
  if (records.length === 0) throw new ServiceError('no-rights', 'the account may read no satellite')
  return { result: 'empty', detail: writeFact('readable', { count: records.length }) } as const
}

function resultFor({ accepted, refused }: { readonly accepted: number; readonly refused: number }): ReadingResult {
  if (refused > 0) return 'some-refused'
  return accepted > 0 ? 'new' : 'nothing-new'
}

/** Returns the query for the messages of class cdm since a time, oldest first: of the whole account, or between these objects. */
function queryFor(from: string, { objects }: Due): string {
  const list = objects === 'all' ? '' : objects.join(',')
  const only = objects === 'all' ? '' : `/SAT1_OBJECT_DESIGNATOR/${list}/SAT2_OBJECT_DESIGNATOR/${list}`
  const order = 'orderby/CREATION_DATE%20asc/format/json/emptyresult/show'
  return `/expandedspacedata/query/class/cdm${only}/CREATION_DATE/%3E${from}/${order}`
}

/** Returns an answer as files that can be stored: as received, or in parts if it has too many messages for one file. */
function filesOf(bytes: Buffer, records: readonly unknown[]): { readonly number: number; readonly bytes: Buffer }[] {
  if (records.length === 0) return []
  if (records.length <= MESSAGES_PER_FILE) return [{ number: 1, bytes }]
  return Array.from({ length: Math.ceil(records.length / MESSAGES_PER_FILE) }, (_, part) => {
    const some = records.slice(part * MESSAGES_PER_FILE, (part + 1) * MESSAGES_PER_FILE)
    return { number: part + 1, bytes: Buffer.from(JSON.stringify(some)) }
  })
}
