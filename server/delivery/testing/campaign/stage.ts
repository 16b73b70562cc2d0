/** Runs the product in parts, each of which can be killed: its own PostgreSQL, and an API and a worker as processes. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { selfSigned } from '@apsis/tools/services/certificates.ts'
import { bringForward } from '../../../migrate.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { provision, ROLES, socketUrl } from '../../../platform/database/provision.ts'
import { createLog } from '../../../platform/log.ts'
import { listClusterProcesses, signalProcess } from '../../../platform/postgres/processes.ts'
import { startPostgres } from '../../../platform/postgres/supervisor.ts'
import { PROJECT_DIR } from '../../../platform/process/version.ts'
import { bareEnvironment } from '../../../platform/testing/bare-environment.ts'
import { freePort } from '../../../platform/testing/test-api.ts'
import { startTestIssuer, type TestPerson } from '../../../platform/testing/test-issuer.ts'
import { skipSaveTests } from '../skip-save-tests.ts'
import { startTestSmtp, type TestSmtp } from '../smtp-server.ts'

const DATABASE = 'apsis'
const PASSWORDS = { owner: 'owner-of-a-test', app: 'program-of-a-test', identity: 'identity-of-a-test' }
const WORKER = join(import.meta.dirname, 'campaign-worker.ts')
const API = join(PROJECT_DIR, 'server', 'api.ts')
const CALM_MS = 100
/** A busy machine starts a process within a minute; a process that is not back after this time never comes back. */
const AWAY_LIMIT_MS = 300_000
/** A client that is always told to retry gives up after this time: a busy test machine may refuse this long, a product may not. */
const REFUSED_LIMIT_MS = 1_800_000
/** Without a Retry-After, a client waits longer after each refusal, up to this limit. */
const MOST_WAIT_MS = 5_000
/** A client repeats its request after this time without an answer. */
const ANSWER_LIMIT_MS = 60_000
const log = createLog({ level: 'fatal', process: 'test', version: 'test' })

export const PARTS = ['worker', 'API', 'database'] as const
export type Part = (typeof PARTS)[number]

export type Stage = {
  readonly smtp: TestSmtp
  /** The key and certificate with which a receiver proves that it is `localhost`; the worker trusts the certificate. */
  readonly trusted: { readonly key: string; readonly cert: string }
  /** This connection can read the data of all organisations, which no part of the product can. */
  readonly database: Database
  /** Repeats the same request until the API answers, as a good client does: it waits as long as the API tells it to. */
  call(who: TestPerson, request: string, init?: RequestInit): Promise<Response>
  /** Kills a part with -9, and resolves when its replacement is running. */
  kill(part: Part): Promise<void>
  /** The number of requests that an API did not answer for a minute although it was not killed meanwhile. */
  readonly unanswered: () => number
  /** The time by which the worker's clock is ahead. */
  readonly aheadMs: () => number
  moveClock(toMs: number): void
  stop(): Promise<void>
}

/** A process that is restarted whenever it ends: a process that starts while the database is unavailable ends by itself. */
type KeptProcess = {
  /** Resolves when the running process has reported that it is ready. */
  ready(): Promise<void>
  kill(): Promise<void>
  tell(message: number): void
  stop(): Promise<void>
}

async function isBack(ask: () => Promise<boolean>): Promise<void> {
  const endMs = performance.now() + AWAY_LIMIT_MS
  while (!(await ask().catch(() => false))) {
    if (performance.now() > endMs) throw new Error('a part that was killed did not come back')
    await new Promise((resolve) => setTimeout(resolve, CALM_MS))
  }
}

function keep(program: string, settings: () => Readonly<Record<string, string>>): KeptProcess {
  const start = () =>
    fork(program, {
      env: { ...bareEnvironment(), ...settings() },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  let isOver = false
  let isReady = false
  let child = start()
  const watch = () => {
    child.once('message', () => {
      isReady = true
    })
    child.once('exit', () => {
      isReady = false
      setTimeout(() => {
        if (isOver) return
        child = start()
        watch()
      }, CALM_MS)
    })
  }
  watch()
  const end = async (signal: NodeJS.Signals) => {
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.kill(signal)
    await ended
  }
  return {
    ready: () => isBack(async () => isReady),
    kill: () => end('SIGKILL'),
    tell: (message) => void (child.connected && child.send(message)),
    async stop() {
      isOver = true
      await end('SIGTERM')
    },
  }
}

/** Returns the time for which a client waits before it repeats a request: the time in Retry-After (RFC 9110 §10.2.3), or twice as long each time. */
export function waitMs(answer: Pick<Response, 'headers'> | undefined, asked: number): number {
  const told = Number(answer?.headers.get('retry-after') ?? Number.NaN) * 1_000
  return Number.isFinite(told) ? told : Math.min(MOST_WAIT_MS, CALM_MS * 2 ** (asked - 1))
}

export async function startStage(): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-campaign-'))
  const [issuer, postgres, port, smtp] = await Promise.all([
    startTestIssuer(),
    startPostgres({ dataDir, osUser: 'nobody', log }),
    freePort(),
    startTestSmtp({ user: 'apsis', password: 'correct horse' }),
  ])
  await provision(socketUrl(postgres, postgres.superuser, 'postgres'), DATABASE, PASSWORDS)
  const url = (role: 'owner' | 'app') => socketUrl(postgres, { user: ROLES[role], password: PASSWORDS[role] }, DATABASE)
  await bringForward(url('owner'), log)
  await skipSaveTests(socketUrl(postgres, postgres.superuser, DATABASE))
  writeFileSync(join(dataDir, 'password'), 'correct horse')
  writeFileSync(join(dataDir, 'ca'), smtp.cert)
  const trusted = selfSigned()
  writeFileSync(join(dataDir, 'receivers.ca'), trusted.cert)
  const unlimited = ['READ', 'WRITE', 'UPLOAD', 'ANONYMOUS'].map((kind) => [`APSIS_RATE_${kind}`, '1000000'])
  const settings: Record<string, string> = {
    ...Object.fromEntries(unlimited),
    APSIS_DATA_DIR: dataDir,
    NODE_EXTRA_CA_CERTS: join(dataDir, 'receivers.ca'),
    APSIS_DATABASE_URL: url('app'),
    APSIS_OIDC_ISSUER: issuer.issuer,
    APSIS_OPS_PORT: '0',
    APSIS_LOG_LEVEL: 'error',
    // An overloaded machine stalls any process for seconds: only the campaign may end a process here.
    APSIS_STALL_SECONDS: '0',
    APSIS_DELIVERY_LOOPBACK: 'true',
    APSIS_SMTP_URL: `smtp://apsis@localhost:${smtp.port}`,
    APSIS_SMTP_PASSWORD_FILE: join(dataDir, 'password'),
    APSIS_SMTP_CA_FILE: join(dataDir, 'ca'),
    APSIS_MAIL_FROM: 'apsis@operator.example',
  }
  let [aheadMs, unanswered] = [0, 0]
  const api = keep(API, () => ({ ...settings, APSIS_PORT: String(port) }))
  const worker = keep(WORKER, () => ({ ...settings, APSIS_TEST_AHEAD_MS: String(aheadMs) }))
  const database = openDatabase({ url: socketUrl(postgres, postgres.superuser, DATABASE), pool: 2, name: 'test', log })
  const origin = `http://localhost:${port}`
  return {
    smtp,
    trusted,
    database,
    async call(who, request, init = {}) {
      const [method = 'GET', path = '/'] = request.split(' ')
      const endMs = performance.now() + REFUSED_LIMIT_MS
      for (let asked = 1; ; asked++) {
        const headers = { authorization: `Bearer ${await issuer.token(who)}`, ...init.headers }
        const signal = AbortSignal.timeout(ANSWER_LIMIT_MS)
        const answer = await fetch(`${origin}${path}`, { ...init, method, headers, signal }).catch((error: unknown) => {
          if (error instanceof DOMException && error.name === 'TimeoutError') unanswered += 1
          return undefined
        })
        if (answer !== undefined && answer.status < 500 && answer.status !== 429) return answer
        if (performance.now() > endMs) throw new Error(`${request}: ${answer?.status} ${await answer?.text()}`)
        await new Promise((resolve) => setTimeout(resolve, waitMs(answer, asked)))
      }
    },
    async kill(part) {
      if (part === 'database') {
        for (const { pid } of listClusterProcesses(postgres.clusterDir, basename(postgres.socketDir)))
          signalProcess(pid, 'SIGKILL')
        await isBack(() => database.shared(async () => true))
      } else if (part === 'API') {
        await api.kill()
        await isBack(async () => (await fetch(`${origin}/config.json`)).ok)
      } else {
        await worker.kill()
        await worker.ready()
      }
    },
    unanswered: () => unanswered,
    aheadMs: () => aheadMs,
    moveClock(toMs) {
      aheadMs = toMs - Date.now()
      worker.tell(aheadMs)
    },
    async stop() {
      await Promise.all([api.stop(), worker.stop()])
      await database.close()
      await issuer.close()
      await smtp.close()
      await postgres.stop()
      // If the campaign is started as root, the cluster is outside the data directory.
      rmSync(dirname(postgres.clusterDir), { recursive: true, force: true })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
