import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JOBS } from '../../jobs.ts'
import { grantJobs, migrate, readMigrations } from '../../platform/database/migrate.ts'
import { installJobs } from '../../platform/jobs/jobs.ts'
import type { Log } from '../../platform/log.ts'
import { MIGRATIONS_DIR } from '../../platform/operation/runtime.ts'
import { createEmptyDatabase, type TestDatabase } from '../../platform/testing/test-database.ts'

type Hashed = { readonly name: string; readonly hash: string }

type Recorded = { readonly sql: readonly string[] }

/** The rows as SQL, line by line: one statement for each table, made on the same machine as the answers beside it. */
const FILE = readFileSync(join(import.meta.dirname, '0-3-4-rows.reference.json'), 'utf8')
const ROWS = (JSON.parse(FILE) as Recorded).sql.join('\n')
const TABLES = [...ROWS.matchAll(/^insert into (\w+)\."(\w+)"/gm)].map(([, schema, table]) => `${schema}.${table}`)

/**
 * A database as release 0.3.4 left it: its migrations, the job tables, and its rows, in which two jobs waited and three ran
 * when their worker was killed. The times of jobs are moved as if the release had been stopped just now, since the queue
 * drops what waits for weeks.
 */
export async function restoreOldDatabase(stoppedAt: string, log: Log): Promise<TestDatabase> {
  const database = await createEmptyDatabase()
  const then = new Set(migrationsOfThen().map(({ name }) => name))
  await migrate(
    database.ownerUrl,
    readMigrations(MIGRATIONS_DIR).filter(({ name }) => then.has(name)),
    log,
  )
  await installJobs({ url: database.ownerUrl, pool: 2, log }, JOBS)
  await grantJobs(database.ownerUrl)
  await database.query(
    [
      'begin',
      'set local session_replication_role = replica',
      `truncate ${TABLES.join(', ')} cascade`,
      ROWS,
      'commit',
    ].join(';\n'),
  )
  await moveJobs(database, stoppedAt)
  return database
}

/** What had been applied to the old database, with the hash of each file. */
export function migrationsOfThen(): Hashed[] {
  const rows = /insert into public\."migration" .*\$apsis\$(\[[\s\S]*?\])\$apsis\$/.exec(ROWS)?.[1]
  return JSON.parse(rows ?? '[]')
}

async function moveJobs(database: TestDatabase, stoppedAt: string): Promise<void> {
  const columns = await database.query<{ column: string }>(
    `select column_name as column from information_schema.columns
     where table_schema = 'pgboss' and table_name = 'job' and data_type = 'timestamp with time zone'`,
  )
  const moved = columns.map(({ column }) => `${column} = ${column} + (now() - '${stoppedAt}'::timestamptz)`)
  await database.query(`update pgboss.job set ${moved.join(', ')}`)
}
