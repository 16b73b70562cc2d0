import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { lchown, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { isRoot } from '../postgres/account.ts'
import { POSTGRES_MAJOR, prepareBinaries } from '../postgres/binaries.ts'
import { SUPERUSER } from '../postgres/cluster.ts'
import { lockDirectory } from '../postgres/lock.ts'
import { openPlace } from '../postgres/open-place.ts'
import { openDataDir, openSocketDir, type Place, SYSTEM_DIR } from '../postgres/place.ts'
import { spawnPostmaster, stopPostmaster, waitUntilReady } from '../postgres/postmaster.ts'
import { directoryOwner, readOrCreateSecret, syncDirectory, writeDurably } from '../postgres/secret.ts'
import type { PlatformLog } from '../postgres/server-log.ts'
import { settingArguments } from '../postgres/settings.ts'
import { secretPath } from '../postgres/supervisor.ts'
import { DamagedBackupError } from './damage.ts'
import { forEachFew, progressOf, storeStream, syncDirectories } from './files.ts'
import { type Backup, openBackup } from './manifest.ts'
import { listStrangers, takeFile } from './proof.ts'
import { checkRelations, findReach, listDatabases, setPassword } from './restored.repository.ts'
import { parseLsn } from './wal.ts'

export type RestoreOptions = {
  readonly backupFile: string
  /** The data directory to create; it must be missing or empty. */
  readonly targetDataDir: string
  /** The unprivileged account that runs PostgreSQL when this process is root; undefined: a separate account, created if needed. */
  readonly osUser: string | undefined
  readonly key?: Buffer | undefined
  /** True to read also every table and index of the copy, and to run `check`. */
  readonly verify: boolean
  /** Returns sentences that describe the faults in the data. */
  readonly check?: (client: Client) => Promise<readonly string[]>
  /** The database that `check` examines. */
  readonly database?: string
  readonly log: PlatformLog
  readonly systemDir?: string | undefined
}

export type RestoreReport = {
  readonly dataDir: string
  readonly clusterDir: string
  readonly files: number
  readonly bytes: number
  /** The content of the copy: everything that was committed before `backupEndedAt`, and nothing after `lastCommitAt`. */
  readonly recoveryPoint: {
    readonly backupBegunAt: string
    readonly backupEndedAt: string
    readonly stopLsn: string
    readonly reachedLsn: string
    readonly lastCommitAt: string | undefined
  }
  readonly verified: { readonly databases: number; readonly tables: number; readonly indexes: number } | undefined
}

/** Creates a data directory from a backup. The directory is complete and verified, or nothing is created. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const backup = await openBackup(options.backupFile, options.key)
  const { serverMajor } = backup.manifest
  if (serverMajor !== POSTGRES_MAJOR) {
    throw new Error(`the backup is of PostgreSQL ${serverMajor}, and Apsis comes with ${POSTGRES_MAJOR}`)
  }
  if (existsSync(options.targetDataDir) && readdirSync(options.targetDataDir).length > 0) {
    throw new Error(`${options.targetDataDir} is not empty: restore into a new directory`)
  }
  const dataDir = openDataDir(options.targetDataDir)
  const lock = lockDirectory(dataDir)
  let place: Place | undefined
  try {
    const systemDir = options.systemDir ?? SYSTEM_DIR
    place = await openPlace({ dataDir, osUser: options.osUser, systemDir, log: options.log })
    const report = await restoreInto(place, { ...options, targetDataDir: dataDir, systemDir }, backup)
    lock.release()
    return report
  } catch (error) {
    // The directory was empty, so everything in it was created here. An incomplete restoration must not look like a database.
    for (const name of readdirSync(dataDir)) await rm(join(dataDir, name), { recursive: true, force: true })
    if (place !== undefined && place.home !== dataDir) await rm(place.home, { recursive: true, force: true })
    throw error
  }
}

/** Restores into a new folder below `scratchDir`, verifies, and removes everything again: the restore drill. */
export async function rehearseRestore(
  options: Omit<RestoreOptions, 'targetDataDir' | 'verify'> & { readonly scratchDir: string },
): Promise<RestoreReport> {
  const targetDataDir = await mkdtemp(join(options.scratchDir, 'apsis-drill-'))
  try {
    const report = await restoreBackup({ ...options, targetDataDir, verify: true })
    const home = dirname(report.clusterDir)
    if (home !== report.dataDir) await rm(home, { recursive: true })
    return report
  } finally {
    await rm(targetDataDir, { recursive: true, force: true })
  }
}

async function restoreInto(
  place: Place,
  options: RestoreOptions & { readonly systemDir: string },
  backup: Backup,
): Promise<RestoreReport> {
  const { log, targetDataDir: dataDir, systemDir } = options
  const { manifest } = backup
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0)
  log.info({ files: manifest.files.length, bytes, backupEndedAt: manifest.endedAt }, 'copying the backup')
  const draft = join(place.home, `database.new-${randomBytes(4).toString('hex')}`)
  const roots = { cluster: draft, blobs: join(dataDir, 'blobs'), secrets: join(dataDir, 'secrets') }
  await copyOut(backup, roots, { place, count: progressOf(manifest.files.length, log, 'copying the backup') })

  const binaries = await prepareBinaries({ copyTo: isRoot() ? systemDir : dataDir, alwaysCopy: isRoot() })
  const password = readOrCreateSecret(secretPath(dataDir))
  log.info({ clusterDir: draft }, 'starting the copy: it recovers to the end of the backup')
  const trial = { binDir: join(binaries.directory, 'bin'), clusterDir: draft, place, log }
  const outcome = await withTrialServer(trial, async (session) => {
    const reach = await session('postgres', findReach)
    if (parseLsn(reach.lsn) < parseLsn(manifest.stopLsn)) {
      throw new DamagedBackupError(backup.file, [`recovery ended at ${reach.lsn}, before ${manifest.stopLsn}`])
    }
    const verified = options.verify ? await verify(session, options) : undefined
    await session('postgres', (client) => setPassword(client, SUPERUSER, password))
    return { reach, verified }
  })
  renameSync(draft, place.clusterDir)
  syncDirectory(place.home)
  const { reach, verified } = outcome
  const recoveryPoint = {
    backupBegunAt: manifest.begunAt,
    backupEndedAt: manifest.endedAt,
    stopLsn: manifest.stopLsn,
    reachedLsn: reach.lsn,
    lastCommitAt: reach.lastCommitAt?.toISOString(),
  }
  return { dataDir, clusterDir: place.clusterDir, files: manifest.files.length, bytes, recoveryPoint, verified }
}

/** Copies every file to its place and proves its hash; throws with all faults, and not only the first one. */
async function copyOut(
  backup: Backup,
  roots: Readonly<Record<'cluster' | 'blobs' | 'secrets', string>>,
  { place, count }: { readonly place: Place; readonly count: () => void },
): Promise<void> {
  const { file, manifest } = backup
  const target = (path: string) =>
    path.replace(/^(?:cluster|blobs|secrets)/, (root) => roots[root as keyof typeof roots])
  const directories = [...manifest.directories].sort()
  for (const path of directories) mkdirSync(target(path), { mode: 0o700 })
  const problems: string[] = []
  await forEachFew(manifest.files, async (one) => {
    count()
    const problem = await takeFile(backup, one, (content) => storeStream(content, target(one.path)))
    if (problem !== undefined) problems.push(`${one.path}: ${problem}`)
  })
  problems.push(...listStrangers(backup))
  if (problems.length > 0) throw new DamagedBackupError(file, problems.sort())

  await syncDirectories(directories.map(target))
  if (place.switchTo === undefined) return
  const owners = { cluster: place.account, others: directoryOwner(dirname(roots.blobs)) ?? place.account }
  await forEachFew([...directories, ...manifest.files.map(({ path }) => path)], async (path) => {
    const { uid, gid } = /^cluster/.test(path) ? owners.cluster : owners.others
    await lchown(target(path), uid, gid)
  })
}

async function verify(session: Session, options: RestoreOptions): Promise<NonNullable<RestoreReport['verified']>> {
  const problems: string[] = []
  const sums = { databases: 0, tables: 0, indexes: 0 }
  for (const database of await session('postgres', listDatabases)) {
    options.log.info({ database }, 'reading every table and index of the copy')
    const checked = await session(database, checkRelations)
    problems.push(...checked.problems.map((problem) => `${database}, ${problem}`))
    sums.databases += 1
    sums.tables += checked.tables
    sums.indexes += checked.indexes
  }
  const { check } = options
  if (check !== undefined) problems.push(...(await session(options.database ?? 'postgres', check)))
  if (problems.length > 0) throw new DamagedBackupError(options.backupFile, problems)
  return sums
}

/** Runs `work` in one session of a server that runs only for this. */
type Session = <T>(database: string, work: (client: Client) => Promise<T>) => Promise<T>

/**
 * Starts PostgreSQL on a copy, waits until its recovery is done, runs `work`, and shuts it down cleanly. The server uses a socket that only
 * this account can reach, and asks for no password, because the password may be lost.
 */
async function withTrialServer<T>(
  options: { binDir: string; clusterDir: string; place: Pick<Place, 'account' | 'switchTo'>; log: PlatformLog },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { binDir, clusterDir, log } = options
  const { account, switchTo } = options.place
  const name = `apsis-trial-${randomBytes(6).toString('hex')}`
  const socketDir = openSocketDir({ name, account })
  try {
    const rules = join(socketDir, 'hba.conf')
    writeDurably(rules, `local all ${SUPERUSER} trust\n`, account)
    const settings = settingArguments({ socketDir, name }, { hba_file: rules, autovacuum: 'off' })
    const postmaster = await spawnPostmaster({ binDir, clusterDir, switchTo, settings, log, outlivesCtrlC: false })
    const connection = { host: socketDir, port: 5432, user: SUPERUSER }
    try {
      const outcome = await waitUntilReady(postmaster, { ...connection, database: 'postgres' }, log)
      if (outcome.kind !== 'ready') {
        const reason = outcome.kind === 'refused' ? outcome.reason : (await postmaster.lastLines()).join(' | ')
        throw new Error(`PostgreSQL does not start on the copy: ${reason}`)
      }
      return await work((database, inSession) => withClient({ ...connection, database }, inSession))
    } finally {
      await stopPostmaster(postmaster, log)
    }
  } finally {
    rmSync(socketDir, { recursive: true, force: true })
  }
}

async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config)
  // A server that stops also fails the query; without a listener its error would end this process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
