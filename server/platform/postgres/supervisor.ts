import { join } from 'node:path'
import { isRoot } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { ensureCluster, SUPERUSER } from './cluster.ts'
import { type KeeperPlan, keepPostgres } from './keeper.ts'
import { type DirectoryLock, lockDirectory } from './lock.ts'
import { openPlace } from './open-place.ts'
import { listAbandonedHomes, openDataDir, SYSTEM_DIR, socketDirOf } from './place.ts'
import { readOrCreateSecret } from './secret.ts'
import type { PlatformLog } from './server-log.ts'
import { settingArguments } from './settings.ts'

export type PostgresOptions = {
  /** The data directory of the installation; the cluster is inside it unless its account cannot reach it. */
  readonly dataDir: string
  /** The unprivileged account that runs PostgreSQL when this process is root; undefined: an account for the database, created if needed. */
  readonly osUser: string | undefined
  readonly settings?: Readonly<Record<string, string>>
  readonly log: PlatformLog
  /** The folder for the binaries and clusters that root starts; only tests change it. */
  readonly systemDir?: string
}

export type EmbeddedPostgres = {
  readonly socketDir: string
  readonly port: number
  readonly superuser: { readonly user: string; readonly password: string }
  readonly clusterDir: string
  /** Returns the pid of the running server; undefined while it is being restarted. */
  readonly processId: () => number | undefined
  stop(): Promise<void>
}

type Plan = KeeperPlan & { readonly socketDir: string; readonly password: string }

const SOCKET_PORT = 5432

/** Starts the embedded PostgreSQL, and keeps it running until stop(); resolves once it accepts sessions. */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = openDataDir(options.dataDir)
  const locks: DirectoryLock[] = [lockDirectory(dataDir)]
  const release = () => {
    for (const lock of locks.splice(0)) lock.release()
  }
  try {
    const plan = await prepare({ ...options, dataDir }, locks)
    const keeper = await keepPostgres(plan)
    return {
      socketDir: plan.socketDir,
      port: SOCKET_PORT,
      superuser: { user: SUPERUSER, password: plan.password },
      clusterDir: plan.clusterDir,
      processId: keeper.processId,
      stop: () => keeper.stop().finally(release),
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Returns the path of the file with a data directory's superuser password. */
export function secretPath(dataDir: string): string {
  return join(dataDir, 'postgres-superuser.secret')
}

async function prepare(options: PostgresOptions, locks: DirectoryLock[]): Promise<Plan> {
  const { dataDir, log, osUser, systemDir = SYSTEM_DIR } = options
  const place = await openPlace({ dataDir, osUser, systemDir, log })
  if (place.home !== dataDir) locks.push(lockDirectory(place.home))
  for (const home of listAbandonedHomes({ dataDir, osUser, systemDir }, place)) {
    log.warn({ home }, 'an earlier database of this data directory is still there: remove it if nobody needs it')
  }
  const binaries = await prepareBinaries({ copyTo: isRoot() ? systemDir : dataDir, alwaysCopy: isRoot() })
  const password = readOrCreateSecret(secretPath(dataDir))
  const found = await ensureCluster(place, binaries, password)
  const { clusterDir, switchTo } = place
  log.info({ clusterDir, version: binaries.version, found }, 'starting the embedded database')
  const socketDir = socketDirOf(place)
  return {
    binDir: join(binaries.directory, 'bin'),
    settings: settingArguments({ socketDir, name: place.name }, options.settings ?? {}),
    connection: { host: socketDir, port: SOCKET_PORT, user: SUPERUSER, password, database: 'postgres' },
    clusterDir,
    switchTo,
    log,
    place,
    socketDir,
    password,
  }
}
