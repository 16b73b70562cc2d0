import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadingResult } from '@apsis/contract/connections/connection.ts'
import { READER_WORKS } from '../../connections/connection.service.ts'
import { folderPath } from '../../connections/folder-path.service.ts'
import {
  type ConnectionWays,
  listReadable,
  type ReadableFeed,
  recordReading,
} from '../../connections/reader.service.ts'
import { writeFact } from '../../connections/reading-fact.service.ts'
import { isDatabaseAway, isDatabaseTimeout } from '../../platform/database/database.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { FEED_CONTENTS, type FeedContent, sayRefused } from './feed-content.ts'
import type { FileAnswer } from './ingest-ephemeris.ts'

/** A file that was modified more recently may be incomplete. */
const SETTLED_MS = 5_000
const MOST_BYTES = 25 * 1024 ** 2
const FILES_PER_TURN = 200
/** The most bytes of a file name in the folders: with the time stamp before it and the suffix after it a file system allows 255 bytes. */
const NAME_BYTES = 200
/** A file that could not be read or moved is not tried again before this time has passed. */
const TRY_AGAIN_MS = 60_000
/** Names that programs give to files while they write them. */
const UNFINISHED = /^\.|~$|\.(part|partial|tmp|temp|filepart|crdownload)$/i

/**
 * Takes files from the folders that other programs write to (EU SST, UK, SDA). A complete file is stored, then moved to `taken` or `refused`; a
 * text beside a refused file gives the wrong lines and the reasons. If the worker is lost in between, the file is read again and its messages are
 * duplicates: none is lost, and none counts twice.
 */
export function folderWork({ exchangeDir }: Pick<ConnectionWays, 'exchangeDir'>): RecurringWork {
  /** Files that failed, and the time of their next attempt. */
  const resting = new Map<string, number>()
  return {
    ...READER_WORKS.FOLDER,
    async turn(platform, tenantId) {
      const feeds = await platform.db.tenant(tenantId, async (tx) => [
        ...(await listReadable(tx, tenantId, { connection: 'FOLDER', feed: 'MESSAGES' })),
        ...(await listReadable(tx, tenantId, { connection: 'FOLDER', feed: 'EPHEMERIDES' })),
      ])
      for (const feed of feeds) if (!platform.signal.aborted) await readFolder(platform, { exchangeDir, feed, resting })
    },
  }
}

type FolderReading = {
  readonly exchangeDir: string
  readonly feed: ReadableFeed
  readonly resting: Map<string, number>
}

async function readFolder(platform: WorkPlatform, { exchangeDir, feed, resting }: FolderReading): Promise<void> {
  const { tenantId, key, connection } = feed
  const dir = folderPath(exchangeDir, tenantId, connection.folder ?? '')
  const content = FEED_CONTENTS[key.kind === 'EPHEMERIDES' ? 'EPHEMERIDES' : 'MESSAGES']
  try {
    for (const folder of ['.', 'taken', 'refused']) await mkdir(join(dir, folder), { recursive: true })
    const names = (await listFiles(dir)).filter((name) => (resting.get(join(dir, name)) ?? 0) <= platform.now())
    const counts: Counts = { files: 0, accepted: 0, known: 0, refused: 0, failed: [] }
    for (const name of names.slice(0, FILES_PER_TURN)) {
      if (platform.signal.aborted) return
      await attempt(platform, { dir, tenantId, name, content, isStaging: connection.is_staging }, { counts, resting })
    }
    await recordFolder(platform, feed, counts)
  } catch (error) {
    if (!isFolderTrouble(error)) throw error
    const detail = error.code ?? null
    // The folder is read every few seconds, so its fault is stored only once.
    if (feed.lastResult === 'folder') return
    const at = new Date(platform.now())
    await platform.db.tenant(tenantId, (tx) => recordReading(tx, feed, at, () => ({ result: 'folder', detail })))
  }
}

async function listFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
    .map(({ name }) => name)
    .sort()
}

type Counts = {
  files: number
  accepted: number
  known: number
  refused: number
  readonly failed: { readonly name: string; readonly reason: string }[]
}
type Noting = { readonly counts: Counts; readonly resting: Map<string, number> }

/** Takes one file; its failure does not stop the next one. */
async function attempt(platform: WorkPlatform, file: DroppedFile, { counts, resting }: Noting): Promise<void> {
  const { name } = file
  const place = join(file.dir, name)
  try {
    resting.delete(place)
    const answers = await takeFile(platform, file)
    if (answers === undefined) return
    counts.files += 1
    counts.accepted += answers.filter(({ status }) => status === 'accepted').length
    counts.known += answers.filter(({ status }) => status === 'duplicate').length
    counts.refused += answers.length === 0 ? 1 : answers.filter(({ status }) => status === 'refused').length
  } catch (error) {
    // If the database cannot be reached, nothing can be stored, and the file is not at fault.
    if (!isFileTrouble(error) && (isDatabaseAway(error) || isDatabaseTimeout(error))) throw error
    platform.log.warn({ err: error, file: name }, 'a file of the watched folder could not be taken')
    resting.set(place, platform.now() + TRY_AGAIN_MS)
    counts.failed.push({ name, reason: codeOf(error) ?? (error instanceof Error ? error.message : String(error)) })
  }
}

type DroppedFile = {
  readonly dir: string
  readonly tenantId: string
  readonly name: string
  readonly content: FeedContent
  readonly isStaging: boolean
}

/** Takes one file and moves it; returns undefined for a directory and for an incomplete file. */
async function takeFile(platform: WorkPlatform, file: DroppedFile): Promise<readonly FileAnswer[] | undefined> {
  const { dir, tenantId, name, content, isStaging } = file
  const path = join(dir, name)
  const before = await lstat(path).catch(unlessGone)
  if (before === undefined || !before.isFile()) return undefined
  if (before.mtimeMs > platform.now() - SETTLED_MS) return undefined
  if (before.size > MOST_BYTES) return putAway(platform, file, tooLarge(name, before.size))
  const bytes = await readFile(path)
  const after = await lstat(path).catch(unlessGone)
  // The file was changed in the meantime: the next run tries again.
  if (after?.mtimeMs !== before.mtimeMs || after.size !== bytes.length) return undefined
  return putAway(
    platform,
    file,
    await content.ingest(platform, { tenantId, name, bytes, isStaging, source: 'file-drop' }),
  )
}

/** Moves a file to its folder. The text about its faults is written first, so that every refused file has one. */
async function putAway(
  { now }: WorkPlatform,
  { dir, name, content }: DroppedFile,
  answers: readonly FileAnswer[],
): Promise<readonly FileAnswer[]> {
  const refused = answers.filter(({ status }) => status === 'refused')
  const outcome = refused.length > 0 || answers.length === 0 ? 'refused' : 'taken'
  const stamp = new Date(now()).toISOString().replace(/[-:]/g, '').replace('.', '')
  // Two files with the same name or time are both kept.
  const target = join(dir, outcome, `${stamp}-${randomUUID().slice(0, 8)}-${cut(name)}`)
  if (outcome === 'refused') await writeFile(`${target}.txt`, describe({ name, noun: content.noun }, answers))
  await rename(join(dir, name), target)
  return answers
}

/** Cuts a name to the allowed number of bytes, without half a character at the end. */
function cut(name: string): string {
  const bytes = Buffer.from(name)
  return bytes.length <= NAME_BYTES ? name : bytes.toString('utf8', 0, NAME_BYTES).replace(/\ufffd+$/, '')
}

function describe(
  { name, noun }: { readonly name: string; readonly noun: string },
  answers: readonly FileAnswer[],
): string {
  const refused = answers.filter(({ status }) => status === 'refused')
  const taken = answers.length - refused.length
  const head = `${name}: ${taken} of ${answers.length} ${noun} taken in, ${refused.length} refused.`
  return `${[head, ...refused.flatMap(sayRefused)].join('\n')}\n`
}

function tooLarge(name: string, size: number): FileAnswer[] {
  const message = `the file has ${size} bytes, and at most ${MOST_BYTES} are taken`
  const errors = [{ code: 'file.too-large', message }]
  return [{ name, status: 'refused', messageId: null, errors }]
}

async function recordFolder({ db, now }: WorkPlatform, feed: ReadableFeed, counts: Counts): Promise<void> {
  const { files, failed, accepted, known, refused } = counts
  const { lastResult } = feed
  // The folder is read every few seconds. A run that finds no file is no delivery, but it shows that the folder works again.
  if (files + failed.length === 0 && lastResult !== 'folder') return
  const at = new Date(now())
  const received = accepted + known + refused
  await db.tenant(feed.tenantId, (tx) =>
    recordReading(tx, feed, at, () => ({
      ...outcomeOf(counts),
      received,
      accepted,
      known,
      refused,
      isDelivery: received > 0,
    })),
  )
}

function outcomeOf({ failed, accepted, known, refused }: Counts): { result: ReadingResult; detail: string | null } {
  const [first] = failed
  if (first !== undefined) {
    const others = failed.length > 1 ? ` and ${failed.length - 1} others` : ''
    return { result: 'failed', detail: `${first.name.slice(0, 100)}${others}: ${first.reason.slice(0, 200)}` }
  }
  const detail = writeFact('refused', { count: refused })
  if (refused > 0) return { result: accepted + known > 0 ? 'some-refused' : 'failed', detail }
  return { result: accepted > 0 ? 'new' : 'nothing-new', detail: null }
}

/** True if the folder does not exist, or cannot be read or written. */
function isFolderTrouble(error: unknown): error is NodeJS.ErrnoException {
  const code = codeOf(error)
  return code !== undefined && ['ENOENT', 'ENOTDIR', 'EEXIST', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code)
}

/** Ignores that a file does not exist any more: another worker or a person was faster. */
function unlessGone(error: unknown): undefined {
  if (isFolderTrouble(error) && error.code === 'ENOENT') return undefined
  throw error
}

/** True for an error of the file system; errors of the database connection have codes with the same names. */
const isFileTrouble = (error: unknown) => error instanceof Error && typeof Reflect.get(error, 'path') === 'string'

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' ? code : undefined
}
