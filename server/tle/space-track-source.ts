import { DAY_MS, HOUR_MS, MINUTE_MS } from '@apsis/astro/constants.ts'
import { GOOD_RESULTS, type ReadingResult, SPACE_TRACK_ADDRESS } from '@apsis/contract/connections/connection.ts'
import { ServiceError } from '../connections/ask.service.ts'
import type { Ledger } from '../connections/budget.service.ts'
import {
  accountOf,
  type ConnectionWays,
  claimFeed,
  type Failure,
  type FeedState,
  failureOf,
  ledgerOf,
  lineOf,
  listOfKind,
  type ReadableFeed,
  recordReading,
  stopConnection,
} from '../connections/reader.service.ts'
import { openSpaceTrack, type SpaceTrackSession } from '../connections/space-track.service.ts'
import { notify } from '../notifications/notification.service.ts'
import type { TenantDb } from '../platform/database/database.ts'
import type { WorkPlatform } from '../platform/jobs/recurring-work.ts'
import { pool } from '../platform/thread/pool.ts'
import { LARGE_MEMORY_MIB, task } from '../platform/thread/task.ts'
import { MOST_BYTES, readSets } from './address-source.ts'
import { countSatcat, deleteOldReentries, upsertReentries, upsertSatcat } from './satcat.repository.ts'
import { markStale, type SourceIdentity, updateNext } from './source.repository.ts'
import { recordOutcome, storeAnswer } from './source.service.ts'
import { type Records, type Reentry, readDecays, type readSatcat, readTips } from './space-track-records.ts'

/** The connection that fetches the catalogue, as a source. */
export type CatalogueFeed = { readonly feed: ReadableFeed; readonly source: SourceIdentity; readonly isActive: boolean }

/** Returns the connection of an organisation that fetches the catalogue; undefined if it has none. */
export async function findCatalogueFeed(
  { db }: WorkPlatform,
  organisation: string,
): Promise<CatalogueFeed | undefined> {
  const wanted = { connection: 'SPACE_TRACK', feed: 'CATALOGUE' } as const
  const [feed] = await db.tenant(organisation, (tx) => listOfKind(tx, organisation, wanted))
  if (feed === undefined) return undefined
  const { host, hostname } = new URL(feed.connection.address ?? SPACE_TRACK_ADDRESS)
  const name = hostname.replace(/^www\./, '')
  const { is_staging } = feed.connection
  const source = { id: 'space-track', kind: 'SPACE_TRACK', name, host, is_staging, rank: 0 } as const
  return { feed, source, isActive: feed.connection.state === 'ACTIVE' }
}

/** The classes that are fetched: sets, the satellite catalogue, and re-entries. */
const CLASSES = ['gp', 'tip', 'satcat', 'decay'] as const
type CatalogueClass = (typeof CLASSES)[number]

/** The state that the reader keeps in its feed. */
type CatalogueMemory = {
  /** The time of the next turn. */
  readonly turnAt: number
  /** The newest CREATION_DATE that was fetched; null before the first whole answer. */
  readonly since: string | null
  /** The time of the last request for the whole class gp. */
  readonly wholeAt: number
  /** The times of the last readings of the classes that are requested once a day. */
  readonly satcatAt: number
  readonly decayAt: number
  /** The number of failed turns since the last success. */
  readonly failures: number
}

/** Some classes may be requested once an hour, so the next turn begins a little later than that, with a random delay. */
const TURN_MS = HOUR_MS + 3 * MINUTE_MS
const SPREAD_MS = 12 * MINUTE_MS
const FIRST_RETRY_MS = 10 * MINUTE_MS
const LAST_RETRY_MS = 2 * HOUR_MS
const SATCAT_HOUR = 17
/** A set may be published some time after its creation date. */
const OVERLAP_MS = 15 * MINUTE_MS
/** Every day, the messages about re-entries of this number of days are requested. */
const DECAY_DAYS = 14
/** Messages about re-entries are kept as long as sets. */
const REENTRY_KEPT_DAYS = 120
const LEAST_SHARE = 0.5

function readMemory(stored: Readonly<Record<string, unknown>>): CatalogueMemory {
  const number = (value: unknown) => (typeof value === 'number' ? value : 0)
  const { turnAt, since, wholeAt, satcatAt, decayAt, failures } = stored
  return {
    turnAt: number(turnAt),
    since: typeof since === 'string' ? since : null,
    wholeAt: number(wholeAt),
    satcatAt: number(satcatAt),
    decayAt: number(decayAt),
    failures: number(failures),
  }
}

const stateOf = (memory: CatalogueMemory): FeedState => ({ nextAt: new Date(memory.turnAt), memory })

/** Returns the classes that are wanted in a turn; the limits of the service are checked elsewhere. */
function wantedClasses({ satcatAt, decayAt }: CatalogueMemory, nowMs: number): CatalogueClass[] {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS
  const isSatcatNew = nowMs >= todayMs + SATCAT_HOUR * HOUR_MS && satcatAt < todayMs + SATCAT_HOUR * HOUR_MS
  return CLASSES.filter((one) => {
    if (one === 'satcat') return isSatcatNew || satcatAt === 0
    return one === 'decay' ? nowMs - decayAt >= DAY_MS : true
  })
}

type Due = {
  readonly memory: CatalogueMemory
  readonly classes: readonly CatalogueClass[]
  /** True if the whole class gp is due, and not only new sets. */
  readonly isWhole: boolean
}

/** Fetches the due classes of the catalogue with the account of a connection: about once an hour, within the limits of the service. */
export async function readSpaceTrack(
  platform: WorkPlatform,
  connected: CatalogueFeed,
  ways: ConnectionWays,
): Promise<void> {
  const { db, now, log, signal } = platform
  const { feed, source } = connected
  const ledger = ledgerOf(db, feed.connection, ways)
  const due = await claim(platform, connected, { ledger, ways })
  if (due === undefined) return
  const line = { ...lineOf({ ...ways, limits: { mostBytes: MOST_BYTES, ...ways.limits } }, signal) }
  const outcome: TurnOutcome = {
    counts: { received: 0, accepted: 0, refused: 0 },
    memory: due.memory,
    failure: undefined,
  }
  let session: SpaceTrackSession | undefined
  for (const one of due.classes) {
    try {
      session ??= openSpaceTrack(accountOf(feed.connection, ways.box), line, ledger)
      const fetched = await FETCH[one](platform, { session, source, memory: outcome.memory, isWhole: due.isWhole })
      outcome.memory = { ...outcome.memory, ...fetched.memory }
      for (const name of ['received', 'accepted', 'refused'] as const) outcome.counts[name] += fetched[name]
    } catch (error) {
      const failure = failureOf(error, now())
      if (failure === undefined) throw error
      // A stopped run is not a failure.
      if (signal.aborted) return
      const { result, detail } = failure
      log.warn({ class: one, result, detail }, 'Space-Track gave nothing for the catalogue')
      outcome.failure ??= failure
      if (!IS_OF_ANSWER.includes(result)) break
    }
  }
  await recordTurn(platform, connected, outcome, ways)
}

/** Results that concern only one answer, so that the next class is still requested. */
const IS_OF_ANSWER: readonly ReadingResult[] = [
  'cut-off',
  'too-large',
  'too-small',
  'wrong-type',
  'empty',
  'limit-reached',
]

type TurnOutcome = {
  readonly counts: { received: number; accepted: number; refused: number }
  memory: CatalogueMemory
  failure: Failure | undefined
}

async function recordTurn(
  { db, now }: WorkPlatform,
  { feed, source }: CatalogueFeed,
  { counts, memory: reached, failure }: TurnOutcome,
  { random }: ConnectionWays,
): Promise<void> {
  const at = new Date(now())
  const failures = failure === undefined ? 0 : reached.failures + 1
  const turnAt =
    failure === undefined
      ? at.getTime() + TURN_MS + SPREAD_MS * random()
      : Math.max(failure.againMs, retryAt(at.getTime(), { result: failure.result, failures }, random))
  const memory = { ...reached, failures, turnAt }
  const result = failure?.result ?? resultFor(counts)
  const detail = failure?.detail ?? null
  await db.tenant(feed.tenantId, async (tx) => {
    await recordReading(tx, feed, at, () => ({
      ...counts,
      known: Math.max(0, counts.received - counts.accepted - counts.refused),
      result,
      detail,
      state: stateOf(memory),
    }))
    if (failure === undefined) return
    await stopConnection(tx, feed, failure, at)
    await tellSmall(tx, feed, failure)
  })
  await db.shared(async (tx) => {
    if (!GOOD_RESULTS.includes(result)) await recordOutcome(tx, source.id, { result, detail, at })
    await updateNext(tx, source.id, new Date(turnAt))
  })
}

/** Notifies people that an answer was too small to be complete, with the numbers of objects from its detail. */
async function tellSmall(
  tx: TenantDb,
  { tenantId, connection }: ReadableFeed,
  { result, detail }: Failure,
): Promise<void> {
  const [, count, usual] = /^(\d{1,9}) of (\d{1,9}) objects/.exec(detail ?? '') ?? []
  if (result !== 'too-small' || count === undefined || usual === undefined) return
  await notify(tx, {
    tenantId,
    subject: undefined,
    audience: 'ca',
    matter: `catalogue:${connection.id}`,
    level: 'caution',
    link: '/account/connections',
    finding: { code: 'catalogue-small', values: { feed: connection.name, count: Number(count), usual: Number(usual) } },
  })
}

function resultFor({ accepted, refused }: TurnOutcome['counts']): ReadingResult {
  if (refused > 0) return 'some-refused'
  return accepted > 0 ? 'new' : 'nothing-new'
}

function retryAt(
  nowMs: number,
  { result, failures }: { readonly result: ReadingResult; readonly failures: number },
  random: () => number,
): number {
  if (result === 'throttled') return nowMs + HOUR_MS * (1 + random() / 2)
  return nowMs + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (0.75 + random() / 2)
}

type ClaimWays = { readonly ledger: Ledger; readonly ways: ConnectionWays }

/**
 * Returns the due classes, and postpones the next turn before anything is sent, so that a worker that crashes sends no more requests. A
 * feed without a next time is new, or a person has changed its connection: it is due at once, if the limits of the service allow it.
 */
async function claim(
  { db, now }: WorkPlatform,
  { feed }: CatalogueFeed,
  { ledger, ways }: ClaimWays,
): Promise<Due | undefined> {
  const waits = new Map<CatalogueClass, number>()
  for (const one of CLASSES) waits.set(one, await ledger.wait(one))
  const claimed = await db.tenant(feed.tenantId, (tx) =>
    claimFeed(tx, feed, async (stored) => {
      const atMs = now()
      const memory = readMemory(stored.memory)
      if (stored.nextAt !== null && memory.turnAt > atMs) return undefined
      const wanted = wantedClasses(memory, atMs)
      const classes = wanted.filter((one) => waits.get(one) === 0)
      if (classes.length === 0) {
        const next = { ...memory, turnAt: atMs + Math.min(...wanted.map((one) => waits.get(one) ?? HOUR_MS)) }
        return { ...stateOf(next), due: undefined }
      }
      const isWhole = classes.includes('gp') && isWholeDue(memory, atMs)
      const turnAt = retryAt(atMs, { result: 'failed', failures: memory.failures + 1 }, ways.random)
      const next = { ...memory, turnAt, ...(isWhole ? { wholeAt: atMs } : {}) }
      return { ...stateOf(next), due: { memory: next, classes, isWhole } }
    }),
  )
  return claimed?.due
}

const isWholeDue = ({ since, wholeAt }: CatalogueMemory, atMs: number) => since === null || atMs - wholeAt >= DAY_MS

type ClassRequest = {
  readonly session: SpaceTrackSession
  readonly source: SourceIdentity
  readonly memory: CatalogueMemory
  readonly isWhole: boolean
}
type ClassReading = TurnOutcome['counts'] & { readonly memory: Partial<CatalogueMemory> }

const BASIC = '/basicspacedata/query/class'
const SHOWN = 'format/json/emptyresult/show'

const FETCH: Readonly<
  Record<CatalogueClass, (platform: WorkPlatform, fetching: ClassRequest) => Promise<ClassReading>>
> = {
  gp: fetchSets,
  tip: (platform, fetching) =>
    fetchReentries(platform, fetching, {
      asked: 'tip',
      query: `${BASIC}/tip/MSG_EPOCH/%3Enow-2/orderby/MSG_EPOCH%20asc/${SHOWN}`,
      read: readTips,
    }),
  satcat: fetchSatcat,
  decay: async (platform, fetching) => {
    const query = `${BASIC}/decay/MSG_EPOCH/%3Enow-${DECAY_DAYS}/orderby/MSG_EPOCH%20asc/${SHOWN}`
    const fetched = await fetchReentries(platform, fetching, { asked: 'decay', query, read: readDecays })
    return { ...fetched, memory: { decayAt: platform.now() } }
  },
}

/** Fetches all sets of class gp, or only the sets that were created since the last time. */
async function fetchSets(
  { db, now, signal }: WorkPlatform,
  { session, source, memory, isWhole }: ClassRequest,
): Promise<ClassReading> {
  const query = isWhole
    ? `${BASIC}/gp/decay_date/null-val/epoch/%3Enow-30/orderby/norad_cat_id/${SHOWN}`
    : `${BASIC}/gp/decay_date/null-val/CREATION_DATE/%3E${sinceOf(memory.since)}/orderby/CREATION_DATE%20asc/${SHOWN}`
  const bytes = await session.download('gp', query)
  const content = await readSets(bytes, 'omm-json', signal)
  const answer = { ...content, receivedAt: new Date(now()), isWhole, etag: null, lastModified: null, movedTo: null }
  const { changed } = await db.shared((tx) => storeAnswer(tx, source.id, answer))
  const { sets, unreadable, newestCreation } = content
  const newest = [memory.since, newestCreation]
    .flatMap((one) => one ?? [])
    .sort()
    .at(-1)
  return {
    received: sets.length + unreadable,
    accepted: changed,
    refused: unreadable,
    memory: newest === undefined ? {} : { since: newest },
  }
}

/** Returns a time a little before another one, in the form that a query needs. */
const sinceOf = (since: string | null) =>
  encodeURIComponent(new Date(Date.parse(`${since}Z`) - OVERLAP_MS).toISOString().slice(0, 19).replace('T', ' '))

const READ_SATCAT = task<typeof readSatcat>({
  module: new URL('./space-track-records.ts', import.meta.url),
  name: 'readSatcat',
  limits: { seconds: 60, memoryMiB: LARGE_MEMORY_MIB, answerMiB: 128 },
})

async function fetchSatcat({ db, now, signal }: WorkPlatform, { session }: ClassRequest): Promise<ClassReading> {
  const bytes = await session.download('satcat', `${BASIC}/satcat/orderby/NORAD_CAT_ID%20asc/${SHOWN}`)
  const read = await pool.run(READ_SATCAT, 'catalogue', bytes, signal)
  if (read === null) throw new ServiceError('cut-off', 'class satcat')
  const { records, refused } = read
  const accepted = await db.shared(async (tx) => {
    const known = await countSatcat(tx)
    if (records.length < LEAST_SHARE * known)
      throw new ServiceError('too-small', `${records.length} of ${known} objects of class satcat`)
    const changed = await upsertSatcat(tx, records)
    if (changed > 0) await markStale(tx)
    return changed
  })
  return { received: records.length + refused, accepted, refused, memory: { satcatAt: now() } }
}

type ReentryQuery = {
  readonly asked: 'tip' | 'decay'
  readonly query: string
  readonly read: (rows: readonly unknown[]) => Records<Reentry>
}

async function fetchReentries(
  { db, now }: WorkPlatform,
  { session }: ClassRequest,
  { asked, query, read }: ReentryQuery,
): Promise<ClassReading> {
  const answer = await session.ask(asked, query)
  const { records, refused } = read(answer.records)
  const at = new Date(now())
  const accepted = await db.shared(async (tx) => {
    const changed = await upsertReentries(tx, records, at)
    await deleteOldReentries(tx, new Date(at.getTime() - REENTRY_KEPT_DAYS * DAY_MS))
    if (changed > 0) await markStale(tx)
    return changed
  })
  return { received: answer.records.length, accepted, refused, memory: {} }
}
