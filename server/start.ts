import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { startIdentity } from '@apsis/identity/identity.ts'
import { startApi } from './api.ts'
import { bringForward } from './migrate.ts'
import { createClientAddress } from './platform/client-address.ts'
import { type Config, isLoopback, readConfig } from './platform/config.ts'
import type { Mount } from './platform/http.ts'
import { onStop, runDoor } from './platform/lifecycle.ts'
import { createLog, type Log } from './platform/log.ts'
import { startPostgres } from './platform/postgres/supervisor.ts'
import { provision, ROLES, socketUrl } from './platform/provision.ts'
import { rolePasswords } from './platform/secrets.ts'
import { PROJECT_DIR, VERSION } from './platform/version.ts'
import { buildWebIfNeeded } from './platform/web-build.ts'

const DATABASE = 'apsis'
const RESTART_MS = 1_000

type Databases = {
  readonly app: string
  readonly identity: string | undefined
  readonly where: string
}

/** The whole product in one command: database, migrations, identity provider, API, workers and pages. */
async function start(): Promise<void> {
  const began = performance.now()
  const config = readConfig(process.env, PROJECT_DIR)
  if (process.argv.includes('--check-config')) return say('The settings are in order.')
  const log = createLog({ level: config.logLevel, process: 'start', version: VERSION })
  say(`Apsis ${VERSION}`)
  // What has been started, newest last; told to stop in the opposite order, also when we are stopped while starting.
  const started: (() => Promise<void>)[] = []
  const stopAll = async () => {
    for (const stop of started.reverse()) await stop()
  }
  onStop(log, stopAll)
  try {
    const [databases] = await Promise.all([openDatabases(config, log, started), buildWebIfNeeded(PROJECT_DIR, say)])
    const identity = await openIdentity(config, databases, log)
    if (identity) started.push(() => identity.close())
    const api = await startApi({
      config,
      databaseUrl: databases.app,
      log,
      mounts: identity === undefined ? [] : [identity],
    })
    const workers = startWorkers(config, databases.app, log)
    started.push(async () => void (await Promise.all([workers.stop(), api.close()])))
    await workers.ready
    const seconds = (performance.now() - began) / 1000
    announce({ config, where: databases.where, demoUsers: identity?.demoUsers ?? [], seconds })
  } catch (error) {
    await stopAll()
    throw error
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function openDatabases(config: Config, log: Log, started: (() => Promise<void>)[]): Promise<Databases> {
  if (config.databaseUrl !== undefined) {
    if (config.databaseOwnerUrl !== undefined) await bringForward(config.databaseOwnerUrl, log)
    return { app: config.databaseUrl, identity: undefined, where: new URL(config.databaseUrl).host }
  }
  say('Starting the database…')
  const postgres = await startPostgres({ dataDir: config.dataDir, osUser: config.databaseOsUser, log })
  started.push(() => postgres.stop())
  const passwords = rolePasswords(config.dataDir)
  await provision(socketUrl(postgres, postgres.superuser, 'postgres'), DATABASE, passwords)
  const url = (role: keyof typeof ROLES) =>
    socketUrl(postgres, { user: ROLES[role], password: passwords[role] }, DATABASE)
  await bringForward(url('owner'), log)
  return { app: url('app'), identity: url('identity'), where: postgres.clusterDir }
}

type Identity = Awaited<ReturnType<typeof startIdentity>>

async function openIdentity(config: Config, databases: Databases, log: Log): Promise<(Identity & Mount) | undefined> {
  if (!config.embeddedIdentity) return undefined
  if (databases.identity === undefined)
    throw new Error('APSIS_OIDC_ISSUER is missing: with a database of your own, name the identity provider, too')
  return startIdentity({
    issuer: config.issuer,
    databaseUrl: databases.identity,
    accountsFile: config.accountsFile ?? join(PROJECT_DIR, 'identity', 'demo-accounts.json'),
    keysFile: join(config.dataDir, 'secrets', 'identity-keys.json'),
    allowedOrigins: [new URL(config.publicUrl).origin],
    clientId: config.clients[0] ?? 'apsis-web',
    audience: config.audience,
    backchannelLogoutUri: `${config.publicUrl}/api/v1/session/backchannel-logout`,
    loopbackOnly: isLoopback(config.host),
    clientAddress: createClientAddress(config.trustProxy),
    log: log.child({ part: 'identity' }),
  })
}

type Workers = { readonly ready: Promise<unknown>; stop(): Promise<void> }

/** Runs the workers as processes of their own, so that a heavy job never delays a request, and replaces those that die. */
function startWorkers(config: Config, databaseUrl: string, log: Log): Workers {
  const running = new Set<ChildProcess>()
  let stopping = false
  const launch = (): Promise<void> =>
    new Promise((resolve) => {
      const env = {
        ...process.env,
        APSIS_DATABASE_URL: databaseUrl,
        APSIS_DEV_MODE: String(config.devMode),
        APSIS_DEMO_FLEET: String(config.demoFleet),
        APSIS_OIDC_ISSUER: config.issuer,
        APSIS_LOG_LEVEL: config.logLevel,
      }
      // A process group of its own: Ctrl-C reaches us alone, and we decide the order of stopping.
      const child = fork(join(import.meta.dirname, 'worker.ts'), { env, detached: true })
      running.add(child)
      child.once('message', () => resolve())
      child.once('exit', (code, signal) => {
        running.delete(child)
        resolve()
        if (stopping) return
        log.error({ code, signal }, 'a worker ended; another takes its place')
        setTimeout(() => void launch(), RESTART_MS)
      })
    })
  const ready = Promise.all(Array.from({ length: config.workers }, launch))
  return {
    ready,
    async stop() {
      stopping = true
      await Promise.all(
        [...running].map((child) => {
          const ended = new Promise((resolve) => child.once('exit', resolve))
          child.kill('SIGTERM')
          return ended
        }),
      )
    },
  }
}

type Announcement = { config: Config; where: string; demoUsers: Identity['demoUsers']; seconds: number }

function announce({ config, where, demoUsers, seconds }: Announcement): void {
  const width = Math.max(0, ...demoUsers.map((user) => user.username.length))
  const users = demoUsers.map((user) => `    ${user.username.padEnd(width)}  ${user.password}  ${user.description}`)
  say(
    [
      '',
      `Apsis is ready at ${config.publicUrl} (${seconds.toFixed(1)} s)`,
      ...(users.length > 0 ? ['  Demo users (user name, password), all data is SIMULATED:', ...users] : []),
      `  Data: ${where}`,
      config.databaseUrl === undefined ? `  Secrets: ${join(config.dataDir, 'secrets')}` : '',
      '  Stop with Ctrl-C.',
      '',
    ].join('\n'),
  )
}

if (import.meta.main) await runDoor(start)
