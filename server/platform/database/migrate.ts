import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Log } from '../log.ts'

export type Migration = { readonly name: string; readonly text: string; readonly hash: string }

/** The group role that owns nothing and of which every login role of the program is a member. */
export const RUNTIME_ROLE = 'apsis_runtime'

/** The number of the advisory lock under which the database is migrated. A second process waits for it and then finds nothing to do. */
const MIGRATION_LOCK_ID = 4_711_001
const CONNECT_MS = 10_000

/** Every database that was created before the first release has this migration, and none that was created since has it (record 189). */
const BEFORE_FIRST_RELEASE = '0002-userconfig.sql'

/** Returns the migrations of the folder, in the order of their names. */
export function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    })
}

/** Migrates the schema. Returns the names of the applied migrations. */
export async function migrate(ownerUrl: string, migrations: readonly Migration[], log: Log): Promise<string[]> {
  const client = await connect(ownerUrl, 'apsis-migrate')
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK_ID])
    await requireRuntimeRole(client)
    await client.query(
      'create table if not exists public.migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    await client.query(`grant select on public.migration to ${RUNTIME_ROLE}`)
    const done = await applied(client)
    const pending = judge(migrations, done)
    const last = [...done.keys()].sort().at(-1)
    for (const migration of pending) {
      const { name } = migration
      // Branches that were developed in parallel are merged in any order, not in the order of their migration numbers (record 189).
      if (last !== undefined && name < last) log.warn({ migration: name, last }, 'a migration is made up for')
      await apply(client, migration)
      log.info({ migration: migration.name }, 'migration applied')
    }
    return pending.map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** Returns a connection, or throws an error that names the unreachable database: a process that cannot start prints only that. */
async function connect(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name, connectionTimeoutMillis: CONNECT_MS })
  try {
    await client.connect()
    return client
  } catch (error) {
    // A name with several addresses fails with one error for each, and no message of its own.
    const reason = error instanceof AggregateError ? error.errors.map(String).join('; ') : String(error)
    throw new Error(`The database at ${client.host}:${client.port} cannot be used: ${reason}`, { cause: error })
  }
}

async function requireRuntimeRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [RUNTIME_ROLE])
  if (rowCount === 0)
    throw new Error(`The database has no role ${RUNTIME_ROLE}: create the roles first, see deploy/database/README.md`)
}

async function applied(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from public.migration')
  return new Map(rows.map((row) => [row.name, row.hash]))
}

/** Returns the migrations to apply; throws if the applied migrations differ from those in the code. */
export function judge(migrations: readonly Migration[], done: ReadonlyMap<string, string>): Migration[] {
  if (done.has(BEFORE_FIRST_RELEASE))
    throw new Error(
      'The database was made by a version before the first release, whose tables are not brought forward: leave it as it is, and start with an empty database or a new data folder (APSIS_DATA_DIR)',
    )
  const known = new Set(migrations.map((migration) => migration.name))
  const newer = [...done.keys()].filter((name) => !known.has(name)).sort()
  if (newer.length > 0) throw new Error(`The schema is newer than the program: it holds ${newer.join(', ')}`)
  for (const { name, hash } of migrations) {
    if (done.has(name) && done.get(name) !== hash)
      throw new Error(`Migration ${name} was changed after it had been applied: write a new one instead`)
  }
  return migrations.filter(({ name }) => !done.has(name))
}

async function apply(client: pg.Client, { name, text, hash }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '1s'")
    await client.query("set local statement_timeout = '5s'")
    await client.query(text)
    await client.query('insert into public.migration (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(
      `Migration ${name} failed and left nothing behind: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

/** Returns the difference between the schema and the code: migrations that are not applied, or a newer schema. The runtime role may call it. */
export async function pendingMigrations(url: string, migrations: readonly Migration[]): Promise<string[]> {
  const client = await connect(url, 'apsis-check')
  try {
    return judge(migrations, await applied(client)).map((migration) => migration.name)
  } finally {
    await client.end()
  }
}

/** Lets the runtime role use the job tables, which their library created. */
export async function grantJobs(ownerUrl: string): Promise<void> {
  const client = await connect(ownerUrl, 'apsis-migrate')
  try {
    await client.query(`grant usage on schema pgboss to ${RUNTIME_ROLE}`)
    await client.query(`grant select, insert, update, delete on all tables in schema pgboss to ${RUNTIME_ROLE}`)
  } finally {
    await client.end()
  }
}
