/** Data directories for the databases and installations of tests. */
import { chownSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { availableMemory } from 'node:process'
import { accountOf, isRoot } from '../postgres/account.ts'
import { noteForKeeper } from './keeper.ts'

const MEMORY = '/dev/shm'
/** An installation of a test takes up to 1.5 GB, most of it the database's log, and several run at a time. */
const ROOM_BYTES = 8e9
/** The account that runs the databases of tests that are started as root. */
export const DATABASE_ACCOUNT = 'nobody'

/**
 * Creates an empty folder: in memory if the machine has enough, otherwise on the disk. Every transaction waits until it is written, and on a shared
 * disk this takes longer than the tested work. Tests that need a real disk (start.test.ts, npm-start.test.ts) create their folder there.
 */
export function makeTestDir(name: string): string {
  const dir = mkdtempSync(join(hasRoomInMemory() ? MEMORY : tmpdir(), `apsis-${name}-`))
  if (made.size === 0) process.once('exit', removeAll)
  made.add(dir)
  noteForKeeper('folder', dir)
  return dir
}

/**
 * Creates an empty folder for an installation, in the same place as makeTestDir(). The database of the installation
 * is in the folder and not in a system folder, even if the tests are started as root.
 */
export function makeDataDir(name: string): string {
  const dir = makeTestDir(name)
  if (isRoot()) {
    const { uid, gid } = accountOf(DATABASE_ACCOUNT)
    chownSync(dir, uid, gid)
  }
  return dir
}

const made = new Set<string>()

/** Removes the folders if a process ends before its tests have cleaned up; otherwise a database would stay in memory. */
function removeAll(): void {
  for (const dir of made) rmSync(dir, { recursive: true, force: true })
}

function hasRoomInMemory(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES && availableMemory() > ROOM_BYTES
}
