import { createHash } from 'node:crypto'
import { HOUR_MS, MINUTE_MS, SECONDS_PER_DAY } from '@apsis/astro/constants.ts'
import { secondsBetween } from '@apsis/astro/time/epoch.ts'
import { formatTime } from '@apsis/astro/time/format-time.ts'
import { parseTime } from '@apsis/astro/time/parse-time.ts'
import { ServiceError } from '../../connections/ask.service.ts'
import { BudgetError } from '../../connections/budget.service.ts'
import { READER_WORKS } from '../../connections/connection.service.ts'
import {
  fileAddress,
  isFolder,
  type ListedFile,
  type OpenFile,
  objectIdIn,
  readFileHead,
  readOpenFile,
  readOpenList,
  UNNUMBERED,
} from '../../connections/open-ephemerides.service.ts'
import {
  type ConnectionWays,
  claimFeed,
  failureOf,
  ledgerOf,
  lineOf,
  listReadable,
  type ReadableFeed,
  recordReading,
} from '../../connections/reader.service.ts'
import { writeFact } from '../../connections/reading-fact.service.ts'
import { emit } from '../../events/event.service.ts'
import { ApiError } from '../../platform/api-error.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { readCatalogue } from '../../tle/catalogue.service.ts'
import { checkOnPool, compareVersionsOnPool } from '../ephemeris/record/tasks.ts'
import { search } from '../find/find.service.ts'
import { openSearchQueue, type SearchQueue } from '../find/search-queue.ts'
import { listActiveSatellites } from '../satellite/record/satellite.repository.ts'
import { screenFleet } from '../screening/screening.service.ts'
import * as repository from './record/neighbour.repository.ts'

/** An object is near if it comes within this distance of a satellite by element sets, which may be wrong by some kilometres. */
const NEAR_KM = 25
const NEAR_HOURS = 72
/** No person waits for the search. */
const SEARCH_MS = 10 * MINUTE_MS
/** Lists change every eight hours; an address is read once an hour at most, by the first organisation that needs it. */
const EVERY_MS = HOUR_MS
const RETRY_MS = 15 * MINUTE_MS
/** A run fetches at most this many files, so that other organisations have their turn. */
const FILES_PER_TURN = 300
/** Earlier versions are kept for this time, to show how much an operator's prediction changes. */
const KEPT_MS = 7 * 24 * HOUR_MS
/** The number of samples of a difference between two versions. */
const SAMPLES = 25
const OWNER = 'neighbours'

/**
 * Reads the ephemerides that other operators publish of objects that come near the fleet in the next three days. The satellites are then
 * screened against these ephemerides.
 */
export function neighbourWork(ways: ConnectionWays): RecurringWork {
  let searchQueue: SearchQueue | undefined
  return {
    ...READER_WORKS.OPEN_EPHEMERIDES,
    async turn(platform, tenantId) {
      const wanted = { connection: 'OPEN_EPHEMERIDES', feed: 'NEIGHBOURS' } as const
      const feeds = await platform.db.tenant(tenantId, (tx) => listReadable(tx, tenantId, wanted))
      if (feeds.length === 0) return
      if (searchQueue === undefined) {
        const opened = openSearchQueue(platform.now, { mostMs: SEARCH_MS })
        searchQueue = opened
        platform.signal.addEventListener('abort', () => void opened.close(), { once: true })
      }
      const reading: Reading = { platform, ways, searchQueue }
      for (const feed of feeds) if (!platform.signal.aborted) await readFeed(reading, feed)
      if (!platform.signal.aborted) await screenAgainstNeighbours(platform, tenantId)
    },
  }
}

type Reading = { readonly platform: WorkPlatform; readonly ways: ConnectionWays; readonly searchQueue: SearchQueue }

/** Reads an address if it is due. */
async function readFeed(reading: Reading, feed: ReadableFeed): Promise<void> {
  const { db, now, signal } = reading.platform
  const at = now()
  const claimed = await db.tenant(feed.tenantId, (tx) =>
    claimFeed(tx, feed, async ({ nextAt, memory }) =>
      nextAt !== null && nextAt.getTime() > at ? undefined : { nextAt: new Date(at + RETRY_MS), memory },
    ),
  )
  if (claimed === undefined) return
  try {
    const { files: listed, isWhole } = await withNumbers(reading, feed, await listFiles(reading, feed))
    const { near, gaps } = await findNear(reading, feed, listed)
    const counts = await fetchFiles(reading, feed, listed, near)
    const ended = new Date(now())
    // If more files are due than one run fetches, the next run starts at once.
    const nextAt = new Date(
      ended.getTime() + (isWhole && counts.isWhole ? EVERY_MS + reading.ways.random() * RETRY_MS : 0),
    )
    const result = counts.refused > 0 ? 'some-refused' : counts.accepted > 0 ? 'new' : 'nothing-new'
    const detail = writeFact('near', { count: near.size, of: listed.length, ...gaps })
    const { received, accepted, known, refused } = counts
    await db.tenant(feed.tenantId, async (tx) => {
      await recordReading(tx, feed, ended, ({ memory }) => ({
        result,
        detail,
        received,
        accepted,
        known,
        refused,
        state: { nextAt, memory },
      }))
      // Pages show which objects are near, and their newest files.
      emit(tx, { tenantId: feed.tenantId, type: 'ephemeris', data: { neighbours: addressOf(feed) } })
    })
  } catch (error) {
    const failure = failureOf(error, now())
    if (failure === undefined) throw error
    if (signal.aborted) return
    const nextAt = new Date(Math.max(now() + RETRY_MS, failure.againMs))
    const { result, detail } = failure
    await db.tenant(feed.tenantId, (tx) =>
      recordReading(tx, feed, new Date(now()), ({ memory }) => ({ result, detail, state: { nextAt, memory } })),
    )
  }
}

const addressOf = ({ connection }: ReadableFeed) => connection.address ?? ''

/** Returns the list of an address: it is read now, or another organisation has read it within the hour. */
async function listFiles({ platform, ways }: Reading, feed: ReadableFeed): Promise<readonly ListedFile[]> {
  const { db, now, signal } = platform
  const address = addressOf(feed)
  const source = await findSource(db, address)
  const ledger = ledgerOf(db, feed.connection, ways)
  if ((await ledger.wait('list')) > 0) return listOfOther(source)
  const known = { etag: source.etag, lastModified: source.last_modified }
  const list = await readOpenList(lineOf(ways, signal), ledger, address, known).catch((error: unknown) => {
    // Another organisation has begun to read the list meanwhile.
    if (error instanceof BudgetError) return undefined
    throw error
  })
  if (list === undefined) return listOfOther(await findSource(db, address))
  const at = new Date(now())
  const before = new Map(listedIn(source.names).map(({ name, noradId }) => [name, noradId]))
  const names = await namesOf({ platform, ways }, feed, list, { at, before })
  await db.shared((tx) =>
    repository.updateSource(tx, { address, etag: list.etag, last_modified: list.lastModified, at, names }),
  )
  return listedIn(names ?? source.names)
}

async function findSource(db: Database, address: string) {
  const source = await db.shared((tx) => repository.findSource(tx, address))
  if (source === undefined) throw new TypeError(`there is no source ${address}`)
  return source
}

/**
 * Returns the list that another organisation has read within the hour. Throws if the list is being read for the first time, or if its
 * answer was lost.
 */
function listOfOther({ read_at, names }: Pick<repository.SourceRow, 'read_at' | 'names'>): readonly ListedFile[] {
  if (read_at === null) throw new ServiceError('limit-reached')
  return listedIn(names)
}

/**
 * Returns the names to store for an answer; undefined if it has not changed. If the address is a single file, the file is stored at once.
 */
async function namesOf(
  { platform, ways }: Pick<Reading, 'platform' | 'ways'>,
  feed: ReadableFeed,
  list: Awaited<ReturnType<typeof readOpenList>>,
  { at, before }: { readonly at: Date; readonly before: ReadonlyMap<string, number> },
): Promise<string | undefined> {
  if (list.kind === 'unchanged') return undefined
  if (list.kind === 'list') return namesIn(list.files)
  // Numbers that were read from files earlier are kept in the stored list.
  if (list.kind === 'folder')
    return namesIn(
      list.files.map((file) => ({ ...file, noradId: file.noradId || (before.get(file.name) ?? UNNUMBERED) })),
    )
  const noradId = await numberIn(platform, list.bytes)
  if (noradId === UNNUMBERED) return ''
  const name = `${new URL(addressOf(feed)).pathname.split('/').at(-1) ?? ''} ${at.toISOString()}`
  await storeFile({ platform, ways }, feed, { name, noradId }, list.bytes)
  return `${noradId} ${name}`
}

function listedIn(names: string): ListedFile[] {
  return names
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ noradId: Number(line.slice(0, line.indexOf(' '))), name: line.slice(line.indexOf(' ') + 1) }))
}

const namesIn = (files: readonly ListedFile[]): string =>
  files.map(({ name, noradId }) => `${noradId} ${name}`).join('\n')

/**
 * Returns the catalogue number of the object of a file: its OBJECT_ID, or the number that the catalogue gives for its international
 * designator.
 */
async function numberIn({ db }: WorkPlatform, bytes: Buffer): Promise<number> {
  const id = objectIdIn(bytes)
  if (id === undefined) return UNNUMBERED
  if (/^\d{1,9}$/.test(id)) return Number(id)
  // The ISS file writes 1998-067-A.
  const plain = (text: string) => text.replaceAll('-', '').toUpperCase()
  const { objects } = await readCatalogue(db)
  return (
    objects.find(({ internationalDesignator }) => plain(internationalDesignator) === plain(id))?.noradId ?? UNNUMBERED
  )
}

/** The number of a file in a folder whose object is not in the catalogue. */
const NO_OBJECT = -1

/**
 * Reads the beginning of files in a folder whose names contain no catalogue number, and stores the numbers. Files beyond the limit wait for
 * the next run.
 */
async function withNumbers(
  { platform, ways }: Reading,
  feed: ReadableFeed,
  files: readonly ListedFile[],
): Promise<{ readonly files: readonly ListedFile[]; readonly isWhole: boolean }> {
  const { db, signal } = platform
  const address = addressOf(feed)
  const unknown = files.filter(({ noradId }) => noradId === UNNUMBERED)
  if (!isFolder(address) || unknown.length === 0) return { files, isWhole: true }
  const ledger = ledgerOf(db, feed.connection, ways)
  const found = new Map<string, number>()
  for (const { name } of unknown.slice(0, FILES_PER_TURN)) {
    if (signal.aborted) break
    const head = await readFileHead(lineOf(ways, signal), ledger, fileAddress(address, name))
    found.set(name, (head === null ? UNNUMBERED : await numberIn(platform, head)) || NO_OBJECT)
  }
  const all = files.map(({ name, noradId }) => ({ name, noradId: found.get(name) ?? noradId }))
  await db.shared((tx) => repository.updateNames(tx, address, namesIn(all)))
  return { files: all, isWhole: unknown.length <= FILES_PER_TURN }
}

/**
 * Finds the published objects that come near each satellite, and stores them; returns their numbers, and the counts of objects that were
 * not searched or have old data.
 */
async function findNear({ platform, searchQueue }: Reading, { tenantId }: ReadableFeed, listed: readonly ListedFile[]) {
  const { db, now, signal, log } = platform
  const satellites = await db.tenant(tenantId, listActiveSatellites)
  const numbers = [...new Set(listed.map(({ noradId }) => noradId))].filter((number) => number > 0)
  const near = new Set<number>()
  const unlisted = new Set<string>()
  let unsearched = 0
  for (const { id: satelliteId } of satellites) {
    if (signal.aborted || numbers.length === 0) break
    const wanted = { satelliteId, numbers, hours: NEAR_HOURS, maxKm: NEAR_KM }
    const at = new Date(now())
    const asking = { caller: { tenantId }, signal }
    const found = await search({ db, now, searchQueue }, asking, wanted).catch((error: unknown) => {
      // A satellite without an orbit is left out.
      if (!(error instanceof ApiError)) throw error
      log.warn({ err: error, satelliteId }, 'the neighbours of a satellite were not searched for')
      return undefined
    })
    const lost = found?.answer.notScreened ?? []
    if (found === undefined || lost.some(({ objectId }) => objectId === found.answer.primary.objectId)) unsearched += 1
    for (const { objectId, reason } of lost) if (reason === 'not-in-the-catalogue') unlisted.add(objectId)
    if (found === undefined) continue
    const nearest = new Map<number, { readonly tca: Date; readonly missM: number }>()
    for (const { secondary, tca, missM } of found.answer.encounters) {
      const number = Number(secondary.objectId)
      if (missM < (nearest.get(number)?.missM ?? Number.POSITIVE_INFINITY))
        nearest.set(number, { tca: new Date(tca), missM })
    }
    for (const number of nearest.keys()) near.add(number)
    const rows = [...nearest].map(([norad_id, { tca, missM }]) => ({ norad_id, tca, miss_m: missM, found_at: at }))
    await db.tenant(tenantId, (tx) => repository.replaceNear(tx, { tenantId, satelliteId, numbers }, rows))
  }
  const old = await countOld(platform, new Set(numbers))
  return {
    near,
    gaps: {
      ...(unsearched > 0 && { unsearched }),
      ...(unlisted.size > 0 && { unlisted: unlisted.size }),
      ...(old > 0 && { old }),
    },
  }
}

/** An element set of this age or older may show a near object far away. */
const OLD_DAYS = 7

/** Returns the number of published objects with an old element set: the search may miss them. */
async function countOld({ db, now }: WorkPlatform, numbers: ReadonlySet<number>): Promise<number> {
  const at = parseTime(new Date(now()).toISOString())
  const { objects } = await readCatalogue(db)
  return objects.filter(
    ({ noradId, epoch }) => numbers.has(noradId) && secondsBetween(epoch, at) > OLD_DAYS * SECONDS_PER_DAY,
  ).length
}

type FetchCounts = {
  received: number
  accepted: number
  known: number
  refused: number
  /** False if more files are due than this run has fetched. */
  readonly isWhole: boolean
}

/** Fetches the files of near objects that are not stored yet. */
async function fetchFiles(
  { platform, ways }: Reading,
  feed: ReadableFeed,
  listed: readonly ListedFile[],
  near: ReadonlySet<number>,
): Promise<FetchCounts> {
  const { db, now, signal } = platform
  const address = addressOf(feed)
  const wanted = listed.filter(({ noradId }) => near.has(noradId))
  const stored = await db.shared((tx) => repository.listKnownNames(tx, address))
  // The files of a folder keep their names, so each is checked for changes once an hour.
  const sources = isFolder(address)
    ? await db.shared((tx) =>
        repository.listFolderFiles(
          tx,
          wanted.map(({ name }) => fileAddress(address, name)),
        ),
      )
    : undefined
  const isAsked = (name: string) =>
    (sources?.get(fileAddress(address, name))?.read_at?.getTime() ?? 0) > now() - EVERY_MS
  const due = wanted.filter(({ name }) => (sources === undefined ? !stored.has(name) : !isAsked(name)))
  const counts = { received: 0, accepted: 0, known: wanted.length - due.length, refused: 0 }
  const ledger = ledgerOf(db, feed.connection, ways)
  for (const file of due.slice(0, FILES_PER_TURN)) {
    if (signal.aborted) break
    const url = fileAddress(address, file.name)
    const known = sources?.get(url)
    const validators = known && { etag: known.etag, lastModified: known.last_modified }
    const answer = await readOpenFile(lineOf(ways, signal), ledger, url, validators)
    counts.received += 1
    const version = answer && sources !== undefined ? { ...file, name: versionName(file.name, answer) } : file
    const isKnown =
      answer !== null && (answer.bytes === undefined || (sources !== undefined && stored.has(version.name)))
    const bytes = isKnown ? undefined : answer?.bytes
    const isTaken = bytes !== undefined && (await storeFile({ platform, ways }, feed, version, bytes))
    if (isKnown) counts.known += 1
    else if (isTaken) counts.accepted += 1
    else counts.refused += 1
    // This comes after the file is stored, so that the file is fetched again if the worker is killed in between.
    if (answer !== null && sources !== undefined) {
      const { etag, lastModified } = answer
      const at = new Date(now())
      await db.shared((tx) =>
        repository.updateSource(tx, { address: url, etag, last_modified: lastModified, at, names: undefined }),
      )
    }
    if (answer === null)
      await refuse(platform, address, file.name, 'the list names it, and the address does not have it')
  }
  await db.shared((tx) => repository.deleteOldFiles(tx, address, new Date(now() - KEPT_MS)))
  return { ...counts, isWhole: due.length <= FILES_PER_TURN }
}

/** Returns the name of a version of a file whose name never changes: with the time of its change, or else with a digest of its content. */
function versionName(name: string, { lastModified, bytes }: OpenFile): string {
  const changed = Date.parse(lastModified ?? '')
  if (!Number.isNaN(changed)) return `${name} ${new Date(changed).toISOString()}`
  const digest = bytes === undefined ? '' : createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return `${name} ${digest}`
}

const refuse = ({ db, now }: WorkPlatform, address: string, name: string, reason: string): Promise<void> =>
  db.shared((tx) => repository.insertRefusal(tx, { address, name, at: new Date(now()), reason }))

/** Reads a file and stores it, with its difference to the previous version; false if it cannot be used. */
async function storeFile(
  { platform }: Pick<Reading, 'platform' | 'ways'>,
  feed: ReadableFeed,
  { name, noradId }: ListedFile,
  bytes: Buffer,
): Promise<boolean> {
  const { db, now, log, signal } = platform
  const address = addressOf(feed)
  const at = new Date(now())
  const object = { ids: [String(noradId)], names: [] }
  // The name of a single file has no form that tells its format.
  const checked = await checkOnPool(feed.tenantId, { source: bytes, name, object, since: at.toISOString() }, signal)
  const { facts, packed, errors } = checked
  if (facts === undefined || packed === undefined) {
    const reason = errors[0]?.message ?? 'it holds no states'
    log.warn({ address, name, errors: errors.slice(0, 3) }, 'a published ephemeris cannot be used')
    await refuse(platform, address, name, reason.slice(0, 300))
    return false
  }
  const timeOf = (epoch: Parameters<typeof formatTime>[0]) => new Date(formatTime(epoch, { digits: 3, zulu: true }))
  const before = await db.shared((tx) => repository.findNewestFile(tx, { address, noradId }))
  const [from, to] = [timeOf(facts.usable.from), timeOf(facts.usable.to)]
  const change = before === undefined ? null : await changeOf(platform, feed.tenantId, { before, packed, from, to })
  await db.shared((tx) =>
    repository.insertFile(tx, {
      address,
      name,
      norad_id: noradId,
      object_name: facts.objectName,
      made_at: facts.made === null ? null : timeOf(facts.made),
      received_at: at,
      start_at: timeOf(facts.span.from),
      stop_at: timeOf(facts.span.to),
      usable_from: from,
      usable_to: to,
      has_covariance: facts.covariance === 'given',
      envelope_from: facts.envelopeFrom === null ? null : timeOf(facts.envelopeFrom),
      is_simulated: feed.connection.is_staging,
      change,
      packed: Buffer.from(packed),
    }),
  )
  return true
}

type Versions = {
  readonly before: repository.NeighbourOrbit
  readonly packed: Uint8Array
  readonly from: Date
  readonly to: Date
}

/** Returns the difference between a version and the previous one, over their common span; null if they have none. */
async function changeOf(
  { signal }: WorkPlatform,
  tenantId: string,
  { before, packed, from, to }: Versions,
): Promise<object | null> {
  const [begin, end] = [
    Math.max(from.getTime(), before.usable_from.getTime()),
    Math.min(to.getTime(), before.usable_to.getTime()),
  ]
  if (end <= begin) return null
  const span = {
    from: parseTime(new Date(begin).toISOString()),
    to: parseTime(new Date(end).toISOString()),
    samples: SAMPLES,
  }
  const { samples, largest, rmsM, burn } = await compareVersionsOnPool(
    tenantId,
    { reference: before.packed, other: packed, ...span },
    signal,
  )
  return {
    from: before.name,
    rmsM,
    largestM: largest?.totalM ?? null,
    burn:
      burn === null
        ? null
        : {
            from: formatTime(burn.from, { digits: 3, zulu: true }),
            to: formatTime(burn.to, { digits: 3, zulu: true }),
            alongTrackMps: burn.alongTrackMps,
          },
    samples: samples.map(({ epoch, rtnM }) => ({ at: formatTime(epoch, { digits: 3, zulu: true }), rtnM })),
  }
}

/**
 * Screens the fleet against the published ephemerides of near objects, if a version was not screened yet. This run or another organisation
 * fetched such a version, or a process ended before it ordered the screening.
 */
async function screenAgainstNeighbours(platform: WorkPlatform, tenantId: string): Promise<void> {
  const { db, now, log } = platform
  const versions = await db.tenant(tenantId, (tx) => repository.listUnscreened(tx, new Date(now())))
  if (versions.length === 0) return
  try {
    await screenFleet(platform, { tenantId, subject: OWNER }, 'EPH')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log.warn({ err: error, tenantId }, 'the fleet was not screened against ephemerides of neighbours')
  }
  await db.tenant(tenantId, (tx) => repository.markScreened(tx, versions))
}
