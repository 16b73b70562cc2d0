/** Creates a temporary place for tests that start their own databases. */
import { chmodSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { makeTestDir } from '../../testing/data-dir.ts'
import type { PlatformLog } from '../server-log.ts'
import { type EmbeddedPostgres, startPostgres } from '../supervisor.ts'

export type LogLine = { readonly level: string; readonly message: string; readonly context: object }

export type TemporaryPlace = {
  readonly root: string
  /** All log lines of the databases in this place. */
  readonly lines: readonly LogLine[]
  readonly log: PlatformLog
  /** Options of startPostgres for a data directory of this name. */
  readonly options: (name: string) => Parameters<typeof startPostgres>[0]
  readonly start: (name: string) => Promise<EmbeddedPostgres>
  /** Resolves when a line with this message is logged, at once if it was logged before. */
  readonly logged: (message: string) => Promise<LogLine>
  remove(): Promise<void>
}

/** Creates a temporary folder; `remove` stops the databases in it and deletes it. */
export function openTemporaryPlace(): TemporaryPlace {
  const root = realpathSync(makeTestDir('place'))
  // The account that runs PostgreSQL for root must be able to enter it.
  chmodSync(root, 0o755)
  const lines: LogLine[] = []
  const waiting = new Set<() => void>()
  const write = (level: string) => (context: object, message: string) => {
    lines.push({ level, message, context })
    for (const look of waiting) look()
  }
  const log = { info: write('info'), warn: write('warn'), error: write('error') }
  const started: EmbeddedPostgres[] = []
  const options = (name: string) => ({
    dataDir: join(root, name),
    osUser: 'nobody',
    systemDir: join(root, 'system'),
    log,
    settings: { max_connections: '25', shared_buffers: '16MB' },
  })
  const logged = (message: string) =>
    new Promise<LogLine>((resolve) => {
      const look = () => {
        const line = lines.find((one) => one.message.includes(message))
        if (line === undefined) return
        waiting.delete(look)
        resolve(line)
      }
      waiting.add(look)
      look()
    })
  const start = async (name: string) => {
    const postgres = await startPostgres(options(name))
    started.push(postgres)
    return postgres
  }
  const remove = async () => {
    await Promise.all(started.map((postgres) => postgres.stop()))
    rmSync(root, { recursive: true, force: true })
  }
  return { root, lines, log, options, start, logged, remove }
}

/** Returns the connection of a client to an embedded database as its superuser. */
export function superuserConfig(postgres: Pick<EmbeddedPostgres, 'socketDir' | 'port' | 'superuser'>): ClientConfig {
  return { host: postgres.socketDir, port: postgres.port, ...postgres.superuser, database: 'postgres' }
}

/** Runs one statement as superuser and returns its rows. */
export async function runStatement(
  postgres: Pick<EmbeddedPostgres, 'socketDir' | 'port' | 'superuser'>,
  statement: string,
  values: readonly unknown[] = [],
): Promise<readonly Record<string, unknown>[]> {
  const client = new Client(superuserConfig(postgres))
  // Some tests kill a server under this client; the query itself still rejects.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(statement, [...values])).rows
  } finally {
    await client.end()
  }
}
