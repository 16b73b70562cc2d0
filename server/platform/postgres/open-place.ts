import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  lchownSync,
  lstatSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import {
  type Account,
  accountOf,
  canReach,
  findAccount,
  findOwner,
  isRoot,
  OWN_ACCOUNT,
  SHARED_ACCOUNT,
} from './account.ts'
import { lockDirectory } from './lock.ts'
import { stopOrphans } from './orphan.ts'
import { ensureOwnAccount } from './own-account.ts'
import { choosePlace, clusterOf, findHome, openSystemDir, type Place, type PlaceOptions, socketDirOf } from './place.ts'
import type { PlatformLog } from './server-log.ts'

type Options = PlaceOptions & { readonly log: PlatformLog }

/**
 * Finds or creates the place of the database. At a start as root it belongs to the named account, otherwise to an account for the
 * database, which is created if missing. It must be called with the lock on the data directory.  It changes the machine, once, and
 * logs this as a warning so that it is visible with the standard settings.
 */
export async function openPlace(options: Options): Promise<Place> {
  if (!isRoot()) return choosePlace(options)
  openSystemDir(options.systemDir)
  const home = findHome(options.dataDir) ?? options.dataDir
  if (belongsToAnother(home, options.osUser)) return choosePlace(options)
  const whyNone = options.osUser === undefined ? await requireOwnAccount(options.log) : undefined
  if (whyNone === undefined) await handOver(home, options)
  const place = choosePlace(options)
  if (place.account.uid === findAccount(SHARED_ACCOUNT)?.uid)
    options.log.warn(
      { account: SHARED_ACCOUNT, why: whyNone },
      'the database runs under an account that other programs use as well, and they can read it: name one of its own in APSIS_DATABASE_OS_USER',
    )
  return place
}

/** Returns the uids of the accounts that Apsis chooses by itself. */
function ownChoices(): readonly number[] {
  return [OWN_ACCOUNT, SHARED_ACCOUNT].map((name) => findAccount(name)?.uid).filter((uid) => uid !== undefined)
}

/** Returns true for a database, or a folder for one, that an ordinary user created: the owner is not changed. */
function belongsToAnother(home: string, osUser: string | undefined): boolean {
  const ours = [0, ...ownChoices(), ...(osUser === undefined ? [] : [accountOf(osUser).uid])]
  const cluster = statSync(clusterOf(home).clusterDir, { throwIfNoEntry: false })
  if (cluster !== undefined) return !ours.includes(cluster.uid)
  const owner = findOwner(home)
  return owner !== undefined && canReach(owner, home) && !ours.includes(owner.uid)
}

/** Creates the account for the database if needed. Returns the reason if that failed, or undefined. */
async function requireOwnAccount(log: PlatformLog): Promise<string | undefined> {
  const account = await ensureOwnAccount()
  if (account.kind === 'made')
    log.warn({ account: OWN_ACCOUNT }, 'an account of its own was made on this machine for the database')
  return account.kind === 'refused' ? account.why : undefined
}

/** Transfers the folder and the database to the account that is to run it, if another account that we chose earlier owns them. */
async function handOver(home: string, { dataDir, osUser, log }: Options): Promise<void> {
  const to = accountOf(osUser)
  const from = ownChoices().filter((uid) => uid !== to.uid)
  const cluster = clusterOf(home)
  const owners = [home, cluster.clusterDir].map((path) => statSync(path, { throwIfNoEntry: false })?.uid ?? to.uid)
  if (!owners.some((uid) => from.includes(uid))) return
  if (!canReach(to, dirname(home))) {
    log.warn({ home, uid: to.uid }, 'the database keeps its account: the one for it cannot reach its folder')
    return
  }
  // Two data directories, one copied from the other, may name the same home.
  const lock = home === dataDir ? undefined : lockDirectory(home)
  try {
    // A server of an earlier run is identified by the account that owns the folder, so it must have ended before the owner changes.
    await stopOrphans(cluster, log)
    giveSocketDir(cluster, from, to)
    giveTree(home, from, to)
  } finally {
    lock?.release()
  }
  log.warn({ home, uid: to.uid }, 'the folder of the database was given to the account of the database')
}

/** Transfers the socket directory that a killed server left. */
function giveSocketDir(cluster: Pick<Place, 'name'>, from: readonly number[], to: Account): void {
  const path = socketDirOf(cluster)
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) giveTree(path, from, to)
}

/**
 * Transfers a folder, and everything below it that belongs to one of these accounts, to another one. The content of a folder is
 * transferred before the folder itself: so the owner of the topmost folder shows whether everything was transferred.  This process
 * is root and enters folders of an account under which other programs may run. Each step starts from the opened folder, so that a
 * symbolic link in place of a name cannot lead it elsewhere.
 */
function giveTree(path: string, from: readonly number[], to: Account): void {
  const found = lstatSync(path)
  if (!found.isDirectory() && !found.isFile()) {
    if (from.includes(found.uid)) lchownSync(path, to.uid, to.gid)
    return
  }
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(file)
    const inside = `/proc/self/fd/${file}`
    if (stat.isDirectory()) for (const name of readdirSync(inside)) giveTree(`${inside}/${name}`, from, to)
    if (from.includes(stat.uid)) fchownSync(file, to.uid, to.gid)
  } finally {
    closeSync(file)
  }
}
