import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootId, findProcess, isErrno, isRunning } from './processes.ts'
import { directoryOwner, writeDurably } from './secret.ts'

type Holder = { readonly pid: number; readonly started: string; readonly boot: string }
type Entry = { readonly generation: number; readonly holder: Holder }

export type DirectoryLock = { release(): void }

const NAME = /^instance-(\d+)\.lock$/
const RELEASED: Holder = { pid: 0, started: '', boot: '' }

/**
 * Takes a directory for this process alone, or throws an error that names the process which has it. Each owner leaves a file with the next
 * number; the highest number counts. Files are created by link(), which only one of several racing processes can do, and the last one
 * remains after release. A process that slept between looking and taking can therefore never take a lock that another process has taken and
 * released meanwhile.
 */
export function lockDirectory(directory: string): DirectoryLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const own = ownHolder()
  for (;;) {
    const last = newest(directory)
    if (last !== undefined && isHeld(last.holder)) {
      throw new Error(
        `${directory} is in use by another Apsis process (pid ${last.holder.pid}). ` +
          'Stop that process first, or give this one its own APSIS_DATA_DIR.',
      )
    }
    const generation = (last?.generation ?? 0) + 1
    if (!claim(directory, generation, own)) continue
    if (newest(directory)?.generation !== generation) {
      rmSync(lockPath(directory, generation), { force: true })
      continue
    }
    for (const older of generations(directory)) {
      if (older < generation) rmSync(lockPath(directory, older), { force: true })
    }
    return { release: () => replace(directory, generation, RELEASED) }
  }
}

function ownHolder(): Holder {
  const found = findProcess(process.pid)
  if (found === undefined) throw new Error('/proc is not mounted: cannot tell processes apart')
  return { pid: process.pid, started: found.started, boot: bootId() }
}

function isHeld(holder: Holder): boolean {
  return (
    holder.pid > 0 &&
    holder.boot === bootId() &&
    isRunning(holder.pid) &&
    findProcess(holder.pid)?.started === holder.started
  )
}

function claim(directory: string, generation: number, holder: Holder): boolean {
  const draft = writeDraft(directory, generation, holder)
  try {
    linkSync(draft, lockPath(directory, generation))
    return true
  } catch (error) {
    if (isErrno(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function replace(directory: string, generation: number, holder: Holder): void {
  renameSync(writeDraft(directory, generation, holder), lockPath(directory, generation))
}

function writeDraft(directory: string, generation: number, holder: Holder): string {
  const draft = join(directory, `.instance-${generation}-${process.pid}`)
  rmSync(draft, { force: true })
  writeDurably(draft, JSON.stringify(holder), directoryOwner(directory))
  return draft
}

function newest(directory: string): Entry | undefined {
  for (;;) {
    const generation = generations(directory).at(-1)
    if (generation === undefined) return undefined
    try {
      return { generation, holder: parseHolder(readFileSync(lockPath(directory, generation), 'utf8')) }
    } catch (error) {
      // A newer owner removed it between listing and reading: the directory is read again.
      if (!isErrno(error, 'ENOENT')) throw error
    }
  }
}

// An unreadable file has no owner: it can only exist because the disk was full or lost power while it was written.
function parseHolder(text: string): Holder {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return RELEASED
    const { pid, started, boot } = value as Partial<Holder>
    return { pid: Number(pid), started: String(started), boot: String(boot) }
  } catch (error) {
    if (error instanceof SyntaxError) return RELEASED
    throw error
  }
}

function generations(directory: string): readonly number[] {
  return readdirSync(directory)
    .map((name) => Number(NAME.exec(name)?.[1]))
    .filter((generation) => !Number.isNaN(generation))
    .sort((a, b) => a - b)
}

function lockPath(directory: string, generation: number): string {
  return join(directory, `instance-${generation}.lock`)
}
