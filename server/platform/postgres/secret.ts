import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, isRoot } from './account.ts'
import { isErrno } from './processes.ts'

/** Reads a secret, or creates one of 32 random bytes on first use; refuses a file that others could have read. */
export function readOrCreateSecret(path: string): string {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) createSecret(path)
  return readSecret(path)
}

/** Reads a secret; refuses a file that others could have read or written. */
export function readSecret(path: string): string {
  const { mode, uid } = statSync(path)
  if ((mode & 0o077) !== 0) {
    throw new Error(
      `${path} has mode ${(mode & 0o777).toString(8).padStart(4, '0')}: others may have read the secret. ` +
        'Expected 0600: run chmod 600 on it, and change the secret if this machine has other users.',
    )
  }
  const owners = [process.getuid?.(), statSync(dirname(path)).uid]
  if (!owners.includes(uid)) throw new Error(`${path} belongs to uid ${uid}: expected uid ${owners[0]}`)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32) throw new Error(`${path} is too short for a secret: expected at least 32 characters`)
  return secret
}

// The secret is written to a file with another name, which is then linked, so that neither a crash nor a simultaneous process can
// leave half a secret.
function createSecret(path: string): void {
  const draft = join(dirname(path), `.secret-${randomBytes(6).toString('hex')}`)
  writeDurably(draft, `${randomBytes(32).toString('base64url')}\n`, directoryOwner(dirname(path)))
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  syncDirectory(dirname(path))
}

/** Returns the owner that root must give to new files in a directory: the directory's owner; undefined if this process is not root. */
export function directoryOwner(directory: string): Account | undefined {
  return isRoot() ? statSync(directory) : undefined
}

/** Creates a file that only its owner can read, and waits until it is on disk. */
export function writeDurably(path: string, text: string, owner?: Account): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    if (owner !== undefined) fchownSync(file, owner.uid, owner.gid)
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Waits until the names in a directory are on disk. */
export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
