/** Keeps one PostgreSQL running: first start, restarts after a crash, stop. */
import { spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { stopOrphans } from './orphan.ts'
import { openSocketDir, type Place, socketDirOf } from './place.ts'
import {
  type Outcome,
  type Postmaster,
  type PostmasterOptions,
  spawnPostmaster,
  stopPostmaster,
  waitUntilReady,
} from './postmaster.ts'
import { signalProcess } from './processes.ts'

/** The other processes of the product get this time to end first. */
const AFTER_S = 3

/**
 * When standard input closes, this process has ended, for whatever reason. The number of the server is read at once, because a new
 * start may follow. It is used only while it still names a server of this cluster.
 */
const SCRIPT = `
read -r nothing
pid=$(head -n 1 "$1/postmaster.pid") || exit 0
sleep ${AFTER_S}
tr '\\0' '\\n' < "/proc/$pid/cmdline" | grep -qxF -- "$1" && kill -INT "$pid"
`

export type KeeperPlan = PostmasterOptions & { readonly place: Place; readonly connection: ClientConfig }

export type Keeper = {
  readonly processId: () => number | undefined
  stop(): Promise<void>
}

type State = { readonly plan: KeeperPlan; readonly stopping: AbortController; current: Postmaster | undefined }

const FIRST_RETRY_MS = 30_000
const LONGEST_PAUSE_MS = 10_000
const STABLE_MS = 60_000
// A server that was killed a moment ago still holds these; they are released when its last process has been reaped.
const PASSING_TROUBLE = /lock file "[^"]*" already exists|pre-existing shared memory block/

/** Starts PostgreSQL, resolves once it accepts sessions, and from then on restarts it whenever it ends. */
export async function keepPostgres(plan: KeeperPlan): Promise<Keeper> {
  const state: State = { plan, stopping: new AbortController(), current: undefined }
  const killOnExit = () => {
    if (state.current?.hasEnded() === false) signalProcess(state.current.pid, 'SIGINT')
  }
  process.on('exit', killOnExit)
  const callOff = endWithUs(plan.clusterDir)
  const finish = async (keeping: Promise<void>) => {
    await stopAll(state, keeping)
    process.off('exit', killOnExit)
    callOff()
    if (state.current !== undefined) rmSync(socketDirOf(plan.place), { recursive: true, force: true })
  }
  try {
    await startFirst(state)
  } catch (error) {
    await finish(Promise.resolve())
    throw error
  }
  const keeping = keepRunning(state)
  let stopped: Promise<void> | undefined
  return {
    processId: () => (state.current?.hasEnded() === false ? state.current.pid : undefined),
    stop: () => {
      stopped ??= finish(keeping)
      return stopped
    },
  }
}

async function startFirst(state: State): Promise<void> {
  const { plan } = state
  const deadline = performance.now() + FIRST_RETRY_MS
  for (;;) {
    const outcome = await launch(state)
    if (outcome.kind === 'ready') break
    if (outcome.kind === 'refused') {
      throw new Error(
        `PostgreSQL runs on ${plan.clusterDir} but refuses its superuser: ${outcome.reason}. ` +
          'Database and secrets belong together: restore both from the same backup.',
      )
    }
    const lines = (await state.current?.lastLines()) ?? []
    if (!lines.some((line) => PASSING_TROUBLE.test(line)) || performance.now() > deadline) {
      throw new Error(`PostgreSQL does not start on ${plan.clusterDir}: ${lines.join(' | ')}`)
    }
    plan.log.warn({ clusterDir: plan.clusterDir }, 'an earlier database is not quite gone: trying again')
    await sleep(500)
  }
  plan.log.info({ pid: state.current?.pid, socketDir: socketDirOf(plan.place) }, 'the embedded database is ready')
}

async function launch(state: State): Promise<Outcome> {
  const { plan } = state
  await stopOrphans(plan.place, plan.log)
  // The folder of temporary files may have been cleaned, and the files of a killed server can block the next one.
  const socketDir = openSocketDir(plan.place)
  for (const name of readdirSync(socketDir)) rmSync(join(socketDir, name), { force: true })
  if (state.stopping.signal.aborted) return { kind: 'ended' }
  state.current = await spawnPostmaster(plan)
  return waitUntilReady(state.current, plan.connection, plan.log)
}

async function keepRunning(state: State): Promise<void> {
  const { log } = state.plan
  const { signal } = state.stopping
  let failures = 0
  for (;;) {
    const readySince = performance.now()
    const how = await state.current?.ended
    if (signal.aborted) return
    if (performance.now() - readySince > STABLE_MS) failures = 0
    log.error({ pid: state.current?.pid, how }, 'the database ended unexpectedly: starting it again')
    while (!(await restart(state))) {
      if (signal.aborted) return
      failures += 1
      const pauseMs = Math.min(200 * 2 ** failures, LONGEST_PAUSE_MS)
      log.warn({ failures, pauseMs }, 'the database is not back yet: trying again')
      await pause(pauseMs, signal)
    }
  }
}

async function restart(state: State): Promise<boolean> {
  const { log } = state.plan
  const begun = performance.now()
  try {
    const outcome = await launch(state)
    if (outcome.kind === 'ended') return false
    // The server also counts as started if it refuses our session, for example because somebody changed the password: stopping it would not help.
    log.info({ pid: state.current?.pid, ...outcome, ms: Math.round(performance.now() - begun) }, 'the database is back')
    return true
  } catch (error) {
    log.error({ err: error }, 'the database could not be started')
    return false
  }
}

// A restart in progress may replace the process that we stop, so stopping is repeated until the keeper has noticed the stop.
async function stopAll(state: State, keeping: Promise<void>): Promise<void> {
  state.stopping.abort()
  let isOver = false
  const over = keeping.then(() => {
    isOver = true
  })
  do {
    if (state.current !== undefined) await stopPostmaster(state.current, state.plan.log)
    await Promise.race([over, sleep(50)])
  } while (!isOver || state.current?.hasEnded() === false)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // stop() ends this wait early; that is not a failure.
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}

/** Stops the database if this process is killed; returns a function that cancels this. */
function endWithUs(clusterDir: string): () => void {
  // The shell has a session of its own, so that signals that end this process and its group do not reach the shell.
  const shell = spawn('sh', ['-c', SCRIPT, 'apsis-end-with-us', clusterDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  if (shell.stdin instanceof Socket) shell.stdin.unref()
  return () => void shell.kill('SIGKILL')
}
