import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Account, accountOf, canReach, findOwner, isRoot, OWN_ACCOUNT, ownAccount } from './account.ts'
import { isErrno } from './processes.ts'
import { syncDirectory, writeDurably } from './secret.ts'

/** The folder of a data directory's cluster, and the account that runs it. */
export type Place = {
  /** The folder that contains the cluster: the data directory itself, or a folder outside it. */
  readonly home: string
  readonly clusterDir: string
  /** The name of the socket directory, and of everything in the list of processes that belongs to this cluster. */
  readonly name: string
  readonly account: Account
  /** Set if PostgreSQL must run under another account than this process. */
  readonly switchTo: Account | undefined
}

export type PlaceOptions = {
  readonly dataDir: string
  /** The account that a person has named for PostgreSQL when this process is root; undefined: the account for the database. */
  readonly osUser: string | undefined
  readonly systemDir: string
}

// Linux has 108 bytes in sockaddr_un, and PostgreSQL adds "/.s.PGSQL.5432" and a zero byte.
const SOCKET_DIR_MAX_BYTES = 107 - '/.s.PGSQL.5432'.length
/** The folder for the binaries when root runs the product, and for clusters that cannot be inside the product's data directory. */
export const SYSTEM_DIR = '/var/lib/apsis'
const NOTE = 'database-location.txt'
/**
 * The name of the note in a system folder that contains a cluster; the note contains the path of the data directory.
 */
const BACK_NOTE = 'data-directory.txt'

/** Creates the data directory if needed, and refuses one that others can read. */
export function openDataDir(dataDir: string): string {
  makeDataDir(dataDir)
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

function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    if (!isErrno(error, 'EACCES', 'EROFS')) throw error
    throw new Error(
      `the data directory ${dataDir} cannot be made by this account: name another one in APSIS_DATA_DIR`,
      {
        cause: error,
      },
    )
  }
}

/** Creates the folder that root shares with the unprivileged account, and refuses one that others may write to. */
export function openSystemDir(systemDir: string): void {
  mkdirSync(systemDir, { recursive: true, mode: 0o755 })
  const { mode, uid } = statSync(systemDir)
  if (uid !== 0 || (mode & 0o022) !== 0) {
    throw new Error(`${systemDir} must belong to root and be writable by root alone: programs are run from it`)
  }
}

/** Returns the place that was chosen for a data directory earlier; undefined if there is none. */
export function findPlace(options: PlaceOptions): Place | undefined {
  const home = findHome(options.dataDir)
  return home === undefined ? undefined : placeIn(options, home)
}

/** Returns the folder that was chosen earlier for the database of a data directory; undefined if there is none. */
export function findHome(dataDir: string): string | undefined {
  const home = existsSync(join(dataDir, 'database')) ? dataDir : readNote(join(dataDir, NOTE))
  if (home !== undefined && !existsSync(home))
    throw new Error(`${NOTE} in ${dataDir} says that the database lies in ${home}: nothing is there`)
  return home
}

/**
 * Decides the folder of the cluster. The folder is inside the data directory, except at a start as root: PostgreSQL refuses to run as root, and an
 * unprivileged account cannot pass through a directory that only root may enter. The folder is then a system folder, and a note in the data directory
 * names it.  Later the note decides, not the path of the data directory: a directory that is moved keeps its database, and a directory that is
 * deleted and created again starts empty instead of finding an old database whose password is lost.
 */
export function choosePlace(options: PlaceOptions): Place {
  const { dataDir, osUser, systemDir } = options
  const found = findPlace(options)
  if (found !== undefined) return found
  if (!isRoot()) return placeIn(options, dataDir)
  const owner = findOwner(dataDir)
  if (owner !== undefined && canReach(owner, dataDir)) return placeIn(options, dataDir)
  const account = accountOf(osUser)
  if (!canReach(account, systemDir)) throw new Error(`uid ${account.uid} cannot reach ${systemDir}`)
  const home = join(systemDir, `${shownName(dataDir)}-${randomBytes(4).toString('hex')}`)
  mkdirSync(home, { mode: 0o755 })
  writeDurably(
    join(home, BACK_NOTE),
    `${dataDir}\n\nThe line above names the data directory that this database was made for.\n`,
  )
  syncDirectory(home)
  syncDirectory(systemDir)
  writeDurably(
    join(dataDir, NOTE),
    `${home}\n\nThe line above says where the database of this data directory lies. It was started as root,\n` +
      'and PostgreSQL runs under an account that cannot enter this directory.\n',
  )
  syncDirectory(dataDir)
  return placeIn(options, home)
}

/**
 * Returns the system folders of earlier data directories with the same path: they may contain forgotten data. Only root creates
 * such folders; other accounts cannot read the notes in them.
 */
export function listAbandonedHomes({ dataDir, systemDir }: PlaceOptions, place: Place): readonly string[] {
  if (!isRoot() || !existsSync(systemDir)) return []
  return readdirSync(systemDir)
    .filter((name) => readNote(join(systemDir, name, BACK_NOTE)) === dataDir)
    .map((name) => join(systemDir, name))
    .filter((home) => home !== place.home)
}

const MOST_NAME_CHARACTERS = 40

/** Returns the name by which a person knows a data directory: the name of the project that contains it, or its own name if it has one. */
function shownName(dataDir: string): string {
  const name = basename(dataDir) === '.apsis' ? basename(dirname(dataDir)) : basename(dataDir)
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_NAME_CHARACTERS)
    .replace(/^-|-$/g, '')
  return plain === '' ? 'apsis' : plain
}

/** Returns the cluster in this folder, whether it exists or not. */
export function clusterOf(home: string): Pick<Place, 'home' | 'clusterDir' | 'name'> {
  const clusterDir = join(home, 'database')
  return { home, clusterDir, name: `apsis-${hashOf(clusterDir)}` }
}

function placeIn({ dataDir, osUser }: PlaceOptions, home: string): Place {
  const { clusterDir, name } = clusterOf(home)
  if (!isRoot()) return { home, clusterDir, name, account: ownAccount(), switchTo: undefined }
  // A cluster keeps its owner, so that root can also start a directory that an ordinary user created.
  const found = statSync(clusterDir, { throwIfNoEntry: false })
  if (found?.uid === 0)
    throw new Error(`${clusterDir} belongs to root: give it to an account such as ${osUser ?? OWN_ACCOUNT} (chown -R)`)
  const account = found ?? findOwner(home) ?? accountOf(osUser)
  if (!canReach(account, home))
    throw new Error(`uid ${account.uid}, who owns the database of ${dataDir}, cannot reach ${home}`)
  const { uid, gid } = account
  return { home, clusterDir, name, account: { uid, gid }, switchTo: { uid, gid } }
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split('\n')[0]
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

/** Returns the path of the directory for the Unix socket, whether it exists or not. */
export function socketDirOf({ name }: Pick<Place, 'name'>): string {
  const wanted = join(tmpdir(), name)
  return Buffer.byteLength(wanted) <= SOCKET_DIR_MAX_BYTES ? wanted : join('/tmp', name)
}

/** Creates the private directory of the Unix socket, with a short path and mode 0700, and checks that we own it. */
export function openSocketDir(place: Pick<Place, 'name' | 'account'>): string {
  const path = socketDirOf(place)
  try {
    mkdirSync(path, { mode: 0o700 })
    lchownSync(path, place.account.uid, place.account.gid)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  }
  // Everybody may write to temporary folders: another user may have created this name first, or made it a link.
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

/** Returns the names in the home directory that an interrupted start left. */
export function listLeftovers(home: string): readonly string[] {
  return readdirSync(home)
    .filter((name) => name.startsWith('database.new-'))
    .map((name) => join(home, name))
}
