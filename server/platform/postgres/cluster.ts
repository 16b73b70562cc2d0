import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, lchownSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Binaries, POSTGRES_MAJOR } from './binaries.ts'
import { listLeftovers, type Place } from './place.ts'
import { syncDirectory, writeDurably } from './secret.ts'

export const SUPERUSER = 'postgres'

/** The complete environment of PostgreSQL. */
export const POSTGRES_ENVIRONMENT = { LC_ALL: 'C', PATH: '/usr/bin:/bin' } as const

/** Creates the cluster on first use; throws an error that explains why a directory is not a complete cluster of ours. */
export async function ensureCluster(place: Place, binaries: Binaries, password: string): Promise<'new' | 'found'> {
  // An initdb whose parent was killed may still be writing there for a moment.
  for (const leftover of listLeftovers(place.home)) rmSync(leftover, { recursive: true, maxRetries: 20 })
  if (existsSync(place.clusterDir)) {
    const problem = explainCluster(place)
    if (problem !== undefined) throw new Error(problem)
    return 'found'
  }
  await createCluster(place, binaries, password)
  return 'new'
}

/** Returns the reason why `clusterDir` cannot be started, or undefined. */
export function explainCluster({ clusterDir, account }: Pick<Place, 'clusterDir' | 'account'>): string | undefined {
  const advice = 'Restore a backup, or move the directory away to start with an empty database.'
  const { uid, mode } = statSync(clusterDir)
  if (uid !== account.uid) {
    return `${clusterDir} belongs to uid ${uid}, but PostgreSQL would run as uid ${account.uid}: start as that user, or as root.`
  }
  if ((mode & 0o077) !== 0) return `${clusterDir} has mode ${(mode & 0o777).toString(8)}: expected 0700.`
  const names = readdirSync(clusterDir)
  if (names.length === 0) return `${clusterDir} is empty, expected a PostgreSQL cluster. ${advice}`
  if (!names.includes('PG_VERSION')) {
    return `${clusterDir} is not a PostgreSQL cluster: PG_VERSION is missing, found ${names.slice(0, 5).join(', ')}. ${advice}`
  }
  const version = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  if (version !== POSTGRES_MAJOR) {
    return (
      `${clusterDir} was made by PostgreSQL ${version}, and Apsis comes with ${POSTGRES_MAJOR}. ` +
      'Start the release of Apsis that made it, or move the data with pg_dump to APSIS_DATABASE_URL.'
    )
  }
  const missing = ['global/pg_control', 'base', 'pg_wal', 'pg_xact'].filter(
    (name) => !existsSync(join(clusterDir, name)),
  )
  if (missing.length > 0) return `${clusterDir} is only half a cluster: ${missing.join(', ')} missing. ${advice}`
  return undefined
}

// Creates the cluster with another name and renames it when it is complete, so that an interrupted run leaves nothing that looks finished.
async function createCluster(place: Place, binaries: Binaries, password: string): Promise<void> {
  const draft = join(place.home, `database.new-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${draft}.secret`
  writeDurably(passwordFile, `${password}\n`, place.account)
  try {
    mkdirSync(draft, { mode: 0o700 })
    lchownSync(draft, place.account.uid, place.account.gid)
    await runInitdb(place, binaries, ['--pgdata', draft, '--pwfile', passwordFile])
    rmSync(passwordFile)
    renameSync(draft, place.clusterDir)
    syncDirectory(place.home)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

async function runInitdb(place: Place, binaries: Binaries, location: readonly string[]): Promise<void> {
  const format = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
  ]
  const access = ['--username', SUPERUSER, '--auth=scram-sha-256', '--no-instructions']
  const child = spawn(join(binaries.directory, 'bin', 'initdb'), [...location, ...format, ...access], {
    ...place.switchTo,
    cwd: place.home,
    env: POSTGRES_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
  const [result, output, errors] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
  if (result !== 0) throw new Error(`initdb failed (${result}): ${errors.trim() || output.trim()}`)
}
