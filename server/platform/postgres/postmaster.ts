import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { Account } from './account.ts'
import { POSTGRES_ENVIRONMENT } from './cluster.ts'
import { signalProcess } from './processes.ts'
import { logServerLine, type PlatformLog } from './server-log.ts'

/** One running `postgres` that is our child process. */
export type Postmaster = {
  readonly pid: number
  /** Resolves, and never rejects, when the process has ended; its value describes how it ended. */
  readonly ended: Promise<string>
  readonly hasEnded: () => boolean
  /** Returns the last lines of the log, oldest first, after the process has written them all. */
  readonly lastLines: () => Promise<readonly string[]>
}

export type Outcome = { readonly kind: 'ready' | 'ended' } | { readonly kind: 'refused'; readonly reason: string }

export type PostmasterOptions = {
  readonly binDir: string
  readonly clusterDir: string
  readonly switchTo: Account | undefined
  readonly settings: readonly string[]
  /** False for a short-lived server that Ctrl-C in the terminal stops together with this process. */
  readonly outlivesCtrlC?: boolean
  readonly log: PlatformLog
}

const REMEMBERED_LINES = 20
// Classes of SQLSTATE for which waiting does not help: wrong password, missing database, missing file, corrupted data.
const FINAL = /^(28|3D|58|XX)/
const FAST_MS = 15_000
const IMMEDIATE_MS = 10_000

/** Starts PostgreSQL on a cluster and does not wait until it is ready. */
export async function spawnPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const lines: string[] = []
  // The server has a session of its own: Ctrl-C in a terminal reaches the whole group, and this process must finish its requests
  // before the server stops.
  const child = spawn(join(options.binDir, 'postgres'), ['-D', options.clusterDir, ...options.settings], {
    ...options.switchTo,
    cwd: options.clusterDir,
    env: POSTGRES_ENVIRONMENT,
    detached: options.outlivesCtrlC ?? true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let over = false
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      over = true
      resolve(signal === null ? `exit code ${code}` : `signal ${signal}`)
    })
  })
  const reader = createInterface({ input: child.stderr })
  reader.on('line', (line) => {
    lines.push(line)
    if (lines.length > REMEMBERED_LINES) lines.shift()
    logServerLine(options.log, line)
  })
  const allRead = once(reader, 'close')
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  if (child.pid === undefined) throw new Error('postgres was started but has no pid')
  // Sessions may outlive their server for a moment and keep the pipe open, so we wait for them only this long.
  const lastLines = async () => {
    await Promise.race([allRead, ended.then(() => sleep(500))])
    return lines
  }
  return { pid: child.pid, ended, hasEnded: () => over, lastLines }
}

/** Resolves when PostgreSQL accepts a session, permanently refuses this user, or has ended. */
export async function waitUntilReady(
  postmaster: Postmaster,
  connection: ClientConfig,
  log: PlatformLog,
): Promise<Outcome> {
  const begun = performance.now()
  let reported = begun
  for (let waitMs = 20; !postmaster.hasEnded(); waitMs = Math.min(waitMs * 1.5, 250)) {
    const refusal = await tryConnection(connection)
    if (refusal === undefined) return { kind: 'ready' }
    if (isFinal(refusal)) return { kind: 'refused', reason: refusal.message }
    if (performance.now() - reported > 5_000) {
      reported = performance.now()
      const seconds = Math.round((reported - begun) / 1_000)
      const context = { pid: postmaster.pid, seconds, refusal: refusal.message }
      log.info(context, 'the database is still starting (recovery after a crash takes time)')
    }
    await Promise.race([sleep(waitMs), postmaster.ended])
  }
  return { kind: 'ended' }
}

/** Stops PostgreSQL: sessions are ended and everything is written; stronger signals follow if it takes too long. */
export async function stopPostmaster(postmaster: Postmaster, log: PlatformLog): Promise<void> {
  const steps = [
    { signal: 'SIGINT', waitMs: FAST_MS },
    { signal: 'SIGQUIT', waitMs: IMMEDIATE_MS },
  ] as const
  for (const { signal, waitMs } of steps) {
    if (postmaster.hasEnded()) return
    signalProcess(postmaster.pid, signal)
    if (await endsWithin(postmaster, waitMs)) return
    log.warn({ pid: postmaster.pid, signal, waitMs }, 'the database does not stop: trying harder')
  }
  signalProcess(postmaster.pid, 'SIGKILL')
  await postmaster.ended
}

async function endsWithin(postmaster: Postmaster, waitMs: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(waitMs, false, { signal: timer.signal }).catch(() => false)
  const result = await Promise.race([postmaster.ended.then(() => true), late])
  timer.abort()
  return result
}

async function tryConnection(connection: ClientConfig): Promise<Error | undefined> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 })
  // Without a listener, a server that dies right after the handshake would end this process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => undefined)
  }
}

function isFinal(error: Error): boolean {
  return 'code' in error && FINAL.test(String(error.code))
}
