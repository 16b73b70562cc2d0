/** A PostgreSQL that is not embedded: it is the system's, if installed, and is reached over TCP. Its administrator creates the roles. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, accountOf, isRoot, SHARED_ACCOUNT } from '../postgres/account.ts'
import { prepareBinaries } from '../postgres/binaries.ts'
import { POSTGRES_ENVIRONMENT } from '../postgres/cluster.ts'
import { type Postmaster, spawnPostmaster, stopPostmaster, waitUntilReady } from '../postgres/postmaster.ts'
import type { PlatformLog } from '../postgres/server-log.ts'
import { freePort } from './test-api.ts'

const run = promisify(execFile)
const DEBIAN = '/usr/lib/postgresql'

export type Cluster = {
  /** The source of the programs: Debian's packages, or npm if they are not installed. */
  readonly from: 'Debian' | 'npm'
  readonly version: string
  readonly binDir: string
  /** The address with which the administrator connects. */
  readonly superuserUrl: string
  /** Returns the address with which another login connects to a database. */
  url(login: { user: string; password: string }, database: string): string
  stop(): Promise<void>
}

type Programs = Pick<Cluster, 'from' | 'binDir'>

/** Creates a cluster in a temporary folder and runs it as an unprivileged account on a free port of 127.0.0.1. */
export async function startCluster(log: PlatformLog): Promise<Cluster> {
  const root = mkdtempSync(join(tmpdir(), 'apsis-cluster-'))
  chmodSync(root, 0o755)
  const account = isRoot() ? accountOf(SHARED_ACCOUNT) : undefined
  const programs = await findPrograms(root)
  const password = randomBytes(16).toString('hex')
  const port = await freePort()
  const clusterDir = await makeCluster({ root, account, binDir: programs.binDir, password })
  const settings = Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    shared_buffers: '64MB',
    log_min_messages: 'warning',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { binDir } = programs
  const server = await spawnPostmaster({ binDir, clusterDir, switchTo: account, settings, outlivesCtrlC: false, log })
  const url: Cluster['url'] = (login, database) =>
    `postgresql://${login.user}:${encodeURIComponent(login.password)}@127.0.0.1:${port}/${database}`
  await requireReady(server, { host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres' }, log)
  const { stdout } = await run(join(binDir, 'postgres'), ['--version'])
  return {
    ...programs,
    version: stdout.trim(),
    superuserUrl: url({ user: 'postgres', password }, 'postgres'),
    url,
    async stop() {
      await stopPostmaster(server, log)
      rmSync(root, { recursive: true, force: true })
    },
  }
}

async function requireReady(
  server: Postmaster,
  connection: Parameters<typeof waitUntilReady>[1],
  log: PlatformLog,
): Promise<void> {
  const { kind } = await waitUntilReady(server, connection, log)
  if (kind !== 'ready') throw new Error(`PostgreSQL does not start: ${(await server.lastLines()).join(' | ')}`)
}

type Making = {
  readonly root: string
  readonly account: Account | undefined
  readonly binDir: string
  readonly password: string
}

async function makeCluster({ root, account, binDir, password }: Making): Promise<string> {
  const home = join(root, 'home')
  mkdirSync(home, { mode: 0o700 })
  const secret = join(home, 'secret')
  writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  if (account) for (const path of [home, secret]) chownSync(path, account.uid, account.gid)
  const clusterDir = join(home, 'data')
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${secret}`]
  const format = ['--encoding=UTF8', '--locale=C.UTF-8']
  await run(join(binDir, 'initdb'), [`--pgdata=${clusterDir}`, ...access, ...format], {
    ...account,
    cwd: home,
    env: POSTGRES_ENVIRONMENT,
  })
  return clusterDir
}

/** Returns the programs of Debian if they are installed (`npm test` installs them if it may, tools/install-for-tests.ts), otherwise those of npm. */
async function findPrograms(root: string): Promise<Programs> {
  const binDir = findDebian()
  if (binDir !== undefined) return { from: 'Debian', binDir }
  const { directory } = await prepareBinaries({ copyTo: root, alwaysCopy: isRoot() })
  return { from: 'npm', binDir: join(directory, 'bin') }
}

export const hasDebianPostgres = () => findDebian() !== undefined

/** Returns the newest installed major version. */
function findDebian(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined
  return readdirSync(DEBIAN)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN, version, 'bin'))
    .find((binDir) => ['postgres', 'initdb', 'psql'].every((name) => existsSync(join(binDir, name))))
}
