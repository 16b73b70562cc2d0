/** Runs the product in parts: the embedded PostgreSQL as a child of this process, and one API and one worker as processes of their own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { bringForward } from '@apsis/server/migrate.ts'
import { type Database, openDatabase } from '@apsis/server/platform/database/database.ts'
import { provision, ROLES, socketUrl } from '@apsis/server/platform/database/provision.ts'
import { createLog } from '@apsis/server/platform/log.ts'
import { listClusterProcesses, signalProcess } from '@apsis/server/platform/postgres/processes.ts'
import { startPostgres } from '@apsis/server/platform/postgres/supervisor.ts'
import { type DoorProcess, startDoor } from '@apsis/server/platform/testing/door-process.ts'
import { freePort } from '@apsis/server/platform/testing/test-api.ts'
import { startTestIssuer, type TestIssuer } from '@apsis/server/platform/testing/test-issuer.ts'

export const DATABASE = 'apsis'
const PASSWORDS = { owner: 'owner-of-a-bench', app: 'program-of-a-bench', identity: 'identity-of-a-bench' }
export const log = createLog({ level: 'fatal', process: 'bench', version: 'bench' })

/** The settings of every process of a campaign: rate limits that are never reached, and only errors in the log. */
export function benchSettings(issuer: TestIssuer): Record<string, string> {
  return {
    APSIS_OIDC_ISSUER: issuer.issuer,
    APSIS_RATE_READ: '1000000',
    APSIS_RATE_WRITE: '1000000',
    APSIS_RATE_UPLOAD: '1000000',
    APSIS_RATE_ANONYMOUS: '1000000',
    APSIS_LOG_LEVEL: 'error',
  }
}

/** Opens the database as a superuser, who may see and do everything; no part of the product can. */
export function openAsSuperuser(url: string): Database {
  return openDatabase({ url, pool: 2, name: 'apsis-bench', log })
}

export type Parts = {
  readonly origin: string
  readonly issuer: TestIssuer
  readonly database: Database
  readonly api: () => DoorProcess
  readonly worker: () => DoorProcess
  /** Starts an API again on the same port. */
  restartApi(): void
  restartWorker(): void
  killDatabase(): void
  /** The children of a killed postmaster may answer for another moment, so this resolves when a new postmaster runs. */
  killPostmaster(): Promise<void>
  stop(): Promise<void>
}

/** Starts everything and resolves when the API and the worker are ready. */
export async function startParts(): Promise<Parts> {
  const dataDir = mkdtempSync(join(tmpdir(), 'apsis-bench-'))
  const [issuer, postgres, port] = await Promise.all([
    startTestIssuer(),
    startPostgres({ dataDir, osUser: 'nobody', log }),
    freePort(),
  ])
  await provision(socketUrl(postgres, postgres.superuser, 'postgres'), DATABASE, PASSWORDS)
  const url = (role: keyof typeof ROLES) =>
    socketUrl(postgres, { user: ROLES[role], password: PASSWORDS[role] }, DATABASE)
  await bringForward(url('owner'), log)
  const settings = { ...benchSettings(issuer), APSIS_DATABASE_URL: url('app') }
  const startApi = () => startDoor('server/api.ts', { ...settings, APSIS_PORT: String(port), APSIS_OPS_PORT: '0' })
  const startWorker = () => startDoor('server/worker.ts', { ...settings, APSIS_OPS_PORT: '0' })
  let api = startApi()
  let worker = startWorker()
  const origin = `http://localhost:${port}`
  await untilAnswered(origin, api)
  const database = openAsSuperuser(socketUrl(postgres, postgres.superuser, DATABASE))
  return {
    origin,
    issuer,
    database,
    api: () => api,
    worker: () => worker,
    restartApi() {
      api = startApi()
    },
    restartWorker() {
      worker = startWorker()
    },
    killDatabase() {
      for (const { pid } of listClusterProcesses(postgres.clusterDir, basename(postgres.socketDir)))
        signalProcess(pid, 'SIGKILL')
    },
    async killPostmaster() {
      const killed = postgres.processId() ?? raise('the database is not running')
      signalProcess(killed, 'SIGKILL')
      while ([killed, undefined].includes(postgres.processId())) await new Promise((resolve) => setTimeout(resolve, 5))
    },
    async stop() {
      for (const door of [api, worker]) door.kill('SIGTERM')
      await Promise.all([api.ended, worker.ended])
      await database.close()
      await issuer.close()
      await postgres.stop()
      // If root starts it, the cluster is in another folder than the data directory, so both are removed.
      rmSync(dirname(postgres.clusterDir), { recursive: true, force: true })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function raise(message: string): never {
  throw new Error(message)
}

/** Waits until a process answers anything; rejects if it ends first. */
export async function untilAnswered(origin: string, door: DoorProcess): Promise<void> {
  for (;;) {
    if (door.hasEnded()) raise(`a process ended before it was ready:\n${door.lines.join('\n')}`)
    const answered = await fetch(`${origin}/config.json`).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
