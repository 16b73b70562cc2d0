import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRoot } from './account.ts'
import { prepareBinaries } from './binaries.ts'
import { ensureCluster, SUPERUSER } from './cluster.ts'
import { type DirectoryLock, lockDirectory } from './lock.ts'
import { stopOrphans } from './orphan.ts'
import { choosePlace, openDataDir, openSocketDir, openSystemDir } from './place.ts'
import {
  type Postmaster,
  type PostmasterOptions,
  spawnPostmaster,
  stopPostmaster,
  waitUntilReady,
} from './postmaster.ts'
import { signalProcess } from './processes.ts'
import { readOrCreateSecret } from './secret.ts'
import type { PlatformLog } from './server-log.ts'
import { settingArguments } from './settings.ts'

export type PostgresOptions = {
  /** The data directory of the installation; the cluster lies below it unless that account cannot get there. */
  readonly dataDir: string
  /** Unprivileged account to run PostgreSQL under when this process is root. */
  readonly osUser: string
  readonly settings?: Readonly<Record<string, string>>
  readonly log: PlatformLog
  /** Folder for binaries and clusters that root starts; only tests change it. */
  readonly systemDir?: string
}

export type EmbeddedPostgres = {
  readonly socketDir: string
  readonly port: number
  readonly superuser: { readonly user: string; readonly password: string }
  readonly clusterDir: string
  /** Pid of the running server; undefined while it is being restarted. */
  readonly processId: () => number | undefined
  stop(): Promise<void>
}

type Plan = PostmasterOptions & { readonly socketDir: string; readonly password: string; readonly release: () => void }

const PORT = 5432
const SYSTEM_DIR = '/var/lib/apsis'
const FIRST_RETRY_MS = 30_000
const LONGEST_PAUSE_MS = 10_000
const STABLE_MS = 60_000
// What a server that was killed a moment ago still holds; it lets go when its last process has been reaped.
const PASSING_TROUBLE = /lock file ".*" already exists|pre-existing shared memory block/

/** Starts the embedded PostgreSQL, and keeps it running until stop(); resolves once it accepts sessions. */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const plan = await prepare(options)
  const supervisor = supervise(plan)
  try {
    await supervisor.startFirst()
  } catch (error) {
    await supervisor.stop()
    throw error
  }
  return {
    socketDir: plan.socketDir,
    port: PORT,
    superuser: { user: SUPERUSER, password: plan.password },
    clusterDir: plan.clusterDir,
    processId: supervisor.processId,
    stop: supervisor.stop,
  }
}

async function prepare(options: PostgresOptions): Promise<Plan> {
  const { log, osUser, systemDir = SYSTEM_DIR } = options
  const dataDir = openDataDir(options.dataDir)
  const locks: DirectoryLock[] = [lockDirectory(dataDir)]
  const release = () => {
    for (const lock of locks.splice(0)) lock.release()
  }
  try {
    if (isRoot()) openSystemDir(systemDir)
    const place = choosePlace({ dataDir, osUser, systemDir })
    // Two data directories, one copied from the other, may name the same home.
    if (place.home !== dataDir) locks.push(lockDirectory(place.home))
    const binaries = await prepareBinaries({ copyTo: isRoot() ? systemDir : dataDir, alwaysCopy: isRoot() })
    const password = readOrCreateSecret(join(dataDir, 'postgres-superuser.secret'))
    const found = await ensureCluster(place, binaries, password)
    const { clusterDir, switchTo } = place
    log.info({ clusterDir, version: binaries.version, found }, 'starting the embedded database')
    const socketDir = openSocketDir(place)
    const settings = settingArguments(socketDir, options.settings ?? {})
    const binDir = join(binaries.directory, 'bin')
    return { binDir, clusterDir, switchTo, settings, log, socketDir, password, release }
  } catch (error) {
    release()
    throw error
  }
}

function supervise(plan: Plan) {
  const { log } = plan
  const connection = {
    host: plan.socketDir,
    port: PORT,
    user: SUPERUSER,
    password: plan.password,
    database: 'postgres',
  }
  const stopping = new AbortController()
  let current: Postmaster | undefined
  let keeper: Promise<void> = Promise.resolve()
  let stopped: Promise<void> | undefined

  const killOnExit = () => {
    if (current !== undefined && !current.hasEnded()) signalProcess(current.pid, 'SIGINT')
  }
  process.on('exit', killOnExit)

  async function launch(): Promise<Postmaster | undefined> {
    await stopOrphans(plan.clusterDir, log)
    if (stopping.signal.aborted) return undefined
    const postmaster = await spawnPostmaster(plan)
    current = postmaster
    return (await waitUntilReady(postmaster, connection, log)) ? postmaster : undefined
  }

  async function startFirst(): Promise<void> {
    const deadline = performance.now() + FIRST_RETRY_MS
    for (;;) {
      const postmaster = await launch()
      if (postmaster !== undefined) {
        log.info({ pid: postmaster.pid, socketDir: plan.socketDir }, 'the embedded database is ready')
        keeper = keepRunning(postmaster)
        return
      }
      const lines = current?.lastLines() ?? []
      if (!lines.some((line) => PASSING_TROUBLE.test(line)) || performance.now() > deadline) {
        throw new Error(`PostgreSQL does not start on ${plan.clusterDir}: ${lines.join(' | ')}`)
      }
      await sleep(500)
    }
  }

  async function keepRunning(first: Postmaster): Promise<void> {
    let running: Postmaster | undefined = first
    let failures = 0
    while (!stopping.signal.aborted) {
      const readySince = performance.now()
      if (running !== undefined) {
        const how = await running.ended
        if (stopping.signal.aborted) return
        if (performance.now() - readySince > STABLE_MS) failures = 0
        log.error({ pid: running.pid, how }, 'the database ended unexpectedly: starting it again')
      }
      running = await launch().catch((error: unknown) => {
        log.error({ err: error }, 'the database could not be started')
        return undefined
      })
      if (running === undefined) {
        failures += 1
        const pauseMs = Math.min(200 * 2 ** failures, LONGEST_PAUSE_MS)
        if (!stopping.signal.aborted) log.warn({ failures, pauseMs }, 'the database is not back yet: trying again')
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      } else {
        log.info({ pid: running.pid, ms: Math.round(performance.now() - readySince) }, 'the database is back')
      }
    }
  }

  async function stopOnce(): Promise<void> {
    stopping.abort()
    // A restart in progress may be about to replace the process that we stop: go on until the keeper has seen the stop.
    let kept = false
    const done = keeper.then(() => {
      kept = true
    })
    do {
      if (current !== undefined) await stopPostmaster(current, log)
      await Promise.race([done, sleep(50)])
    } while (!kept || current?.hasEnded() === false)
    process.off('exit', killOnExit)
    rmSync(plan.socketDir, { recursive: true, force: true })
    plan.release()
  }

  const stop = (): Promise<void> => {
    stopped ??= stopOnce()
    return stopped
  }
  return { startFirst, stop, processId: () => (current?.hasEnded() === false ? current.pid : undefined) }
}
