import { createHash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, canReach, findAccount, isRoot, ownAccount } from './account.ts'
import { isErrno } from './processes.ts'
import { syncDirectory, writeDurably } from './secret.ts'

/** Where the cluster of a data directory lies, and which account runs it. */
export type Place = {
  readonly dataDir: string
  /** Parent of the cluster, owned by `account`: the data directory itself, or a folder outside it. */
  readonly home: string
  readonly clusterDir: string
  readonly account: Account
  /** Set when PostgreSQL must run under another account than this process. */
  readonly switchTo: Account | undefined
}

export type PlaceOptions = { readonly dataDir: string; readonly osUser: string; readonly systemDir: string }

// Linux holds 108 bytes in sockaddr_un, and PostgreSQL adds "/.s.PGSQL.5432" and a zero byte.
const SOCKET_DIR_MAX_BYTES = 107 - '/.s.PGSQL.5432'.length
const NOTE = 'database-location.txt'

/** Creates the data directory if need be, and refuses one that others can look into. */
export function openDataDir(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(dataDir)
  if ((mode & 0o077) !== 0) {
    throw new Error(
      `the data directory ${dataDir} has mode ${(mode & 0o777).toString(8).padStart(4, '0')}, expected 0700: ` +
        'it holds secrets. Run chmod 700 on it.',
    )
  }
  if (!isRoot() && uid !== process.getuid?.()) {
    throw new Error(`the data directory ${dataDir} belongs to uid ${uid}, not to this process`)
  }
  return realpathSync(dataDir)
}

/** Makes the folder that root shares with the unprivileged account, and refuses one that others may write to. */
export function openSystemDir(systemDir: string): void {
  mkdirSync(systemDir, { recursive: true, mode: 0o755 })
  const { mode, uid } = statSync(systemDir)
  if (uid !== 0 || (mode & 0o022) !== 0) {
    throw new Error(`${systemDir} must belong to root and be writable by root alone: programs are run from it`)
  }
}

/**
 * Decides where the cluster lies. Inside the data directory; but PostgreSQL refuses to run as root, and an unprivileged
 * account cannot pass through a directory that only root may enter: then in a folder of the system, named in a note.
 */
export function choosePlace({ dataDir, osUser, systemDir }: PlaceOptions): Place {
  const inside = join(dataDir, 'database')
  if (!isRoot()) return { dataDir, home: dataDir, clusterDir: inside, account: ownAccount(), switchTo: undefined }

  // A cluster that an ordinary user made in this directory keeps its owner, so that both ways of starting work.
  const owner = ownerOf(inside)
  const account = owner ?? findAccount(osUser)
  if (owner !== undefined || (canReach(account, dataDir) && ownerOf(dataDir)?.uid === account.uid)) {
    if (!canReach(account, dataDir)) throw new Error(`uid ${account.uid}, the owner of ${inside}, cannot reach it`)
    return { dataDir, home: dataDir, clusterDir: inside, account, switchTo: account }
  }
  const home = systemHome(dataDir, systemDir, account)
  const clusterDir = join(home, 'database')
  const settled = ownerOf(clusterDir) ?? account
  return { dataDir, home, clusterDir, account: settled, switchTo: settled }
}

function ownerOf(path: string): Account | undefined {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid }
}

// The note decides, not the path of the data directory: a directory that is moved keeps its database, and one that is
// deleted and made anew starts empty instead of meeting an old database whose password is gone.
function systemHome(dataDir: string, systemDir: string, account: Account): string {
  const notePath = join(dataDir, NOTE)
  const noted = readNote(notePath)
  if (noted !== undefined) {
    if (!existsSync(noted)) throw new Error(`${notePath} says that the database lies in ${noted}, but nothing is there`)
    return noted
  }
  if (!canReach(account, systemDir)) throw new Error(`uid ${account.uid} cannot reach ${systemDir}`)
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const home = join(systemDir, `${hash}-${randomBytes(4).toString('hex')}`)
  mkdirSync(home, { mode: 0o700 })
  chownSync(home, account.uid, account.gid)
  syncDirectory(systemDir)
  writeDurably(
    notePath,
    `${home}\n\nThe line above says where the database of this data directory lies. It was started as root,\n` +
      'and PostgreSQL runs under an account that cannot enter this directory.\n',
  )
  syncDirectory(dataDir)
  return home
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split('\n')[0]
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Makes the private directory of the Unix socket: short path, mode 0700, and surely ours. */
export function openSocketDir(place: Place): string {
  const name = `apsis-${createHash('sha256').update(place.clusterDir).digest('hex').slice(0, 12)}`
  const wanted = join(tmpdir(), name)
  const path = Buffer.byteLength(wanted) <= SOCKET_DIR_MAX_BYTES ? wanted : join('/tmp', name)
  try {
    mkdirSync(path, { mode: 0o700 })
    chownSync(path, place.account.uid, place.account.gid)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  }
  // Temporary folders are open to everybody: somebody else may have made this name first, or made it a link.
  const found = lstatSync(path)
  if (!found.isDirectory() || found.uid !== place.account.uid || (found.mode & 0o777) !== 0o700) {
    throw new Error(
      `${path} shall hold the database socket, but it is not a directory of uid ${place.account.uid} with mode 0700. ` +
        'Somebody else made it: remove it and look who did.',
    )
  }
  if (!canReach(place.account, path)) throw new Error(`uid ${place.account.uid} cannot reach ${path}`)
  return path
}

/** Names in the home directory that an interrupted start left behind. */
export function listLeftovers(home: string): readonly string[] {
  return readdirSync(home)
    .filter((name) => name.startsWith('database.new-'))
    .map((name) => join(home, name))
}
