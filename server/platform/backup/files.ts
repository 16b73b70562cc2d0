import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isErrno } from '../postgres/processes.ts'
import type { PlatformLog } from '../postgres/server-log.ts'

export type Tree = { readonly directories: readonly string[]; readonly files: readonly string[] }

const FILES_AT_ONCE = 4
const PROGRESS_MS = 5_000

/** Returns the relative paths of all directories and regular files below `root`. Files that vanish meanwhile are left out. */
export async function listTree(root: string, isWanted: (path: string) => boolean = () => true): Promise<Tree> {
  const directories: string[] = []
  const files: string[] = []
  const visit = async (path: string): Promise<void> => {
    for (const entry of await readDirectory(join(root, path))) {
      const inner = path === '' ? entry.name : `${path}/${entry.name}`
      if (!isWanted(inner)) continue
      if (entry.isDirectory()) {
        directories.push(inner)
        await visit(inner)
      } else if (entry.isFile()) files.push(inner)
      else if (!entry.isSocket())
        throw new Error(`${join(root, inner)} is neither file nor directory: cannot back it up`)
    }
  }
  await visit('')
  return { directories, files }
}

async function readDirectory(path: string) {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
}

/** Runs `work` for each item, a few at the same time; the first failure ends it. */
export async function forEachFew<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, worker))
}

/** Counts items and logs the progress at intervals, so that a long copy is not silent. */
export function progressOf(total: number, log: PlatformLog, message: string): () => void {
  let done = 0
  let reported = performance.now()
  return () => {
    done += 1
    if (performance.now() - reported < PROGRESS_MS) return
    reported = performance.now()
    log.info({ done, total }, message)
  }
}

/** Returns the bytes of a file that PostgreSQL may rewrite at any time. They are accepted when two reads agree. */
export async function readSettled(path: string): Promise<Buffer> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const [first, second] = [await readFile(path), await readFile(path)]
    if (first.equals(second)) return first
  }
  throw new Error(`${path} changes faster than it can be read`)
}

/** Returns the content of a file as a stream of buffers. */
export function streamFile(path: string): AsyncIterable<Buffer> {
  return createReadStream(path, { highWaterMark: 256 * 1024 })
}

/** Writes a new file and waits until it is on disk. */
export async function storeStream(
  source: AsyncIterable<Buffer>,
  target: string,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const chunk of source) {
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(measured()), createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
  return { size, sha256: hash.digest('hex') }
}

/** Waits until the names in these directories are on disk. */
export async function syncDirectories(paths: readonly string[]): Promise<void> {
  await forEachFew(paths, async (path) => {
    const handle = await open(path)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  })
}
