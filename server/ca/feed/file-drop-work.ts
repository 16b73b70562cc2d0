import { randomUUID } from 'node:crypto'
import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CdmIntake } from '@apsis/contract/ca/message/cdm.ts'
import { isDatabaseAway, isDatabaseTimeout } from '../../platform/database/database.ts'
import type { RecurringWork, WorkPlatform } from '../../platform/jobs/recurring-work.ts'
import { BULK_LIMITS, takeInCdms } from '../message/intake.service.ts'
import { insertFeed, listFeedRows, updateFeed } from './feed.repository.ts'

export const FILE_DROP = 'file-drop'
/** A file that was modified more recently may be incomplete. */
const SETTLED_MS = 5_000
const MOST_BYTES = 25 * 1024 ** 2
const FILES_PER_TURN = 200
/** The most bytes of a file name in the folders: with the time stamp before it and the suffix after it a file system allows 255 bytes. */
const NAME_BYTES = 200
/** A file that could not be read or moved is not tried again before this time has passed. */
const TRY_AGAIN_MS = 60_000
const FOLDER = 'The folder'
/** Names that programs give to files while they write them. */
const UNFINISHED = /^\.|~$|\.(part|partial|tmp|temp|filepart|crdownload)$/i

export type FileDropOptions = {
  readonly dir: string
  readonly tenantId: string
  /** The usual time between two files. */
  readonly periodS: number
}

/** The result for one message or file in the folder. */
export type Dealt = Pick<CdmIntake, 'name' | 'status' | 'messageId' | 'errors'>

/** The kind of files in a watched folder, and their processing. */
export type DropKind = {
  readonly work: `ca.${string}`
  /** The name of the feed that shows the folder. */
  readonly feed: string
  /** The noun that is counted in the text about a refused file. */
  readonly noun: 'messages' | 'ephemerides'
  readonly ingest: (
    platform: WorkPlatform,
    file: { readonly tenantId: string; readonly name: string; readonly bytes: Buffer },
  ) => Promise<readonly Dealt[]>
}

/** Conjunction data messages, and zips of them. */
const MESSAGES: DropKind = {
  work: 'ca.file-drop',
  feed: FILE_DROP,
  noun: 'messages',
  ingest: ({ db, queue, now }, { tenantId, name, bytes }) =>
    takeInCdms({ db, queue }, { tenantId, subject: FILE_DROP }, [{ name, bytes }], {
      source: FILE_DROP,
      now: new Date(now()),
      limits: BULK_LIMITS,
    }),
}

/**
 * Takes messages from a folder that other programs write to (TraCSS, EU SST). A complete file is stored, then moved to `taken` or `refused`; a
 * text beside a refused file gives the wrong lines and the reasons. If the worker is lost in between, the file is read again and its messages are
 * duplicates: none is lost, and none counts twice.
 */
export function fileDropWork(
  { dir, tenantId: owner, periodS }: FileDropOptions,
  kind: DropKind = MESSAGES,
): RecurringWork {
  /** Files that failed, and the time of their next attempt. */
  const resting = new Map<string, number>()
  return {
    name: kind.work,
    everyS: 3,
    tenants: [owner],
    async turn(platform, tenantId) {
      await platform.db.tenant(tenantId, (tx) =>
        insertFeed(tx, { tenantId, name: kind.feed, source: 'file-drop', periodS }),
      )
      try {
        const names = (await listFiles(dir)).filter((name) => (resting.get(name) ?? 0) <= platform.now())
        for (const folder of ['taken', 'refused']) await mkdir(join(dir, folder), { recursive: true })
        const counts: Counts = { taken: 0, refused: 0, failed: [] }
        for (const name of names.slice(0, FILES_PER_TURN)) {
          if (platform.signal.aborted) return
          await attempt(platform, { dir, tenantId, name, kind }, { counts, resting })
        }
        await tell(platform, { tenantId, feed: kind.feed }, counts)
      } catch (error) {
        if (!isFolderTrouble(error)) throw error
        const fault = `${FOLDER} cannot be used: ${error.code}.`
        const change = { error: fault, errorAt: new Date(platform.now()) }
        await platform.db.tenant(tenantId, (tx) => updateFeed(tx, kind.feed, change))
      }
    },
  }
}

async function listFiles(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !UNFINISHED.test(entry.name))
    .map(({ name }) => name)
    .sort()
}

type Counts = { taken: number; refused: number; readonly failed: { readonly name: string; readonly reason: string }[] }
type Noting = { readonly counts: Counts; readonly resting: Map<string, number> }

/** Takes one file; its failure does not stop the next one. */
async function attempt(platform: WorkPlatform, file: DroppedFile, { counts, resting }: Noting): Promise<void> {
  const { name } = file
  try {
    resting.delete(name)
    const outcome = await takeFile(platform, file)
    if (outcome !== undefined) counts[outcome] += 1
  } catch (error) {
    // If the database cannot be reached, nothing can be stored, and the file is not at fault.
    if (!isFileTrouble(error) && (isDatabaseAway(error) || isDatabaseTimeout(error))) throw error
    platform.log.warn({ err: error, file: name }, 'a file of the watched folder could not be taken')
    resting.set(name, platform.now() + TRY_AGAIN_MS)
    counts.failed.push({ name, reason: codeOf(error) ?? (error instanceof Error ? error.message : String(error)) })
  }
}

type DroppedFile = Pick<FileDropOptions, 'dir' | 'tenantId'> & { readonly name: string; readonly kind: DropKind }
type Outcome = 'taken' | 'refused'

/** Takes one file and moves it; returns undefined for a directory and for an incomplete file. */
async function takeFile(platform: WorkPlatform, file: DroppedFile): Promise<Outcome | undefined> {
  const { dir, tenantId, name, kind } = file
  const path = join(dir, name)
  const before = await lstat(path).catch(unlessGone)
  if (before === undefined || !before.isFile()) return undefined
  if (before.mtimeMs > platform.now() - SETTLED_MS) return undefined
  if (before.size > MOST_BYTES) return settle(platform, file, tooLarge(name, before.size))
  const bytes = await readFile(path)
  const after = await lstat(path).catch(unlessGone)
  // The file was changed in the meantime: the next run tries again.
  if (after?.mtimeMs !== before.mtimeMs || after.size !== bytes.length) return undefined
  return settle(platform, file, await kind.ingest(platform, { tenantId, name, bytes }))
}

/** Moves a file to its folder. The text about its faults is written first, so that every refused file has one. */
async function settle(
  { now }: WorkPlatform,
  { dir, name, kind }: DroppedFile,
  answers: readonly Dealt[],
): Promise<Outcome> {
  const refused = answers.filter(({ status }) => status === 'refused')
  const outcome = refused.length > 0 || answers.length === 0 ? 'refused' : 'taken'
  const stamp = new Date(now()).toISOString().replace(/[-:]/g, '').replace('.', '')
  // Two files with the same name or time are both kept.
  const target = join(dir, outcome, `${stamp}-${randomUUID().slice(0, 8)}-${cut(name)}`)
  if (outcome === 'refused') await writeFile(`${target}.txt`, describe({ name, noun: kind.noun }, answers))
  await rename(join(dir, name), target)
  return outcome
}

/** Cuts a name to the allowed number of bytes, without half a character at the end. */
function cut(name: string): string {
  const bytes = Buffer.from(name)
  return bytes.length <= NAME_BYTES ? name : bytes.toString('utf8', 0, NAME_BYTES).replace(/\ufffd+$/, '')
}

function describe({ name, noun }: { readonly name: string; readonly noun: string }, answers: readonly Dealt[]): string {
  const refused = answers.filter(({ status }) => status === 'refused')
  const taken = answers.length - refused.length
  const head = `${name}: ${taken} of ${answers.length} ${noun} taken in, ${refused.length} refused.`
  const lines = refused.flatMap(({ name: part, messageId, errors }) =>
    errors.map(({ line, keyword, message }) => {
      const where = [line === undefined ? '' : `line ${line}`, keyword ?? ''].filter((text) => text !== '').join(', ')
      return `${part}${messageId === null ? '' : ` (${messageId})`}: ${where === '' ? '' : `${where}: `}${message}`
    }),
  )
  return `${[head, ...lines].join('\n')}\n`
}

function tooLarge(name: string, size: number): Dealt[] {
  const message = `the file has ${size} bytes, and at most ${MOST_BYTES} are taken`
  const errors = [{ code: 'file.too-large', message }]
  return [{ name, status: 'refused', messageId: null, errors }]
}

async function tell(
  { db, now }: WorkPlatform,
  { tenantId, feed: name }: { readonly tenantId: string; readonly feed: string },
  { taken, refused, failed }: Counts,
): Promise<void> {
  const at = new Date(now())
  const [first] = failed
  await db.tenant(tenantId, async (tx) => {
    if (taken > 0) await updateFeed(tx, name, { successAt: at, messageAt: at, error: null })
    if (refused > 0)
      await updateFeed(tx, name, { error: `${refused} files were refused: see the folder refused.`, errorAt: at })
    if (first !== undefined) {
      const others = failed.length > 1 ? ` and ${failed.length - 1} others` : ''
      const error = `${first.name.slice(0, 100)}${others} could not be taken: ${first.reason.slice(0, 200)}.`
      await updateFeed(tx, name, { error, errorAt: at })
    }
    if (taken + refused + failed.length > 0) return
    const feed = (await listFeedRows(tx)).find((one) => one.name === name)
    // The folder works again, so its error is deleted; an error of a file stays until a better file arrives.
    if (feed?.last_error?.startsWith(FOLDER)) await updateFeed(tx, name, { error: null })
  })
}

/** True if the folder does not exist, or cannot be read or written. */
function isFolderTrouble(error: unknown): error is NodeJS.ErrnoException {
  const code = codeOf(error)
  return code !== undefined && ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code)
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
