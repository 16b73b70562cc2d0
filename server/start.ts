import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bringForward } from './migrate.ts'
import { type Config, readConfig } from './platform/config.ts'
import { moveClock } from './platform/database/moved-clock.ts'
import { provision, ROLES, socketUrl } from './platform/database/provision.ts'
import { rolePasswords } from './platform/database/secrets.ts'
import { buildWebIfNeeded } from './platform/http/web-build.ts'
import { createLog, type Log } from './platform/log.ts'
import { ownAccount } from './platform/postgres/account.ts'
import { openSocketDir } from './platform/postgres/place.ts'
import { startPostgres } from './platform/postgres/supervisor.ts'
import { holdPath, holdPort } from './platform/process/held-socket.ts'
import { type KeptPart, type KeptProcess, keepProcess } from './platform/process/keep-process.ts'
import { onStop, runDoor } from './platform/process/lifecycle.ts'
import { PART_STOP_MS } from './platform/process/part.ts'
import { PROJECT_DIR, VERSION } from './platform/process/version.ts'

const DATABASE = 'apsis'

type Databases = {
  readonly app: string
  readonly identity: string | undefined
  readonly where: string
}

type DemoUser = { readonly username: string; readonly password: string; readonly description: string }

/** The steps that stop the started parts. They run in reverse order, also if this process is stopped during the start. */
type StopSteps = ((deadline: number) => Promise<void>)[]

/**
 * Starts the whole product in one command. This process runs the database, keeps the sockets, and supervises the parts. Identity provider, API and
 * workers are separate processes, so that the others continue when one of them ends or freezes.
 */
async function start(): Promise<void> {
  const began = performance.now()
  const config = readConfig(process.env, PROJECT_DIR)
  if (process.argv.includes('--check-config')) return say('The settings are in order.')
  const log = createLog({ level: config.logLevel, process: 'start', version: VERSION })
  say(`Apsis ${VERSION}`)
  const started: StopSteps = []
  const stopAll = async () => {
    const deadline = performance.now() + config.drainSeconds * 1000 + PART_STOP_MS
    for (const stop of started.reverse()) await stop(deadline)
  }
  onStop(log, stopAll)
  try {
    const [databases] = await Promise.all([openDatabases(config, log, started), buildWebIfNeeded(PROJECT_DIR, say)])
    const demoUsers = await startParts({ config, databases, log }, started)
    const seconds = (performance.now() - began) / 1000
    announce({ config, where: databases.where, demoUsers, seconds })
  } catch (error) {
    await stopAll()
    throw error
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function openDatabases(config: Config, log: Log, started: StopSteps): Promise<Databases> {
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
  await moveClock(socketUrl(postgres, postgres.superuser, DATABASE), config.clockStart)
  return { app: url('app'), identity: url('identity'), where: postgres.clusterDir }
}

type Parts = { readonly config: Config; readonly databases: Databases; readonly log: Log }

/** Starts identity provider, API and workers, and returns the demo users when all parts are ready. */
async function startParts(parts: Parts, started: StopSteps): Promise<readonly DemoUser[]> {
  const { config, databases } = parts
  const port = await holdPort(config)
  const identity = config.embeddedIdentity ? startIdentity(parts, started) : undefined
  const given = { databaseUrl: databases.app, identityPath: identity?.path }
  const kept = [
    // The first API process gets the port for operations from the settings.
    ...Array.from({ length: config.apiProcesses }, (_, place) =>
      keep(parts, { name: 'api', given: { ...given, opsPort: place === 0 ? config.opsPort : 0 }, socket: port }),
    ),
    ...Array.from({ length: config.workers }, () => keep(parts, { name: 'worker', given: { ...given, opsPort: 0 } })),
  ]
  started.push(async (deadline) => {
    port.close()
    await Promise.all(kept.map((part) => part.stop(deadline)))
  })
  const [demoUsers] = await Promise.all([identity?.process.ready ?? [], ...kept.map(({ ready }) => ready)])
  return demoUsers as readonly DemoUser[]
}

function startIdentity(parts: Parts, started: StopSteps): { path: string; process: KeptProcess } {
  const { config, databases } = parts
  if (databases.identity === undefined)
    throw new Error('APSIS_OIDC_ISSUER is missing: with a database of your own, name the identity provider, too')
  // Only we can use the folder, and its name is short: the path of a socket may have about a hundred characters.
  const name = `apsis-parts-${createHash('sha256').update(config.dataDir).digest('hex').slice(0, 16)}`
  const folder = openSocketDir({ name, account: ownAccount() })
  const path = join(folder, 'identity')
  const socket = holdPath(path)
  const given = { databaseUrl: databases.identity, identityPath: path, opsPort: 0 }
  const process = keep(parts, { name: 'identity', given, socket })
  started.push(async (deadline) => {
    await process.stop(deadline)
    socket.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { path, process }
}

function keep({ log }: Parts, part: Pick<KeptPart, 'name' | 'given' | 'socket'>): KeptProcess {
  return keepProcess({ ...part, entry: join(import.meta.dirname, `${part.name}.ts`), log })
}

type Announcement = { config: Config; where: string; demoUsers: readonly DemoUser[]; seconds: number }

function announce({ config, where, demoUsers, seconds }: Announcement): void {
  const width = Math.max(0, ...demoUsers.map((user) => user.username.length))
  const users = demoUsers.map((user) => `    ${user.username.padEnd(width)}  ${user.password}  ${user.description}`)
  say(
    [
      '',
      `Apsis is ready at ${config.publicUrl} (${seconds.toFixed(1)} s)`,
      ...(users.length > 0 ? ['  Demo users (user name, password), all data is SIMULATED:', ...users] : []),
      ...(config.clockStart === undefined
        ? []
        : [`  Its clock is not the time: it was started at ${config.clockStart}.`]),
      `  Data: ${where}`,
      config.databaseUrl === undefined ? `  Secrets: ${join(config.dataDir, 'secrets')}` : '',
      '  Stop with Ctrl-C.',
      '',
    ].join('\n'),
  )
}

if (import.meta.main) await runDoor(start)
